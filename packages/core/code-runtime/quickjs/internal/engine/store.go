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

const imageMagic = "dsh-image-4\n"

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

// imageName names the image of an engine with a library.
func imageName(blob guest.Blob, lib Library) string {
	h := sha256.New()
	for _, part := range []string{blob.Hash, lib.Source, lib.Name, imageMagic} {
		sum := sha256.Sum256([]byte(part))
		h.Write(sum[:])
	}
	return "image-" + hex.EncodeToString(h.Sum(nil))
}

// loaded is an image from a file.
type loaded struct {
	stored
	image *guest.Image
}

func (l *loaded) close() error {
	if l == nil {
		return nil
	}
	return l.image.Close()
}

// startLoading looks for the stored image beside whatever the caller does
// meanwhile. The channel gives it once, or nil.
func startLoading(blob guest.Blob, lib Library) <-chan *loaded {
	out := make(chan *loaded, 1)
	if lib.ImageDir == "" {
		out <- nil
		return out
	}
	go func() {
		l, _ := loadImage(filepath.Join(lib.ImageDir, imageName(blob, lib))) // or prepare it
		out <- l
	}()
	return out
}

// loadImage reads an image from a file.
func loadImage(path string) (*loaded, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	head := len(imageMagic) + sha256.Size
	var s stored
	size := binary.Size(s)
	if len(text) < head+size || string(text[:len(imageMagic)]) != imageMagic {
		return nil, errStale
	}
	if sum := sha256.Sum256(text[head:]); !bytes.Equal(sum[:], text[len(imageMagic):head]) {
		return nil, errStale
	}
	if _, err := binary.Decode(text[head:], binary.LittleEndian, &s); err != nil {
		return nil, err
	}
	memory := text[head+size:]
	if len(memory) == 0 || len(memory)%guest.PageSize != 0 {
		return nil, errStale
	}
	return &loaded{stored: s, image: guest.NewImage(memory)}, nil
}

// adopt makes the machine start worlds from an image.
func (m *Machine) adopt(l *loaded) {
	m.frozen = frozen{stack: l.Stack, runtime: l.Runtime, context: l.Context, scratch: l.Scratch,
		words: l.Words, undefined: l.Undefined, entry: l.Entry}
	m.base = time.Now().Add(-time.Duration(l.Elapsed))
	m.image = l.image
}

// storeImage writes the machine's image. It is an optimisation: whoever calls it
// may ignore the error.
func (m *Machine) storeImage(dir, name string) error {
	f := m.frozen
	s := stored{Stack: f.stack, Runtime: f.runtime, Context: f.context, Scratch: f.scratch,
		Words: f.words, Undefined: f.undefined, Entry: f.entry, Elapsed: int64(time.Since(m.base))}
	body, err := binary.Append(nil, binary.LittleEndian, s)
	if err != nil {
		return err
	}
	body = append(body, m.image.Bytes()...)
	sum := sha256.Sum256(body)
	return guest.StoreFile(dir, name, []byte(imageMagic), sum[:], body)
}
