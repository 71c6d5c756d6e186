package shell

import (
	"github.com/dsh-go/dsh/packages/tools/bash/output"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

// Exit is how a command ended. Signal and a code exclude each other.
type Exit struct {
	// Code is the exit status; it counts only when Signal is empty.
	Code int
	// Signal is the name of the signal that ended the first process ("SIGKILL"), or empty.
	Signal string
}

// Outcome holds the facts of a foreground run. Non-zero exits, signals, time-outs and
// cancellation are facts, not errors.
type Outcome struct {
	Exit
	// TimedOut tells that the command's own limit passed first; Aborted that the caller
	// cancelled first. At most one is set: the first cause wins.
	TimedOut, Aborted bool
	// Timeout is the limit that was in force.
	Timeout Millis
	// Stdout and Stderr are what was kept of the streams.
	Stdout, Stderr output.Stream
	// Sandbox is set when the command was confined.
	Sandbox *Confinement
}

// Confinement tells how a command was confined and what came of it.
type Confinement struct {
	Mode        sandbox.Mode
	Enforcement sandbox.Enforcement
	// Denied tells that the command failed and its error output looks like a refusal of the
	// confinement. A guess by nature: an ordinary permission problem reads the same.
	Denied bool
}
