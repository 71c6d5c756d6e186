package ptc

import "github.com/dsh-go/dsh/packages/core/tools"

// Config configures an executor. The zero value is ready.
type Config struct {
	// MaxParallelSubCalls bounds the calls of one program that run at once; 1 is
	// strictly serial, 0 means 10, negative values are refused (P25).
	MaxParallelSubCalls int `json:"maxParallelSubCalls,omitzero"`
	// AlsoDirect declares and admits the tools as native calls too, beside
	// run_code (decision Q11).
	AlsoDirect bool `json:"alsoDirect,omitzero"`
}

// Validate refuses a negative bound (P131).
func (c Config) Validate() error {
	if c.MaxParallelSubCalls < 0 {
		return refuse(CodeBadConfig, "maxParallelSubCalls must be 1 or more, or 0 for the default of 10")
	}
	return nil
}

// Resolve returns the configuration with its defaults in place.
func (c Config) Resolve() Config {
	if c.MaxParallelSubCalls == 0 {
		c.MaxParallelSubCalls = tools.DefaultMaxParallel
	}
	return c
}
