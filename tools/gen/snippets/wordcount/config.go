package wordcount

import "errors"

// show: config

// Config configures the tool. Its JSON members are what a preset's row may say.
type Config struct {
	// MaxBytes bounds the files that are counted, in bytes.
	MaxBytes int `json:"maxBytes"`
}

// Defaults are what holds where a configuration says nothing.
func (Config) Defaults() Config { return Config{MaxBytes: 1 << 20} }

// Validate refuses what cannot work.
func (c Config) Validate() error {
	if c.MaxBytes < 1 {
		return errors.New("maxBytes must be 1 or more")
	}
	return nil
}

// end: config

func (c Config) limit(asked int) int {
	if asked > 0 && asked < c.MaxBytes {
		return asked
	}
	return c.MaxBytes
}
