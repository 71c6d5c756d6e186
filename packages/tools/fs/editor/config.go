package editor

import (
	"errors"
	"fmt"
	"strings"
)

// The defaults of a [Config].
const (
	DefaultMaxOutputChars = 16_000
	DefaultMaxFileBytes   = 64 << 20
)

// Config configures the tool. Zeros are defaults.
type Config struct {
	// MaxOutputChars bounds what a view shows, in code points.
	MaxOutputChars int `json:"maxOutputChars,omitzero"`
	// MaxFileBytes is the largest file that is loaded.
	MaxFileBytes int64 `json:"maxFileBytes,omitzero"`
	// Description replaces the tool's description.
	Description *string `json:"description,omitzero"`
}

// Resolve returns the configuration with the defaults in place of zeros.
func (c Config) Resolve() Config {
	if c.MaxOutputChars == 0 {
		c.MaxOutputChars = DefaultMaxOutputChars
	}
	if c.MaxFileBytes == 0 {
		c.MaxFileBytes = DefaultMaxFileBytes
	}
	if c.Description == nil {
		text := description
		c.Description = &text
	}
	return c
}

// Validate refuses a blank description and numbers that are negative.
func (c Config) Validate() error {
	if c.Description != nil && strings.TrimSpace(*c.Description) == "" {
		return errors.New("description must not be blank; leave it out for the usual one")
	}
	for name, n := range map[string]int64{
		"maxOutputChars": int64(c.MaxOutputChars), "maxFileBytes": c.MaxFileBytes,
	} {
		if n < 0 {
			return fmt.Errorf("%s must be a positive integer, got %d", name, n)
		}
	}
	return nil
}
