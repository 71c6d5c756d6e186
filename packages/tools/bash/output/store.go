package output

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Store hands out spill files. They live in one private directory, made at the first need:
// mode 0700, an unguessable name, files created exclusively with mode 0600 (tools §4.3). The
// zero value uses the system's temporary directory. Safe for concurrent use.
//
// Files outlive the process: their paths were given to a model, and what it may still read is
// not this package's to delete.
type Store struct {
	// Dir is where the private directory is made; empty means [os.TempDir].
	Dir string

	mu   sync.Mutex
	made string
}

// Path returns the private directory, making it when needed. A confined command that should
// read spill files needs it among its readable places.
func (s *Store) Path() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made != "" {
		if _, err := os.Lstat(s.made); err == nil {
			return s.made, nil
		}
	}
	dir, err := os.MkdirTemp(s.Dir, "dsh-output-")
	if err != nil {
		return "", fmt.Errorf("make a directory for spilled output: %w", err)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", fmt.Errorf("resolve the directory for spilled output: %w", err)
	}
	s.made = dir
	return dir, nil
}

// create opens a new spill file.
func (s *Store) create() (*os.File, error) {
	dir, err := s.Path()
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, "stream-*.log")
	if err != nil {
		return nil, fmt.Errorf("create a spill file: %w", err)
	}
	return f, nil
}
