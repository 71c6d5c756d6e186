package local

import (
	"context"
	"fmt"
	"math"
	"os"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
	"github.com/dsh-go/dsh/packages/tools/bash/output"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// Config are the settings of an executor (tools §4.2). A zero field means its default.
type Config struct {
	// Cwd is the working directory of requests that name none; default: the process's.
	Cwd string `json:"cwd,omitzero"`
	// TimeoutMs is the limit of requests that name none; default 120 000.
	TimeoutMs shell.Millis `json:"timeoutMs,omitzero"`
	// MaxTimeoutMs is the highest limit; default 600 000. It lowers TimeoutMs, too.
	MaxTimeoutMs shell.Millis `json:"maxTimeoutMs,omitzero"`
	// MaxOutputBytes is how much of each stream stays inline, its end; default 64 000.
	MaxOutputBytes int `json:"maxOutputBytes,omitzero"`
	// MaxSpillBytes is the largest spill file of a stream; default 64 MiB.
	MaxSpillBytes int64 `json:"maxSpillBytes,omitzero"`
	// GraceMs is how long a command may take to die after TERM, and how long a run waits for
	// the pipes of an ended command; default 3 000.
	GraceMs shell.Millis `json:"graceMs,omitzero"`
	// SpillDir is where the private directory of spill files is made; default: the system's
	// temporary directory.
	SpillDir string `json:"spillDir,omitzero"`
	// MaxMemoryBytes limits the address space of each process, where `ulimit -v` works;
	// default none.
	MaxMemoryBytes uint64 `json:"maxMemoryBytes,omitzero"`
	// AllowEnv names inherited variables that commands may see although their names look like
	// secrets; * stands for any characters.
	AllowEnv []string `json:"allowEnv,omitzero"`
}

// withDefaults fills the zero fields.
func (c Config) withDefaults() Config {
	fill(&c.TimeoutMs, 120_000)
	fill(&c.MaxTimeoutMs, 600_000)
	fill(&c.MaxOutputBytes, 64_000)
	fill(&c.MaxSpillBytes, 64<<20)
	fill(&c.GraceMs, 3_000)
	return c
}

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Validate refuses settings that mean nothing.
func (c Config) Validate() error {
	for name, value := range map[string]shell.Millis{"timeoutMs": c.TimeoutMs,
		"maxTimeoutMs": c.MaxTimeoutMs, "graceMs": c.GraceMs} {
		if value != 0 && (!value.Valid() || value > shell.MaxDelay) {
			return refuse("%s must be a positive finite number no greater than %v, got %v", name,
				shell.MaxDelay, float64(value))
		}
	}
	if c.MaxOutputBytes < 0 || c.MaxOutputBytes > math.MaxInt32 {
		return refuse("maxOutputBytes must be between 1 and %d, got %d", math.MaxInt32,
			c.MaxOutputBytes)
	}
	if c.MaxSpillBytes < 0 {
		return refuse("maxSpillBytes must be positive, got %d", c.MaxSpillBytes)
	}
	return nil
}

func refuse(format string, args ...any) error {
	return &shell.Error{Code: shell.CodeConfig, Message: fmt.Sprintf(format, args...)}
}

// Options are what an executor works with besides its settings.
type Options struct {
	Config
	// Environ is the environment to scrub and hand on; nil means this process's.
	Environ []string
	// Sandbox confines commands; nil confines none.
	Sandbox sandbox.Provider
	// Policy is the confinement of requests that bring none; it needs a mode with a Sandbox.
	Policy sandbox.Policy
}

// New makes an executor. Close it to end what it started.
func New(o Options) (*Executor, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Sandbox != nil && !o.Policy.Mode.Valid() {
		_, err := sandbox.ParseMode(string(o.Policy.Mode))
		return nil, err
	}
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	e := &Executor{sandbox: o.Sandbox, policy: o.Policy, live: make(map[*run]struct{}),
		stop: make(chan struct{})}
	// The executor's own lifetime, which no caller owns: it ends the grace periods at Close.
	e.force, e.hurry = context.WithCancel(context.Background())
	e.store.Dir = o.SpillDir
	e.settings.Store(&settings{Config: o.Config.withDefaults(),
		env: environ.Scrub(o.Environ, environ.Rules{Allow: o.AllowEnv})})
	e.environ = o.Environ
	return e, nil
}

// settings are what a run reads: replaced as a whole by Configure.
type settings struct {
	Config
	env []string
}

// limits are the bounds of a stream.
func (s *settings) limits(inline int) output.Limits {
	return output.Limits{Inline: inline, Spill: s.MaxSpillBytes}
}

// Configure replaces the settings for commands started from now on. A refused change leaves the
// present settings in force.
func (e *Executor) Configure(c Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	e.settings.Store(&settings{Config: c.withDefaults(),
		env: environ.Scrub(e.environ, environ.Rules{Allow: c.AllowEnv})})
	return nil
}
