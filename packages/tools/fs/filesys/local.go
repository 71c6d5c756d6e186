package filesys

import (
	"fmt"
	"hash/maphash"
	"os"
)

// The limits of a [Config] that gives none.
const (
	// DefaultDiffBasisMaxBytes bounds what is kept of an overwritten file for a diff.
	DefaultDiffBasisMaxBytes = 10 << 20
	// DefaultEditMaxBytes bounds the file that an edit loads.
	DefaultEditMaxBytes = 128 << 20
)

// Config configures a [Local]. The zero Config is usable.
type Config struct {
	// Dir is the directory of relative paths that come without one; empty: the process's.
	Dir string `json:"dir,omitzero"`
	// DiffBasisMaxBytes: an old file, and new content, of this size or more give no basis for a
	// diff. 0: [DefaultDiffBasisMaxBytes].
	DiffBasisMaxBytes int64 `json:"diffBasisMaxBytes,omitzero"`
	// EditMaxBytes is the largest file, in bytes, that an edit accepts. 0: [DefaultEditMaxBytes].
	EditMaxBytes int64 `json:"editMaxBytes,omitzero"`
	// NoSync leaves out the flush to the device before a write is published. A write is then still
	// atomic for other processes but may be lost or empty after a power failure.
	NoSync bool `json:"noSync,omitzero"`
}

// Validate reports a limit that is negative.
func (c Config) Validate() error {
	if c.DiffBasisMaxBytes < 0 {
		return fmt.Errorf("diffBasisMaxBytes must be positive, got %d", c.DiffBasisMaxBytes)
	}
	if c.EditMaxBytes < 0 {
		return fmt.Errorf("editMaxBytes must be positive, got %d", c.EditMaxBytes)
	}
	return nil
}

func (c Config) resolved() (Config, error) {
	if err := c.Validate(); err != nil {
		return c, err
	}
	if c.DiffBasisMaxBytes == 0 {
		c.DiffBasisMaxBytes = DefaultDiffBasisMaxBytes
	}
	if c.EditMaxBytes == 0 {
		c.EditMaxBytes = DefaultEditMaxBytes
	}
	if c.Dir != "" {
		return c, nil
	}
	dir, err := os.Getwd()
	c.Dir = dir
	return c, err
}

// Local is the machine's own file system. Make one with [NewLocal]; it is safe for concurrent use.
type Local struct {
	dir    string
	config Config
	seed   maphash.Seed
	locks  keyLocks
}

// NewLocal makes a backend. It fails when a limit is negative or the process has no directory.
func NewLocal(c Config) (*Local, error) {
	c, err := c.resolved()
	if err != nil {
		return nil, fmt.Errorf("local file system: %w", err)
	}
	return &Local{dir: c.Dir, config: c, seed: maphash.MakeSeed()}, nil
}
