package guest_test

import (
	"bytes"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

func TestMemoryRefusesBeyondItsLimit(t *testing.T) {
	t.Parallel()
	m := guest.NewMemory(3*guest.PageSize + 5)
	m.Allocate(0, 1<<32)
	defer m.Free()
	if b := m.Reallocate(2 * guest.PageSize); len(b) != 2*guest.PageSize {
		t.Fatalf("%d bytes", len(b))
	}
	if m.Reallocate(4*guest.PageSize) != nil || m.Size() != 2*guest.PageSize {
		t.Error("the limit was passed")
	}
	if b := m.Reallocate(3 * guest.PageSize); len(b) != 3*guest.PageSize {
		t.Errorf("%d bytes", len(b))
	}
}

// TestImageIsNeverWritten: memories start as copies of the image, and writing
// to one changes neither the image nor another.
func TestImageIsNeverWritten(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte{1, 2, 3, 4}, guest.PageSize/2)
	image := guest.NewImage(content)
	defer func() {
		if err := image.Close(); err != nil {
			t.Error(err)
		}
	}()
	restore := func() (*guest.Memory, []byte) {
		m := guest.NewMemory(8 * guest.PageSize)
		m.Allocate(0, 0)
		b := m.Reallocate(3 * guest.PageSize)
		copy(b[len(content):], "kept")
		image.Restore(m)
		return m, b
	}
	first, a := restore()
	defer first.Free()
	if !bytes.Equal(a[:len(content)], content) || string(a[len(content):len(content)+4]) != "kept" {
		t.Fatal("the restored memory differs from the image")
	}
	clear(a)
	second, b := restore()
	defer second.Free()
	if !bytes.Equal(b[:len(content)], content) || !bytes.Equal(image.Bytes(), content) {
		t.Error("writing to one memory shows in another")
	}
}
