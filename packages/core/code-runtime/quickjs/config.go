package quickjs

import (
	"io"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
)

// Config configures a [Runtime]. The zero value is ready: every budget at its
// default, no compile cache on disk.
type Config struct {
	// Budgets bound every run.
	coderuntime.Budgets
	// CacheDir keeps the instrumented and compiled engine between processes,
	// which saves about half a second at the first program (and two more for
	// the type eraser).
	// It is created with mode 0700 and must be writable by its owner alone:
	// its content is executed. Empty for no cache; see [UserCacheDir].
	CacheDir string `json:"cacheDir,omitzero"`
	// MaxProgramBytes bounds the program text. Default 128 KiB.
	MaxProgramBytes coderuntime.Count `json:"maxProgramBytes,omitzero"`
	// EraseMs is the work the type eraser may do, in milliseconds of an idle
	// machine: each stands for 100,000 loop iterations. Default 1000 ms.
	EraseMs coderuntime.Milliseconds `json:"eraseMs,omitzero"`
	// MaxPendingCalls bounds the calls of one program that are not yet
	// settled; a call beyond it ends the run. Default 16,384.
	MaxPendingCalls coderuntime.Count `json:"maxPendingCalls,omitzero"`
	// SlowBelt makes the guests ask at every loop whether the run was
	// cancelled, as a second belt beside the fuel pass. Programs become two
	// to five times slower.
	SlowBelt bool `json:"slowBelt,omitzero"`
	// Check, when its Command is set, type-checks programs in a child process.
	Check Check `json:"check,omitzero"`
	// Clock and Random, when set, replace the clocks and the secure random
	// source of the host, for tests.
	Clock  Clock     `json:"-"`
	Random io.Reader `json:"-"`
}

// Clock is the time a program sees. It does not affect budgets and timers.
type Clock struct {
	// Now is the wall clock; nil stands for that of the host.
	Now func() time.Time
}

// withDefaults gives the configuration with each zero field resolved.
func (c Config) withDefaults() Config {
	c.Budgets = c.Budgets.WithDefaults()
	if c.MaxProgramBytes == 0 {
		c.MaxProgramBytes = 128 << 10
	}
	if c.EraseMs == 0 {
		c.EraseMs = 1000
	}
	if c.MaxPendingCalls == 0 {
		c.MaxPendingCalls = 16384
	}
	c.Check = c.Check.withDefaults()
	return c
}

// Validate checks the ranges, with zero fields at their defaults. The error
// has the code [coderuntime.CodeConfig] and names the key.
func (c Config) Validate() error {
	c = c.withDefaults()
	if err := c.Budgets.Validate(); err != nil {
		return err
	}
	switch {
	case c.MaxProgramBytes < 0 || c.MaxProgramBytes > maxProgramBytes:
		return configError("maxProgramBytes must be from 1 to %d, not %d", maxProgramBytes,
			c.MaxProgramBytes)
	case !(c.EraseMs > 0 && c.EraseMs <= 60_000):
		return configError("eraseMs must be above 0 and at most 60000, not %v", c.EraseMs)
	case c.MaxPendingCalls < 0 || c.MaxPendingCalls > maxPendingCalls:
		return configError("maxPendingCalls must be from 1 to %d, not %d", maxPendingCalls,
			c.MaxPendingCalls)
	}
	return c.Check.validate()
}

// sources replaces what the configuration wants replaced.
func (c Config) sources(s engine.Sources) engine.Sources {
	if c.Clock.Now != nil {
		s.Now = c.Clock.Now
	}
	if c.Random != nil {
		s.Random = c.Random
	}
	return s
}

const (
	maxProgramBytes = 16 << 20
	maxPendingCalls = 1 << 20
)
