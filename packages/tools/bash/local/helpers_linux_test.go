package local_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// executor makes an executor that is closed, with all it started, at the end of the test.
func executor(t testing.TB, o local.Options) *local.Executor {
	t.Helper()
	if o.SpillDir == "" {
		o.SpillDir = t.TempDir()
	}
	e, err := local.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // no grace in tests
		if err := e.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return e
}

// confined is an executor with the native sandbox.
func confined(t testing.TB, o local.Options, so sandbox.Options, mode sandbox.Mode) *local.Executor {
	t.Helper()
	so.Provider = "native"
	p, err := sandbox.New(so)
	if err != nil {
		t.Fatal(err)
	}
	if r := p.Report(t.Context()); r.Enforcement == sandbox.EnforcementNone {
		missing(t, r)
	}
	o.Sandbox = p
	o.Policy = sandbox.Policy{Mode: mode, Root: o.Cwd}
	return executor(t, o)
}

func resolve(t testing.TB, e *local.Executor, r shell.Request) shell.Spec {
	t.Helper()
	s, err := e.Resolve(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func run(t testing.TB, e *local.Executor, r shell.Request) shell.Outcome {
	t.Helper()
	o, err := e.Run(t.Context(), resolve(t, e, r))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func millis(n float64) *shell.Millis {
	m := shell.Millis(n)
	return &m
}

// marked makes a path whose text marks processes that have it among their arguments.
func marked(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "mark-"+strings.ReplaceAll(t.Name(), "/", "-"))
}

// alive lists the processes that have mark in their command line.
func alive(t testing.TB, mark string) []int {
	t.Helper()
	list, err := process.Processes()
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, p := range list {
		line, err := os.ReadFile(filepath.Join("/proc", itoa(p.Pid), "cmdline"))
		if err == nil && !p.Zombie && p.Pid != os.Getpid() && strings.Contains(string(line), mark) {
			out = append(out, p.Pid)
		}
	}
	return out
}

// await polls until ok or a generous deadline.
func await(t testing.TB, what string, ok func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Errorf("never: %s", what)
			return
		}
	}
}

func kill(t testing.TB, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Error(err)
	}
}

// missing leaves a test out for want of something that the machine lacks; where DSH_REQUIRE_ALL is
// set, as in the project's gate, that is a failure.
func missing(t testing.TB, what any) {
	t.Helper()
	if os.Getenv("DSH_REQUIRE_ALL") != "" {
		t.Fatalf("DSH_REQUIRE_ALL is set: %v", what)
	}
	t.Skip(what)
}
