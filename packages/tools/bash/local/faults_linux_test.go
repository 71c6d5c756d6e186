package local_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// A command that kills by name finds neither the host nor the supervisor.
func TestKillingByNameSparesTheHost(t *testing.T) {
	if _, err := exec.LookPath("pkill"); err != nil {
		missing(t, "needs pkill")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(self)
	for place, make := range places(t) {
		if place == "group" || place == "full access" {
			continue // such a command may do what the user may
		}
		t.Run(place, func(t *testing.T) {
			e := make(t)
			// The brackets keep the shell itself from matching.
			o := run(t, e, shell.Request{Command: "pkill -9 -f '[" + name[:1] + "]" + name[1:] + "'; " +
				"pkill -9 -f '[d]sh-supervisor'; echo alive"})
			if o.Stdout.Text != "alive\n" || o.Code != 0 {
				t.Errorf("outcome %+v", o)
			}
		})
	}
}

// Programs that read their input when they are given no files find it at its end, and a pipeline
// works as anywhere: nothing waits.
func TestPipelinesDoNotWaitForInput(t *testing.T) {
	_, err := exec.LookPath("rg")
	if err != nil {
		if os.Getenv("DSH_REQUIRE_RIPGREP") != "" {
			t.Fatal(err)
		}
		t.Log("ripgrep is not tried")
	}
	for place, make := range places(t) {
		t.Run(place, func(t *testing.T) {
			e, dir := make(t), t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "f"), []byte("word\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			o := run(t, e, shell.Request{Dir: dir, Command: "cat | wc -c; grep word f | wc -l"})
			if o.Stdout.Text != "0\n1\n" {
				t.Errorf("outcome %+v", o)
			}
			if err != nil {
				return
			}
			if o := run(t, e, shell.Request{Dir: dir, Command: "rg word | wc -l"}); o.Stdout.Text != "1\n" {
				t.Errorf("ripgrep: %+v", o)
			}
		})
	}
}

// Temporary directories with blanks and tabs in their names harm neither commands nor spill files.
func TestOddTemporaryDirectories(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "a b\tc\n'd\"")
	if err := os.Mkdir(odd, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", odd)
	for place, make := range places(t) {
		t.Run(place, func(t *testing.T) {
			e := make(t)
			o := run(t, e, shell.Request{
				Command: `f=$(mktemp) && cat <<< "text" > "$f" && cat "$f"; seq 30000`})
			if o.Code != 0 || o.Stderr.Text != "" || !o.Stdout.Truncated {
				t.Fatalf("outcome %+v, %s", o.Exit, o.Stderr.Text)
			}
			all, err := os.ReadFile(o.Stdout.Spill)
			if err != nil || !strings.HasPrefix(string(all), "text\n1\n") {
				t.Errorf("spill %q: %v", o.Stdout.Spill, err)
			}
			if !strings.HasPrefix(o.Stdout.Spill, odd) {
				t.Errorf("spill %q", o.Stdout.Spill)
			}
			// The path that the model is told works in a command.
			quoted := "'" + strings.ReplaceAll(o.Stdout.Spill, "'", `'\''`) + "'"
			if o := run(t, e, shell.Request{Command: "head -1 " + quoted}); o.Stdout.Text != "text\n" {
				t.Errorf("reading the spill file: %+v", o)
			}
		})
	}
}

// A failing command's output is there once, whole to its end.
func TestAFailingCommandsOutputIsThereOnce(t *testing.T) {
	e := executor(t, local.Options{})
	o := run(t, e, shell.Request{Command: "seq 5; seq 6 10 >&2; exit 9"})
	if o.Stdout.Text != "1\n2\n3\n4\n5\n" || o.Stderr.Text != "6\n7\n8\n9\n10\n" || o.Code != 9 {
		t.Errorf("outcome %+v", o)
	}
}
