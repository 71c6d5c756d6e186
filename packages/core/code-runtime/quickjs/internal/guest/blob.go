package guest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/fuel"
)

// Blob is an embedded module with the SHA-256 of what it must be and of what the
// fuel pass makes of it, in hexadecimal. They are checked before anything is
// compiled (T13).
type Blob struct {
	// Name is for messages.
	Name string
	// Wasm is the module.
	Wasm string
	// Hash is that of Wasm.
	Hash string
	// Counted is that of the instrumented module, which a cache may then keep. The
	// pass takes a third of the time that loading takes otherwise.
	Counted string
}

var errHash = errors.New("an embedded module does not have the pinned SHA-256")

// checked gives the bytes of the module. They must not be changed.
func (b Blob) checked() ([]byte, error) {
	wasm := []byte(b.Wasm)
	if hash(wasm) != b.Hash {
		return nil, fmt.Errorf("%s: %w", b.Name, errHash)
	}
	return wasm, nil
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// counted gives the instrumented module, from the cache where it is there.
func (h *Host) counted(b Blob) ([]byte, error) {
	name := "fuel-" + b.Counted
	if h.dir != "" {
		if code, err := os.ReadFile(filepath.Join(h.dir, name)); err == nil && hash(code) == b.Counted {
			return code, nil
		}
	}
	wasm, err := b.checked()
	if err != nil {
		return nil, err
	}
	code, _, err := fuel.Instrument(wasm, PassOptions())
	if err != nil {
		return nil, err
	}
	if have := hash(code); have != b.Counted {
		return nil, fmt.Errorf("%s: the fuel pass gives SHA-256 %s, but %s is pinned", b.Name, have,
			b.Counted)
	}
	if h.dir != "" {
		_ = StoreFile(h.dir, name, code) // the next process does it again
	}
	return code, nil
}

// PassOptions are those of the fuel pass over guests.
func PassOptions() fuel.Options { return fuel.Options{Module: pollModule, Name: pollName} }

// StoreFile writes a file so that it is there whole or not at all.
func StoreFile(dir, name string, parts ...[]byte) error {
	file, err := os.CreateTemp(dir, "new-*.tmp") // created with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // gone when the rename was successful
	for _, part := range parts {
		if _, err := file.Write(part); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(dir, name))
}
