package read

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

// DefaultStreamMinSize is the size from which a file was streamed by other implementations.
const DefaultStreamMinSize = 10 << 20

// Config configures the tool. Numbers are positive.
type Config struct {
	// Root is the directory of relative paths for calls whose agent has no workspace; empty is the
	// process's.
	Root string `json:"root,omitzero"`
	// ReadLimit is the default and the largest number of lines of one call.
	ReadLimit int `json:"readLimit"`
	// ReadMaxLineLength is the largest number of code points of a line.
	ReadMaxLineLength int `json:"readMaxLineLength"`
	// ReadMaxBytes bounds the lines of one call together.
	ReadMaxBytes int `json:"readMaxBytes"`
	// ReadStreamMinSize is accepted from older configurations and has no effect: every file is
	// streamed.
	ReadStreamMinSize int `json:"readStreamMinSize"`
}

// Defaults returns the configuration that a row is decoded onto.
func (Config) Defaults() Config {
	return Config{
		ReadLimit: window.DefaultLines, ReadMaxLineLength: window.DefaultLineChars,
		ReadMaxBytes: window.DefaultBytes, ReadStreamMinSize: DefaultStreamMinSize,
	}
}

// Resolve returns the configuration with the defaults in place of zeros.
func (c Config) Resolve() Config {
	d := c.Defaults()
	for _, f := range []struct{ value, fallback *int }{
		{&c.ReadLimit, &d.ReadLimit}, {&c.ReadMaxLineLength, &d.ReadMaxLineLength},
		{&c.ReadMaxBytes, &d.ReadMaxBytes}, {&c.ReadStreamMinSize, &d.ReadStreamMinSize},
	} {
		if *f.value == 0 {
			*f.value = *f.fallback
		}
	}
	return c
}

// Validate refuses numbers that are not positive.
func (c Config) Validate() error {
	for _, f := range []struct {
		name  string
		value int
	}{
		{"readLimit", c.ReadLimit}, {"readMaxLineLength", c.ReadMaxLineLength},
		{"readMaxBytes", c.ReadMaxBytes}, {"readStreamMinSize", c.ReadStreamMinSize},
	} {
		if f.value <= 0 {
			return fmt.Errorf("%s must be a positive integer, got %d", f.name, f.value)
		}
	}
	return nil
}
