package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
)

// job is one process that prints rows, or one that is timed as a whole.
type job struct {
	name string
	args []string
	// whole, when set, is the implementation under which the process itself is
	// timed as start.firstcall.
	whole string
}

// suite runs jobs in processes of their own.
type suite struct {
	options
	bin string
	env []string
}

// prepare builds the programs and makes the fixtures, each once.
func (s *suite) prepare(ctx context.Context) error {
	programs := []string{"./ours", "./first"}
	if s.beside {
		programs = append(programs, "./beside")
	}
	build := exec.CommandContext(ctx, "go", append([]string{"build", "-o", s.bin + string(filepath.Separator)}, programs...)...)
	build.Env = append(os.Environ(), "GOWORK=off")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build the measured programs: %w", err)
	}
	fixtures := os.Getenv("YARD_FIXTURES")
	if fixtures == "" {
		fixtures = filepath.Join(os.TempDir(), "dsh-bench-fixtures")
	}
	if err := work.Make(fixtures); err != nil {
		return fmt.Errorf("make the fixtures: %w", err)
	}
	s.env = append(os.Environ(), "YARD_FIXTURES="+fixtures)
	if s.quick {
		s.env = append(s.env, "YARD_SCALE=0.2")
	}
	return nil
}

// ours are the jobs of this project.
func (s *suite) ours() []job {
	first := filepath.Join(s.bin, "first")
	jobs := []job{{name: "ours-start", args: []string{first}, whole: "ours"}, {name: "ours-idle", args: []string{first}}}
	groups := []string{"call", "scale", "batch", "registry", "validate", "output", "code", "codebig", "coderecords", "bash", "fs", "search"}
	if s.beside {
		groups = append(groups, "growth")
	}
	for _, g := range groups {
		jobs = append(jobs, job{name: "ours-" + g, args: []string{filepath.Join(s.bin, "ours"), g}})
	}
	return jobs
}

// besides are the jobs of floors and peers.
func (s *suite) besides() []job {
	var jobs []job
	beside := filepath.Join(s.bin, "beside")
	for _, g := range []string{
		"floor-call", "floor-batch", "floor-validate", "floor-output", "floor-registry", "floor-exec", "floor-files", "floor-search",
		"peer-call", "peer-scale", "peer-batch", "peer-registry", "engine-goja", "engine-modernc",
	} {
		jobs = append(jobs, job{name: g, args: []string{beside, g}})
	}
	jobs = append(jobs, job{name: "floor-start", args: []string{beside, "nothing"}, whole: "floor: a process that links the peers"})
	if node, err := exec.LookPath("node"); err == nil {
		jobs = append(jobs, job{name: "node-start", args: []string{node, "-e", "0"}, whole: "floor: node, empty program"})
	}
	return jobs
}

// measure runs every job once a round, in turn, into rows.jsonl.
func (s *suite) measure(ctx context.Context) error {
	file, err := os.Create(filepath.Join(s.out, "rows.jsonl"))
	if err != nil {
		return err
	}
	defer file.Close()
	jobs := append(s.besides(), s.ours()...)
	for round := 1; round <= s.rounds; round++ {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round, s.rounds)
		if err := s.rows(ctx, jobs, rounds{file, round}); err != nil {
			return err
		}
	}
	return file.Close()
}

// rounds marks rows with their round.
type rounds struct {
	to    io.Writer
	round int
}

func (r rounds) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		var row meter.Row
		if json.Unmarshal(line, &row) != nil {
			continue
		}
		row.Round = r.round
		text, err := json.Marshal(row)
		if err != nil {
			return 0, err
		}
		if _, err := r.to.Write(append(text, '\n')); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// rows runs jobs one after the other and writes what they print.
func (s *suite) rows(ctx context.Context, jobs []job, to io.Writer) error {
	for _, j := range jobs {
		if !s.only.MatchString(j.name) {
			continue
		}
		out, err := s.runJob(ctx, j)
		if err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		if _, err := to.Write(out); err != nil {
			return err
		}
	}
	return nil
}

// starts is how often a whole process is timed.
const starts = 15

func (s *suite) runJob(ctx context.Context, j job) ([]byte, error) {
	if j.whole == "" {
		return s.output(ctx, j)
	}
	var wall, cpu time.Duration
	for range starts {
		begin, before := time.Now(), meter.CPU()
		if _, err := s.output(ctx, j); err != nil {
			return nil, err
		}
		wall += time.Since(begin)
		cpu += meter.CPU() - before
	}
	row := meter.Row{Case: "start.firstcall", Impl: j.whole, NS: int64(wall) / starts, CPU: int64(cpu) / starts}
	text, err := json.Marshal(row)
	return append(text, '\n'), err
}

func (s *suite) output(ctx context.Context, j job) ([]byte, error) {
	cmd := exec.CommandContext(ctx, j.args[0], j.args[1:]...)
	cmd.Env, cmd.Stderr = s.env, os.Stderr
	return cmd.Output()
}
