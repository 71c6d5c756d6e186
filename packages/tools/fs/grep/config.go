package grep

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/auto"
)

// The defaults of a [Config].
const (
	DefaultMaxMatches   = 250
	DefaultMaxLineBytes = 2000
	DefaultMetaMaxBytes = 65_536
	DefaultTimeoutMs    = 30_000
)

// Config configures the tool.
type Config struct {
	// Root is the directory of relative paths for calls whose agent has no workspace; empty is the
	// process's.
	Root string `json:"root,omitzero"`
	// Engine is "ripgrep", "walker" or empty for ripgrep when it is there.
	Engine auto.Choice `json:"engine,omitzero"`
	// GrepMaxMatches is how many matches are shown.
	GrepMaxMatches int `json:"grepMaxMatches"`
	// GrepMaxLineBytes is how many bytes of a line are shown.
	GrepMaxLineBytes int `json:"grepMaxLineBytes"`
	// SearchMetaMaxBytes bounds the metadata of the card.
	SearchMetaMaxBytes int `json:"searchMetaMaxBytes"`
	// RawOutputMaxBytes bounds what is collected.
	RawOutputMaxBytes int64 `json:"rawOutputMaxBytes"`
	// TimeoutMs is the declared budget of a call.
	TimeoutMs int `json:"timeoutMs"`
}

// Defaults returns the configuration that a row is decoded onto.
func (Config) Defaults() Config {
	return Config{
		GrepMaxMatches: DefaultMaxMatches, GrepMaxLineBytes: DefaultMaxLineBytes,
		SearchMetaMaxBytes: DefaultMetaMaxBytes, RawOutputMaxBytes: search.DefaultMaxBytes,
		TimeoutMs: DefaultTimeoutMs,
	}
}

// Resolve returns the configuration with the defaults in place of zeros.
func (c Config) Resolve() Config {
	d := c.Defaults()
	for _, f := range []struct{ value, fallback *int }{
		{&c.GrepMaxMatches, &d.GrepMaxMatches}, {&c.GrepMaxLineBytes, &d.GrepMaxLineBytes},
		{&c.SearchMetaMaxBytes, &d.SearchMetaMaxBytes}, {&c.TimeoutMs, &d.TimeoutMs},
	} {
		if *f.value == 0 {
			*f.value = *f.fallback
		}
	}
	if c.RawOutputMaxBytes == 0 {
		c.RawOutputMaxBytes = d.RawOutputMaxBytes
	}
	return c
}

// Validate refuses an unknown engine and numbers that are not positive.
func (c Config) Validate() error {
	for _, f := range []struct {
		name  string
		value int64
	}{
		{"grepMaxMatches", int64(c.GrepMaxMatches)}, {"grepMaxLineBytes", int64(c.GrepMaxLineBytes)},
		{"searchMetaMaxBytes", int64(c.SearchMetaMaxBytes)}, {"rawOutputMaxBytes", c.RawOutputMaxBytes},
		{"timeoutMs", int64(c.TimeoutMs)},
	} {
		if f.value <= 0 {
			return fmt.Errorf("%s must be a positive integer, got %d", f.name, f.value)
		}
	}
	return c.Engine.Validate()
}
