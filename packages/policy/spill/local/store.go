package local

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/dsh-go/dsh/packages/policy/spill"
)

// hint is what the model is told about stored files.
const hint = "Use read with offset and limit, or grep, on that file to look at the rest."

// Store keeps texts in files. Create it with [New]. Safe for concurrent use.
type Store struct {
	root func() (string, error)
}

var _ spill.Reader = (*Store)(nil)

// Config configures a store.
type Config struct {
	// Root is the directory that texts are kept below; it is made when the first
	// text comes. Empty means a new private directory of this process below the
	// system's directory for temporary files.
	Root string `json:"root,omitzero"`
}

// Validate refuses a relative root: models are told paths, and relative ones
// would mean something else in each workspace.
func (c Config) Validate() error {
	if c.Root != "" && !filepath.IsAbs(c.Root) {
		return &spill.Error{Code: spill.CodeConfig, Message: "root must be an absolute path, not " + c.Root}
	}
	return nil
}

// New returns a store. It touches the file system only when a text comes.
func New(c Config) (*Store, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Root == "" {
		return &Store{root: sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "dsh-spill-") })}, nil
	}
	return &Store{root: func() (string, error) { return c.Root, os.MkdirAll(c.Root, 0o700) }}, nil
}

// SaveText writes the text to a new file, whose path is the locator. A file that
// could not be written whole is removed again.
func (s *Store) SaveText(_ context.Context, t spill.Text) (spill.Saved, error) {
	dir, err := s.root()
	if err != nil {
		return spill.Saved{}, failed(err)
	}
	name := filepath.Join(SessionDirectory(t.SessionID), random()+"-"+Encode(t.SuggestedName))
	if err := write(dir, name, t.Content); err != nil {
		return spill.Saved{}, failed(err)
	}
	return spill.Saved{Locator: filepath.Join(dir, name), Bytes: len(t.Content), RetrievalHint: hint}, nil
}

// ReadText reads a text back. A path that leads out of the root, by links too, is
// refused.
func (s *Store) ReadText(_ context.Context, locator string) (string, error) {
	dir, err := s.root()
	if err != nil {
		return "", unreadable(err)
	}
	name, err := filepath.Rel(dir, locator)
	if err != nil {
		return "", unreadable(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", unreadable(err)
	}
	defer root.Close()
	text, err := root.ReadFile(name)
	if err != nil {
		return "", unreadable(err)
	}
	return string(text), nil
}

func unreadable(err error) error {
	return &spill.Error{Code: spill.CodeStore, Message: "the stored text could not be read", Err: err}
}

// write keeps to the root whatever links are in the way.
func write(dir, name, content string) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Mkdir(filepath.Dir(name), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, root.Remove(name))
	}
	return nil
}

func random() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails: the process ends instead
	return hex.EncodeToString(b[:])
}

func failed(err error) error {
	return &spill.Error{Code: spill.CodeStore, Message: "the text could not be stored", Err: err}
}
