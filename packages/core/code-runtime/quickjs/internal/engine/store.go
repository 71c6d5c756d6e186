package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// The prepared world is kept beside the compiled code, in the same private
// directory: preparing it takes longer than everything else at the start of a
// process. A file that is not exactly what was written is ignored.

const imageMagic = "dsh-image-2\n"

// stored is what stands before the memory in a file.
type stored struct {
	Stack            uint64
	Runtime, Context uint32
	Scratch, Words   uint32
	Undefined        uint32
	Entry            [entryCount]uint32
	Elapsed          int64
}

var errStale = errors.New("the stored image is not usable")

// imagePath names the image of an engine with a library.
func imagePath(dir string, wasm []byte, lib Library) string {
	h := sha256.New()
	for _, part := range [][]byte{wasm, []byte(lib.Source), []byte(lib.Name), []byte(imageMagic)} {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	return filepath.Join(dir, "image-"+hex.EncodeToString(h.Sum(nil)))
}

// loadImage restores a machine from a file.
func (m *Machine) loadImage(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head := len(imageMagic) + sha256.Size
	var s stored
	size := binary.Size(s)
	if len(text) < head+size || string(text[:len(imageMagic)]) != imageMagic {
		return errStale
	}
	if sum := sha256.Sum256(text[head:]); !bytes.Equal(sum[:], text[len(imageMagic):head]) {
		return errStale
	}
	if _, err := binary.Decode(text[head:], binary.LittleEndian, &s); err != nil {
		return err
	}
	memory := text[head+size:]
	if len(memory) == 0 || len(memory)%guest.PageSize != 0 {
		return errStale
	}
	m.frozen = frozen{stack: s.Stack, runtime: s.Runtime, context: s.Context, scratch: s.Scratch,
		words: s.Words, undefined: s.Undefined, entry: s.Entry}
	m.base = time.Now().Add(-time.Duration(s.Elapsed))
	m.image = guest.NewImage(memory)
	return nil
}

// storeImage writes the machine's image, so that the file is there whole or
// not at all. It is an optimisation: whoever calls it may ignore the error.
func (m *Machine) storeImage(path string) error {
	f := m.frozen
	s := stored{Stack: f.stack, Runtime: f.runtime, Context: f.context, Scratch: f.scratch,
		Words: f.words, Undefined: f.undefined, Entry: f.entry, Elapsed: int64(time.Since(m.base))}
	body, err := binary.Append(nil, binary.LittleEndian, s)
	if err != nil {
		return err
	}
	body = append(body, m.image.Bytes()...)
	sum := sha256.Sum256(body)
	file, err := os.CreateTemp(filepath.Dir(path), "image-*.tmp") // created with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // gone when the rename was successful
	for _, part := range [][]byte{[]byte(imageMagic), sum[:], body} {
		if _, err := file.Write(part); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
