package persistent

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// Config are the settings of the tool (tools §6). A zero field means its default.
type Config struct {
	// BackendType is the kind of backend; there is one, "shell".
	BackendType string `json:"backendType,omitzero"`
	// TimeoutMs is the limit of a call; default 300 000. A shell that exceeds it is discarded.
	TimeoutMs shell.Millis `json:"timeoutMs,omitzero"`
	// MaxOutputChars is how many characters of the output's beginning are kept; default 16 000.
	MaxOutputChars int `json:"maxOutputChars,omitzero"`
	// Description replaces what the model is told.
	Description *string `json:"description,omitzero"`
}

// Defaults returns the settings that hold when nothing is given.
func (Config) Defaults() Config {
	return Config{BackendType: "shell", TimeoutMs: 300_000, MaxOutputChars: 16_000}
}

// Validate refuses settings that mean nothing.
func (c Config) Validate() error {
	switch {
	case c.BackendType != "shell":
		return fmt.Errorf("backendType must be \"shell\", got %q", c.BackendType)
	case !c.TimeoutMs.Valid() || c.TimeoutMs > shell.MaxDelay:
		return fmt.Errorf("timeoutMs must be a positive number no greater than %v, got %v",
			shell.MaxDelay, float64(c.TimeoutMs))
	case c.MaxOutputChars <= 0:
		return fmt.Errorf("maxOutputChars must be a positive integer, got %d", c.MaxOutputChars)
	case c.Description != nil && strings.TrimSpace(*c.Description) == "":
		return fmt.Errorf("description must not be blank")
	}
	return nil
}
