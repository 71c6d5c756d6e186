package local_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestRunTellsTheFacts(t *testing.T) {
	e := executor(t, local.Options{})
	for _, c := range []struct {
		name, command, stdout, stderr string
		exit                          shell.Exit
	}{
		{"both streams", "echo out; echo err >&2; exit 3", "out\n", "err\n", shell.Exit{Code: 3}},
		{"signal", "kill -KILL $$", "", "", shell.Exit{Code: -1, Signal: "SIGKILL"}},
		{"false is no sandbox failure", "bash -c false", "", "", shell.Exit{Code: 1}},
		{"input is empty", "cat; echo done", "done\n", "", shell.Exit{}},
		{"process substitution", "exec > >(cat) 2>&1; echo hi", "hi\n", "", shell.Exit{}},
		{"no terminal", "test -t 0 || test -t 1 || echo none", "none\n", "", shell.Exit{}},
		{"no controlling terminal", "(: < /dev/tty) 2>/dev/null || echo none", "none\n", "",
			shell.Exit{}},
		{"here document", "cat <<'X'\na ${i + 1} !b \\\nX", "a ${i + 1} !b \\\n", "", shell.Exit{}},
		{"final comment", "echo a # comment", "a\n", "", shell.Exit{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := run(t, e, shell.Request{Command: c.command})
			if o.Stdout.Text != c.stdout || o.Stderr.Text != c.stderr || o.Exit != c.exit {
				t.Errorf("outcome = %+v", o)
			}
			if o.TimedOut || o.Aborted || o.Timeout != 120_000 || o.Sandbox != nil {
				t.Errorf("outcome = %+v", o)
			}
		})
	}
}

func TestRunPassesLongCommandsWhole(t *testing.T) {
	e := executor(t, local.Options{})
	long := strings.Repeat("x", 300<<10)
	o := run(t, e, shell.Request{Command: "x='" + long + "'\necho ${#x} $0; ls /proc/self/fd/3 2>&-"})
	if want := strconv.Itoa(len(long)) + " bash\n"; !strings.HasPrefix(o.Stdout.Text, want) {
		t.Fatalf("stdout %q, stderr %q", o.Stdout.Text, o.Stderr.Text)
	}
}

func TestRunFeedsTrustedInput(t *testing.T) {
	e := executor(t, local.Options{})
	big := strings.Repeat("line\n", 100_000)
	o := run(t, e, shell.Request{Command: "wc -c", Stdin: &big})
	if strings.TrimSpace(o.Stdout.Text) != strconv.Itoa(len(big)) {
		t.Errorf("stdout %q", o.Stdout.Text)
	}
	// Input that nobody reads holds nothing up, even when a child keeps the pipe open.
	o = run(t, e, shell.Request{Command: "sleep 60 <&0 >/dev/null 2>&1 & true", Stdin: &big})
	if o.Code != 0 {
		t.Errorf("outcome %+v", o)
	}
}

func TestRunMakesTheEnvironment(t *testing.T) {
	e := executor(t, local.Options{Environ: []string{"PATH=" + os.Getenv("PATH"), "MY_TOKEN=x",
		"BASH_ENV=/nonexistent", "KEEP=1", "OK_TOKEN=y"}, Config: local.Config{
		AllowEnv: []string{"OK_*"}}})
	o := run(t, e, shell.Request{Command: "env | grep -v ^_= | sort", Dir: "/", Env: []environ.Setting{
		{Name: "EXTRA", Value: "2"}}, Managed: []environ.Setting{{Name: "DSH_SHELL", Value: "1"}}})
	want := "DSH_SHELL=1\nEXTRA=2\nGIT_PAGER=cat\nKEEP=1\nNO_COLOR=1\nOK_TOKEN=y\nPAGER=cat\n" +
		"PATH=" + os.Getenv("PATH") + "\nPWD=/\nSHLVL=1\nTERM=dumb\n"
	if got := o.Stdout.Text; got != want {
		t.Errorf("environment:\n%s\nwant:\n%s", got, want)
	}
}

func TestRunNamesAnUnusableDirectory(t *testing.T) {
	e := executor(t, local.Options{})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	gone := t.TempDir()
	spec := resolve(t, e, shell.Request{Command: "true", Dir: gone})
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	_, err := e.Run(t.Context(), spec)
	if shell.CodeOf(err) != shell.CodeDirectory || !strings.Contains(err.Error(), gone) {
		t.Errorf("deleted: %v", err)
	}
	_, err = e.Run(t.Context(), resolve(t, e, shell.Request{Command: "true", Dir: file}))
	if shell.CodeOf(err) != shell.CodeDirectory || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("file: %v", err)
	}
}

