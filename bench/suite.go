package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
)

// suite runs jobs in processes of their own.
type suite struct {
	options
	bin string
	env []string
	// loud names each job on standard error.
	loud bool
}

// newSuite builds the programs and makes the fixtures, each once.
func newSuite(ctx context.Context, o options) (*suite, error) {
	dir, err := os.MkdirTemp("", "dsh-bench")
	if err != nil {
		return nil, err
	}
	s := &suite{options: o, bin: dir, loud: o.beside}
	if err := s.prepare(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *suite) close() { _ = os.RemoveAll(s.bin) }

func (s *suite) prepare(ctx context.Context) error {
	if err := s.build(ctx); err != nil {
		return err
	}
	fixtures := os.Getenv("YARD_FIXTURES")
	if fixtures == "" {
		fixtures = filepath.Join(os.TempDir(), "dsh-bench-fixtures")
	}
	if err := work.Make(fixtures); err != nil {
		return fmt.Errorf("make the fixtures: %w", err)
	}
	s.env = append(os.Environ(), "YARD_FIXTURES="+fixtures)
	if s.profile != "" {
		dir, err := filepath.Abs(s.profile)
		if err == nil {
			err = os.MkdirAll(dir, 0o755)
		}
		if err != nil {
			return err
		}
		s.env = append(s.env, "BENCH_PROFILE="+dir)
	}
	if _, err := s.output(ctx, job{args: []string{s.path("ours"), "prime"}}); err != nil {
		return fmt.Errorf("compile the engine: %w", err)
	}
	switch _, given := os.LookupEnv("YARD_SCALE"); {
	case s.quick:
		s.env = append(s.env, "YARD_SCALE=0.2")
	case s.beside && !given: // ten rounds make up for short samples
		s.env = append(s.env, "YARD_SCALE=0.3")
	}
	return nil
}

func (s *suite) build(ctx context.Context) error {
	programs := []string{"./ours", "./first", "./first/coding"}
	if s.beside {
		programs = append(programs, "./beside", "./bare", "./bareschema")
	}
	if err := s.goTool(ctx, ".", append([]string{"build", "-o", s.bin + string(filepath.Separator)}, programs...)); err != nil {
		return fmt.Errorf("build the measured programs: %w", err)
	}
	if !s.beside {
		return nil
	}
	if err := s.script(); err != nil {
		return err
	}
	if err := s.goTool(ctx, engineModule, []string{"test", "-c", "-o", s.path("engine.test"), "."}); err != nil {
		return fmt.Errorf("build the engine's own benchmark: %w", err)
	}
	return nil
}

func (s *suite) goTool(ctx context.Context, dir string, args []string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off")
	return cmd.Run()
}

func (s *suite) path(program string) string { return filepath.Join(s.bin, program) }

// measure runs every job once a round, in turn, into rows.jsonl.
func (s *suite) measure(ctx context.Context) error {
	file, err := os.Create(s.from)
	if err != nil {
		return err
	}
	defer file.Close()
	jobs := s.everything()
	var failed error
	for round := 1; round <= s.rounds && ctx.Err() == nil; round++ {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round, s.rounds)
		failed = errors.Join(failed, s.rows(ctx, jobs, rounds{file, round}))
	}
	return errors.Join(failed, file.Close())
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

// rows runs jobs one after the other and writes what they print. A job that fails
// does not keep the others from running.
func (s *suite) rows(ctx context.Context, jobs []job, to io.Writer) error {
	var failed error
	for _, j := range jobs {
		if !s.only.MatchString(j.name) || ctx.Err() != nil {
			continue
		}
		start := time.Now()
		out, err := s.runJob(ctx, j)
		if s.loud {
			fmt.Fprintf(os.Stderr, "  %-18s %6.1f s\n", j.name, time.Since(start).Seconds())
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", j.name, err))
		}
		if _, err := to.Write(out); err != nil {
			return err
		}
	}
	return failed
}

// starts is how often a whole process is timed.
const starts = 15

func (s *suite) runJob(ctx context.Context, j job) ([]byte, error) {
	if j.whole == "" {
		out, err := s.output(ctx, j)
		if j.rows != nil && err == nil {
			return j.rows(out)
		}
		return out, err
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
	return rowText(
		meter.Row{
			Case: "start.firstcall",
			Impl: j.whole,
			NS:   int64(wall) / starts,
			CPU:  int64(cpu) / starts,
		},
	)
}

func rowText(row meter.Row) ([]byte, error) {
	text, err := json.Marshal(row)
	return append(text, '\n'), err
}

func (s *suite) output(ctx context.Context, j job) ([]byte, error) {
	cmd := exec.CommandContext(ctx, j.args[0], j.args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = j.dir, s.env, os.Stderr
	return cmd.Output()
}
