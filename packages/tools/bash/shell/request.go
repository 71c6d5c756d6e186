package shell

import (
	"math"
	"strconv"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

// Request is what a tool or a trusted plugin wants to run.
type Request struct {
	// Command is shell text, passed to the shell as it is.
	Command string
	// Dir is the working directory; empty means the executor's.
	Dir string
	// Timeout is the wanted limit; nil means the executor's default.
	Timeout *Millis
	// OutputBytes is how much of each stream is kept inline; 0 means the executor's default.
	OutputBytes int
	// Stdin is text for the command's input; nil is the null device. For trusted plugins only,
	// as are Env and Managed: none of them ever comes from a model.
	Stdin *string
	// Env is laid over the scrubbed environment.
	Env []environ.Setting
	// Managed is laid over everything: the snapshot of the managed variables.
	Managed []environ.Setting
	// Policy is the confinement; its zero value asks for none, which a confining executor takes
	// as its own default.
	Policy sandbox.Policy
}

// Spec is a resolved request. It is made by [Executor.Resolve] and not changed afterwards.
type Spec struct {
	Command string
	Dir     string
	Timeout Millis
	Output  int
	Stdin   *string
	Env     []string
	Policy  sandbox.Policy
}

// Millis is a time span in milliseconds, fractions allowed.
type Millis float64

// Duration converts to nanoseconds, rounding up so that a positive span never becomes zero.
func (m Millis) Duration() time.Duration {
	return time.Duration(math.Ceil(float64(m) * float64(time.Millisecond)))
}

// String gives the shortest exact decimal: 400, 0.5.
func (m Millis) String() string {
	return strconv.FormatFloat(float64(m), 'f', -1, 64)
}

// Valid reports whether m is a positive finite number.
func (m Millis) Valid() bool {
	return m > 0 && !math.IsInf(float64(m), 0)
}
