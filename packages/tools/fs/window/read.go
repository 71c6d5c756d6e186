package window

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"unicode/utf8"
)

// chunkSize is read at once; it stays in the processor's cache while it is looked at.
const chunkSize = 128 << 10

// binaryPrefix is how many bytes are searched for NUL.
const binaryPrefix = 8192

var bom = []byte("\uFEFF")

type chunkBuffer [chunkSize]byte

// Reader cuts windows. The zero Reader is ready and safe for concurrent use; it keeps buffers
// between reads.
type Reader struct{ buffers sync.Pool }

// Read reads r to its end and returns the window. The error is a [Problem], a [*RangeError], the
// cause of ctx, or what r returned.
func (b *Reader) Read(ctx context.Context, r io.Reader, q Query) (Window, error) {
	buf, ok := b.buffers.Get().(*chunkBuffer)
	if !ok {
		buf = new(chunkBuffer)
	}
	defer b.buffers.Put(buf)
	c := cutter{query: q, number: 1}
	if err := scan(ctx, r, buf[:], c.feed); err != nil {
		return Window{}, err
	}
	return c.finish()
}

// scan hands r's text to feed in pieces that end between code points, without the byte order mark.
func scan(ctx context.Context, r io.Reader, buf []byte, feed func([]byte)) error {
	carry := 0
	for first := true; ; first = false {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := io.ReadFull(r, buf[carry:])
		atEnd := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !atEnd {
			return err
		}
		text := buf[:carry+n]
		if first && bytes.IndexByte(text[:min(len(text), binaryPrefix)], 0) >= 0 {
			return Binary
		}
		whole := len(text)
		if !atEnd {
			whole = wholeRunes(text)
		}
		if !utf8.Valid(text[:whole]) {
			return NotUTF8
		}
		if first {
			feed(bytes.TrimPrefix(text[:whole], bom))
		} else {
			feed(text[:whole])
		}
		if atEnd {
			return nil
		}
		carry = copy(buf, text[whole:])
	}
}

// wholeRunes is the length of text without a sequence that is cut off at its end.
func wholeRunes(text []byte) int {
	for i := len(text) - 1; i >= 0 && i >= len(text)-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if utf8.FullRune(text[i:]) {
				break
			}
			return i
		}
	}
	return len(text)
}
