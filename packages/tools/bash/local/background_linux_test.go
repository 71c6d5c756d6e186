package local_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

func background(t *testing.T, e *local.Executor, r shell.Request) shell.Process {
	t.Helper()
	p, err := e.Start(t.Context(), resolve(t, e, r))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestABackgroundCommandIsReadInPieces(t *testing.T) {
	e := executor(t, local.Options{})
	p := background(t, e, shell.Request{Command: "echo one; echo err >&2; exit 3"})
	<-p.Done()
	if status, exit := p.State(); status != shell.StatusCompleted || exit.Code != 3 {
		t.Errorf("state %s, %+v", status, exit)
	}
	if d := p.ReadOutput(); d.Stdout != "one\n" || d.Stderr != "err\n" || d.Lossy {
		t.Errorf("first %+v", d)
	}
	if d := p.ReadOutput(); d != (shell.Delta{}) {
		t.Errorf("second %+v", d)
	}
	if p.Kill() {
		t.Error("killed after the end")
	}
}

func TestABackgroundCommandThatMemoryCannotHold(t *testing.T) {
	e := executor(t, local.Options{})
	p := background(t, e, shell.Request{Command: "seq 1000", OutputBytes: 10})
	<-p.Done()
	d := p.ReadOutput()
	if !d.Lossy || d.StdoutSpill == "" || !strings.HasSuffix(d.Stdout, "1000\n") {
		t.Errorf("delta %+v", d)
	}
}

func TestKillingABackgroundCommand(t *testing.T) {
	e := executor(t, local.Options{Config: local.Config{GraceMs: 100}})
	for command, signal := range map[string]string{
		"echo up; sleep 300":                                    "SIGTERM",
		"trap '' TERM; echo up; sleep 300":                      "SIGKILL",
		"trap 'exit 0' TERM; echo up; sleep 300 & wait; :":      "",
		"trap 'echo bye; exit 4' TERM; echo up; sleep 300&wait": "",
	} {
		p := background(t, e, shell.Request{Command: command})
		await(t, "the command starts", func() bool { return p.ReadOutput().Stdout == "up\n" })
		if !p.Kill() {
			t.Error("not running")
		}
		<-p.Done()
		if status, exit := p.State(); status != shell.StatusKilled || exit.Signal != signal {
			t.Errorf("%s: %s, %+v", command, status, exit)
		}
	}
}

func TestABackgroundCommandOutlivesItsCall(t *testing.T) {
	e := executor(t, local.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	p, err := e.Start(ctx, resolve(t, e, shell.Request{Command: "read x < /dev/null; echo on"}))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-p.Done()
	if d := p.ReadOutput(); d.Stdout != "on\n" {
		t.Errorf("delta %+v", d)
	}
	if _, err := e.Start(ctx, shell.Spec{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

func TestAClosedExecutorRefuses(t *testing.T) {
	e := executor(t, local.Options{})
	s := resolve(t, e, shell.Request{Command: "true"})
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(t.Context(), s); shell.CodeOf(err) != shell.CodeClosed {
		t.Errorf("run: %v", err)
	}
	p, err := e.Start(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if d := p.ReadOutput(); d.Stderr != "spawn failed: the shell executor is closed" {
		t.Errorf("start: %+v", d)
	}
	if err := e.Close(t.Context()); err != nil {
		t.Errorf("again: %v", err)
	}
}