func TestRunWorksInOddDirectories(t *testing.T) {
	e := executor(t, local.Options{})
	for _, name := range []string{"with space", "new\nline", "bad\xff\xfeutf8", "-dash", "$(x)"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		o := run(t, e, shell.Request{Command: "touch here; pwd", Dir: dir})
		if _, err := os.Stat(filepath.Join(dir, "here")); err != nil || o.Code != 0 {
			t.Errorf("%q: %v, %+v", name, err, o)
		}
	}
}

func TestRunBlamesAMissingShell(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	e := executor(t, local.Options{})
	_, err := e.Run(t.Context(), resolve(t, e, shell.Request{Command: "true"}))
	if shell.CodeOf(err) != shell.CodeNoShell {
		t.Errorf("error %v", err)
	}
}

func TestRunLimitsMemory(t *testing.T) {
	e := executor(t, local.Options{Config: local.Config{MaxMemoryBytes: 256 << 20}})
	o := run(t, e, shell.Request{Command: "ulimit -v"})
	if o.Stdout.Text != "262144\n" {
		t.Errorf("limit %q", o.Stdout.Text)
	}
}

func TestRunRefusesACancelledCaller(t *testing.T) {
	e := executor(t, local.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	marker := filepath.Join(t.TempDir(), "marker")
	_, err := e.Run(ctx, resolve(t, e, shell.Request{Command: "touch " + marker}))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("the command ran")
	}
}

func TestResolveRefuses(t *testing.T) {
	e := executor(t, local.Options{})
	for name, r := range map[string]shell.Request{
		"zero":     {Command: "x", Timeout: millis(0)},
		"negative": {Command: "x", Timeout: millis(-1)},
		"nul":      {Command: "a\x00b"},
		"confined": {Command: "x", Policy: policyReadOnly()},
	} {
		if _, err := e.Resolve(r); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	s := resolve(t, e, shell.Request{Command: "x", Timeout: millis(1e9), Dir: "sub"})
	if s.Timeout != 600_000 || !filepath.IsAbs(s.Dir) {
		t.Errorf("spec %+v", s)
	}
}

func TestConfigureKeepsTheLastGoodSettings(t *testing.T) {
	e := executor(t, local.Options{Config: local.Config{TimeoutMs: 7_000}})
	if err := e.Configure(local.Config{GraceMs: -1}); shell.CodeOf(err) != shell.CodeConfig {
		t.Errorf("error %v", err)
	}
	if s := resolve(t, e, shell.Request{Command: "x"}); s.Timeout != 7_000 {
		t.Errorf("timeout %v", s.Timeout)
	}
	if err := e.Configure(local.Config{TimeoutMs: 9_000, MaxTimeoutMs: 8_000}); err != nil {
		t.Fatal(err)
	}
	if s := resolve(t, e, shell.Request{Command: "x"}); s.Timeout != 8_000 {
		t.Errorf("timeout %v", s.Timeout)
	}
}

func TestBackgroundChildHoldsThePipeForTheGraceOnly(t *testing.T) {
	e := executor(t, local.Options{Config: local.Config{GraceMs: 200}})
	start := time.Now()
	o := run(t, e, shell.Request{Command: "sleep 61 & echo hi"})
	if o.Stdout.Text != "hi\n" || o.Code != 0 || time.Since(start) > 30*time.Second {
		t.Errorf("outcome %+v after %v", o, time.Since(start))
	}
}

func TestNoisyOutputIsBounded(t *testing.T) {
	e := executor(t, local.Options{})
	o := run(t, e, shell.Request{Command: "head -c 100000000 /dev/zero | tr '\\0' x; " +
		"head -c 3000000 /dev/urandom >&2"})
	if !o.Stdout.Truncated || len(o.Stdout.Text) != 64_000 || o.Stdout.Bytes != 100_000_000 {
		t.Errorf("stdout: %d of %d", len(o.Stdout.Text), o.Stdout.Bytes)
	}
	if o.Stdout.Spill != "" {
		t.Error("a spill file over the cap")
	}
	info, err := os.Stat(o.Stderr.Spill)
	if err != nil || info.Size() != 3_000_000 {
		t.Errorf("spill: %v, %v", info, err)
	}
}
