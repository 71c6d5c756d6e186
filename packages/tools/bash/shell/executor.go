package shell

import (
	"context"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

// Executor runs commands somewhere. Implementations are safe for concurrent use.
type Executor interface {
	// Resolve applies defaults and limits and makes the environment. It starts nothing.
	Resolve(r Request) (Spec, error)
	// Run runs a command and waits for it, at most for its limit and the grace period that a
	// dying command gets. When ctx is done the command is ended first; the outcome then says
	// Aborted. An error means that the command never ran.
	Run(ctx context.Context, s Spec) (Outcome, error)
	// Start runs a command in the background: no limit applies, and only Kill or closing the
	// executor ends it. ctx covers the start alone.
	Start(ctx context.Context, s Spec) (Process, error)
}

// Confiner is implemented by executors that confine commands.
type Confiner interface {
	// Policy is the confinement of commands without one of their own. Its mode is empty when
	// the executor does not confine after all.
	Policy() sandbox.Policy
	// Report says what the confinement stops here and what it cannot.
	Report() sandbox.Report
}

// PolicyOf returns the confinement that e gives to commands by default, and whether it confines
// at all.
func PolicyOf(e Executor) (sandbox.Policy, bool) {
	c, ok := e.(Confiner)
	if !ok {
		return sandbox.Policy{}, false
	}
	p := c.Policy()
	return p, p.Mode != ""
}

// Status is the state of a background command.
type Status string

const (
	// StatusRunning: the first process has not ended, or is being killed.
	StatusRunning Status = "running"
	// StatusCompleted: it ended by itself with an exit status.
	StatusCompleted Status = "completed"
	// StatusKilled: it ended by a signal, was killed, or could not be started.
	StatusKilled Status = "killed"
)

// Process is a command in the background.
type Process interface {
	// Done is closed when the command has ended and its output was collected.
	Done() <-chan struct{}
	// State returns the status and, once it is not running, how the command ended.
	State() (Status, Exit)
	// ReadOutput returns the output since the previous read. Reads consume.
	ReadOutput() Delta
	// Kill ends the command: TERM, the grace period, KILL. It returns at once; false means that
	// the command had already ended.
	Kill() bool
}

// Delta is the output of a background command since the previous read.
type Delta struct {
	// Stdout and Stderr are valid UTF-8; an incomplete code point waits for the next read.
	Stdout, Stderr string
	// Lossy tells that memory no longer held part of the output.
	Lossy bool
	// StdoutSpill and StderrSpill name the files with the whole streams, where they exist.
	StdoutSpill, StderrSpill string
	// Notice is a line about the confinement, given once, or empty.
	Notice string
}
