package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program is the built command.
var program string

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "dsh-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program = filepath.Join(dir, "dsh")
	if text, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the command: %v\n%s", err, text)
		return 1
	}
	return m.Run()
}

// outcome is what a run of the program left.
type outcome struct {
	code     int
	out, err string
}

func run(t *testing.T, args ...string) outcome {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return outcome{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

// The README's command repairs a copy of the broken module, for real.
func TestAgentRepairsTheExample(t *testing.T) {
	const examples = "../../examples/agent"
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(examples, "broken"))); err != nil {
		t.Fatal(err)
	}
	got := run(t, "agent", "--script", filepath.Join(examples, "fix-test.json"),
		"--yes", "-C", dir, "make the tests pass")
	if got.code != 0 || !strings.Contains(got.out, "The tests pass") {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.err)
	}
	for _, part := range []string{
		"> Read median.go\n", "  exit code 1 $ GOWORK=off", "Median([4 1 3 2]) = 3, want 2.5",
		"    -\tslices.Sort(values)\n", "    +\tsorted := slices.Sorted(slices.Values(values))\n",
	} {
		if !strings.Contains(got.err, part) {
			t.Errorf("no %q in\n%s", part, got.err)
		}
	}
	// Not by what the model says: the tests are run here, without the agent.
	c := exec.CommandContext(t.Context(), "go", "test", "-count=1", "./...")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-buildvcs=false",
		"GOCACHE="+filepath.Join(dir, ".cache", "go"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("the tests still fail: %v\n%s", err, out)
	}
}
