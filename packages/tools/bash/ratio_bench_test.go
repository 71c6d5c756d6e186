package bash_test

import (
	"bytes"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// BenchmarkTrueRatio interleaves a command that does nothing, confined and through the executor
// alone, with the same command started by os/exec, and reports how many times the floor each takes.
func BenchmarkTrueRatio(b *testing.B) {
	runs := []func(*testing.B){bare(b, b.TempDir())}
	names := []string{"floor"}
	for _, c := range []struct {
		name   string
		config map[string]any
	}{
		{"plain", nil},
		{"confined", map[string]any{"sandbox": map[string]any{"mode": "workspace-write"}}},
	} {
		w := newWorld(b, composition{Shell: c.config})
		e, _ := w.shell.Executor(w.agent)
		spec, err := e.Resolve(shell.Request{Command: "true", Dir: w.dir})
		must(b, err)
		runs = append(runs, func(b *testing.B) {
			_, err := e.Run(b.Context(), spec)
			must(b, err)
		}, func(b *testing.B) {
			if r := w.bash("true"); r.IsError() {
				b.Fatal(r.Failure())
			}
		})
		names = append(names, c.name+"/executor", c.name+"/pipeline")
	}
	times := make([][]time.Duration, len(runs))
	for b.Loop() {
		for i, run := range runs {
			start := time.Now()
			run(b)
			times[i] = append(times[i], time.Since(start))
		}
	}
	for i, list := range times {
		slices.Sort(list)
		floor := times[0]
		b.ReportMetric(float64(list[len(list)/2])/float64(floor[len(floor)/2]), names[i]+"-median/floor")
		b.ReportMetric(float64(list[0])/float64(floor[0]), names[i]+"-least/floor")
	}
}

// bare is a run of true with os/exec.
func bare(_ testing.TB, dir string) func(*testing.B) {
	return func(b *testing.B) {
		var stdout, stderr bytes.Buffer
		c := exec.Command("bash", "-c", "true")
		c.Dir, c.Stdout, c.Stderr = dir, &stdout, &stderr
		must(b, c.Run())
	}
}
