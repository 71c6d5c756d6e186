package engine

import (
	"slices"
	"unicode/utf8"
	"unsafe"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/wtf8"
)

// A text can have hundreds of megabytes. The host works on such a one in pieces, and
// asks between them whether the program may go on (T2).

const (
	// longText is the length from which a text is measured before it is quoted.
	longText   = 16 << 10
	pieceBytes = 1 << 20
)

// appendLong appends a long text as a JSON string. What would not fit the guest's own
// memory is not made: a text can be six times as long when it is quoted, and whoever
// takes it makes a value of it (T3).
func (w *World) appendLong(b, text []byte) ([]byte, error) {
	size := uint64(len(b))
	if err := w.pieces(text, func(piece []byte) {
		size += uint64(coderuntime.StringBytes(unsafe.String(unsafe.SliceData(piece), len(piece))))
	}); err != nil {
		return nil, err
	}
	if 2*size > w.limit {
		return nil, ErrMemory
	}
	b = append(slices.Grow(b, int(size)+longText), '"') // with room for what follows
	if err := w.pieces(text, func(piece []byte) { b = wtf8.AppendEscaped(b, piece) }); err != nil {
		return nil, err
	}
	return append(b, '"'), nil
}

// pieces gives the text piece by piece, none of which cuts a character.
func (w *World) pieces(text []byte, use func([]byte)) error {
	for len(text) > 0 {
		if err := w.meter.Poll(); err != nil {
			return err
		}
		n := len(text)
		if n > pieceBytes {
			for n = pieceBytes; n > pieceBytes-utf8.UTFMax && !utf8.RuneStart(text[n]); n-- {
			}
		}
		use(text[:n])
		text = text[n:]
	}
	return nil
}
