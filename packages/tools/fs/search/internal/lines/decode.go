package lines

import (
	"bytes"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The byte order marks that say how a file is encoded.
var (
	markUTF8    = []byte{0xEF, 0xBB, 0xBF}
	markUTF16LE = []byte{0xFF, 0xFE}
	markUTF16BE = []byte{0xFE, 0xFF}
)

// opener puts the bytes that were read to look at the mark back in front of the rest.
type opener struct {
	head []byte
	rest io.Reader
}

// Read gives the head first, and as much of the rest as fits, so that reads stay as large as they
// would be without it.
func (o *opener) Read(p []byte) (int, error) {
	n := copy(p, o.head)
	o.head = o.head[n:]
	if n == len(p) {
		return n, nil
	}
	m, err := o.rest.Read(p[n:])
	if n > 0 && err == io.EOF {
		err = nil
	}
	return n + m, err
}

// decoded returns r without its byte order mark, and as UTF-8 if the mark is one of UTF-16.
func (s *Searcher) decoded(r io.Reader) (io.Reader, error) {
	n, err := io.ReadFull(r, s.head[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	head := s.head[:n]
	s.open = opener{head: head, rest: r}
	switch {
	case bytes.HasPrefix(head, markUTF8):
		s.open.head = nil
	case bytes.HasPrefix(head, markUTF16LE):
		return utf16(&s.open, unicode.LittleEndian), nil
	case bytes.HasPrefix(head, markUTF16BE):
		return utf16(&s.open, unicode.BigEndian), nil
	}
	return &s.open, nil
}

func utf16(r io.Reader, order unicode.Endianness) io.Reader {
	return transform.NewReader(r, unicode.UTF16(order, unicode.ExpectBOM).NewDecoder())
}
