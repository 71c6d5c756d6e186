package jobs

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// Config are the settings of the job tools (tools §7). A zero field means its default.
type Config struct {
	// WaitTimeoutMs is how long job_output waits when the call does not say; default 30 000.
	WaitTimeoutMs shell.Millis `json:"waitTimeoutMs,omitzero"`
	// MaxWaitTimeoutMs is the longest wait; default 600 000. WaitTimeoutMs may not exceed it.
	MaxWaitTimeoutMs shell.Millis `json:"maxWaitTimeoutMs,omitzero"`
	// CompletionDelivery is "wakeup", the default: the end of a job that nobody waits for may
	// start a turn of its idle owner; or "quiet": the owner reads it at its next turn.
	CompletionDelivery string `json:"completionDelivery,omitzero"`
	// MaxConsecutiveWakes is how many such turns may follow each other; default 3.
	MaxConsecutiveWakes int `json:"maxConsecutiveWakes,omitzero"`
}

// Defaults returns the settings that hold when nothing is given.
func (Config) Defaults() Config {
	return Config{WaitTimeoutMs: 30_000, MaxWaitTimeoutMs: 600_000,
		CompletionDelivery: "wakeup", MaxConsecutiveWakes: 3}
}

// Validate refuses settings that mean nothing.
func (c Config) Validate() error {
	switch {
	case !c.WaitTimeoutMs.Valid() || !c.MaxWaitTimeoutMs.Valid():
		return refuse(CodeInvalid, "waitTimeoutMs and maxWaitTimeoutMs must be positive finite numbers")
	case c.WaitTimeoutMs > c.MaxWaitTimeoutMs:
		return refuse(CodeInvalid, "waitTimeoutMs (%v) must not exceed maxWaitTimeoutMs (%v)",
			c.WaitTimeoutMs, c.MaxWaitTimeoutMs)
	case c.CompletionDelivery != "wakeup" && c.CompletionDelivery != "quiet":
		return refuse(CodeInvalid, "completionDelivery must be \"wakeup\" or \"quiet\", got %q",
			c.CompletionDelivery)
	case c.MaxConsecutiveWakes < 0:
		return refuse(CodeInvalid, "maxConsecutiveWakes must not be negative, got %d",
			c.MaxConsecutiveWakes)
	}
	return nil
}

// wakes is the budget for the registry.
func (c Config) wakes() int {
	if c.CompletionDelivery == "quiet" {
		return 0
	}
	return c.MaxConsecutiveWakes
}

// waitLimit settles how long a call may wait.
func (c Config) waitLimit(requested *float64) (shell.Millis, error) {
	var hint *shell.Millis
	if requested != nil {
		m := shell.Millis(*requested)
		if !m.Valid() {
			return 0, fmt.Errorf("invalid timeout_ms: expected a positive number, got %v", *requested)
		}
		hint = &m
	}
	return shell.Clamp(hint, c.WaitTimeoutMs, c.MaxWaitTimeoutMs)
}
