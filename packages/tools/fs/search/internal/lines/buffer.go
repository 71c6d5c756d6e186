package lines

import (
	"bytes"
	"errors"
	"io"
)

// bufferSize is how much is read at once. It is ripgrep's, because with it goes where a NUL byte
// ends a search.
const bufferSize = 64 << 10

// maxLine bounds the memory that one line can take.
const maxLine = 16 << 20

// ErrLineTooLong says that a line exceeds 16 MiB; what came before it was searched.
var ErrLineTooLong = errors.New("a line is longer than 16 MiB")

// errBinary says that a NUL byte was read.
var errBinary = errors.New("binary")

// buffer hands out a stream in pieces of whole lines.
type buffer struct {
	data []byte
	// pos to lines are whole lines not handed out, lines to end is the beginning of one more.
	pos, lines, end int
	text            bool
	eof             bool
}

// reset prepares for another stream; text tells that NUL bytes are ordinary.
func (b *buffer) reset(text bool) {
	if cap(b.data) < bufferSize || cap(b.data) > 16*bufferSize {
		b.data = make([]byte, bufferSize)
	}
	b.data = b.data[:cap(b.data)]
	if len(b.data) > bufferSize {
		b.data = b.data[:bufferSize]
	}
	b.pos, b.lines, b.end, b.text, b.eof = 0, 0, 0, text, false
}

// next returns the next piece; it is valid until the next call. The last piece may lack the line
// ending at its end. At the end of the stream the piece is empty.
func (b *buffer) next(r io.Reader) ([]byte, error) {
	b.roll()
	for !b.eof {
		if b.end == len(b.data) {
			if err := b.grow(); err != nil {
				return nil, err
			}
		}
		n, err := r.Read(b.data[b.end:])
		fresh := b.data[b.end : b.end+n]
		b.end += n
		if !b.text && bytes.IndexByte(fresh, 0) >= 0 {
			return nil, errBinary
		}
		if errors.Is(err, io.EOF) {
			b.eof = true
			b.lines = b.end
			break
		}
		if err != nil {
			return nil, err
		}
		if i := bytes.LastIndexByte(fresh, '\n'); i >= 0 {
			b.lines = b.end - n + i + 1
			break
		}
	}
	piece := b.data[b.pos:b.lines]
	b.pos = b.lines
	return piece, nil
}

// roll moves what was not handed out to the front.
func (b *buffer) roll() {
	b.end = copy(b.data, b.data[b.pos:b.end])
	b.pos, b.lines = 0, 0
}

func (b *buffer) grow() error {
	if len(b.data) >= maxLine {
		return ErrLineTooLong
	}
	data := make([]byte, 2*len(b.data))
	copy(data, b.data)
	b.data = data
	return nil
}
