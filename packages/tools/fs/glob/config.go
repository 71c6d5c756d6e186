package glob

import (
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/auto"
)

// The defaults of a [Config].
const (
	DefaultMaxResults   = 100
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
	// SampleOverCapGlobResults shows a sample of the entries at the top when there is more than the
	// cap, instead of the oldest files. Mandatory: it has no default.
	SampleOverCapGlobResults *bool `json:"sampleOverCapGlobResults"`
	// GlobMaxResults is how many paths are shown.
	GlobMaxResults int `json:"globMaxResults"`
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
		GlobMaxResults: DefaultMaxResults, SearchMetaMaxBytes: DefaultMetaMaxBytes,
		RawOutputMaxBytes: search.DefaultMaxBytes, TimeoutMs: DefaultTimeoutMs,
	}
}

// Resolve returns the configuration with the defaults in place of zeros.
func (c Config) Resolve() Config {
	d := c.Defaults()
	if c.GlobMaxResults == 0 {
		c.GlobMaxResults = d.GlobMaxResults
	}
	if c.SearchMetaMaxBytes == 0 {
		c.SearchMetaMaxBytes = d.SearchMetaMaxBytes
	}
	if c.RawOutputMaxBytes == 0 {
		c.RawOutputMaxBytes = d.RawOutputMaxBytes
	}
	if c.TimeoutMs == 0 {
		c.TimeoutMs = d.TimeoutMs
	}
	return c
}

// Validate refuses a missing choice of sampling, an unknown engine and numbers that are not
// positive.
func (c Config) Validate() error {
	if c.SampleOverCapGlobResults == nil {
		return errors.New("sampleOverCapGlobResults is required: set it to true or false")
	}
	for _, f := range []struct {
		name  string
		value int64
	}{
		{"globMaxResults", int64(c.GlobMaxResults)}, {"timeoutMs", int64(c.TimeoutMs)},
		{"searchMetaMaxBytes", int64(c.SearchMetaMaxBytes)}, {"rawOutputMaxBytes", c.RawOutputMaxBytes},
	} {
		if f.value <= 0 {
			return fmt.Errorf("%s must be a positive integer, got %d", f.name, f.value)
		}
	}
	return c.Engine.Validate()
}
