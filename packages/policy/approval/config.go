package approval

import (
	"fmt"
	"time"
)

// Policy says whether anybody is asked.
type Policy string

// The policies.
const (
	// PolicyAsk puts questions to the answerers. It is the default.
	PolicyAsk Policy = "ask"
	// PolicyNever rejects every question before any answerer hears of it.
	PolicyNever Policy = "never"
)

// Config configures a mounted service. The zero value asks, without a limit.
type Config struct {
	// Policy holds for agents whose session has none of its own.
	Policy Policy `json:"policy,omitzero"`
	// TimeoutMs is how many milliseconds a question may stay open; 0 means for as
	// long as its call waits.
	TimeoutMs int64 `json:"timeoutMs,omitzero"`
}

// Validate refuses unknown policies and negative limits.
func (c Config) Validate() error {
	if err := c.Policy.check(); c.Policy != "" && err != nil {
		return err
	}
	if c.TimeoutMs < 0 || c.TimeoutMs > maxTimeout.Milliseconds() {
		return &Error{Code: CodeConfig, Message: fmt.Sprintf(
			"timeoutMs must be 0 to %d", maxTimeout.Milliseconds())}
	}
	return nil
}

// Resolve returns the configuration with its defaults in place.
func (c Config) Resolve() Config {
	if c.Policy == "" {
		c.Policy = PolicyAsk
	}
	return c
}

const maxTimeout = 30 * 24 * time.Hour

func (p Policy) check() error {
	if p != PolicyAsk && p != PolicyNever {
		return &Error{Code: CodeConfig, Message: fmt.Sprintf(
			"approval policy %q is unknown: use %q or %q", p, PolicyAsk, PolicyNever)}
	}
	return nil
}
