package agentloop

import "github.com/dsh-go/dsh/packages/core/tools"

// Config configures a loop. The zero value is ready.
type Config struct {
	// MaxSteps ends a turn after so many steps; 0 means no limit.
	MaxSteps int `json:"maxSteps,omitzero"`
	// MaxParallelToolCalls bounds the bodies of one batch that run at once; 0 means
	// the default, 10. See [Loop.SetMaxParallel].
	MaxParallelToolCalls int `json:"maxParallelToolCalls,omitzero"`
	// MaxOutputTokens limits each answer; 0 leaves the limit to the adapter.
	MaxOutputTokens int `json:"maxOutputTokens,omitzero"`
	// Temperature is passed on as it is; nil leaves it to the provider.
	Temperature *float64 `json:"temperature,omitempty"`
}

// Validate refuses negative numbers.
func (c Config) Validate() error {
	for _, f := range []struct {
		name string
		n    int
	}{
		{"maxSteps", c.MaxSteps},
		{"maxParallelToolCalls", c.MaxParallelToolCalls},
		{"maxOutputTokens", c.MaxOutputTokens},
	} {
		if f.n < 0 {
			return &Error{Code: CodeConfig, Message: f.name + " must be 1 or more, or 0 for the default"}
		}
	}
	return nil
}

// Resolve returns the configuration with its defaults in place.
func (c Config) Resolve() Config {
	if c.MaxParallelToolCalls == 0 {
		c.MaxParallelToolCalls = tools.DefaultMaxParallel
	}
	return c
}
