package bash_test

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// BenchmarkTrue compares a command that does nothing: started with os/exec as the floor, through
// the executor, through the whole pipeline, and confined.
func BenchmarkTrue(b *testing.B) {
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			var stdout, stderr bytes.Buffer
			c := exec.Command("bash", "-c", "true")
			c.Stdout, c.Stderr = &stdout, &stderr
			if err := c.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, config := range map[string]map[string]any{
		"plain":    {},
		"confined": {"sandbox": map[string]any{"mode": "workspace-write"}},
	} {
		w := newWorld(b, composition{Shell: config})
		b.Run(name+"/executor", func(b *testing.B) {
			e, _ := w.shell.Executor(w.agent)
			spec, err := e.Resolve(shell.Request{Command: "true", Dir: w.dir})
			must(b, err)
			for b.Loop() {
				if _, err := e.Run(b.Context(), spec); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/pipeline", func(b *testing.B) {
			for b.Loop() {
				if r := w.bash("true"); r.IsError() {
					b.Fatal(r.Failure())
				}
			}
		})
	}
}
