package filesys

import (
	"bytes"
	"io"
	"unicode/utf8"
	"unsafe"
)

// loadChunk stays in the processor's cache while it is read and checked.
const loadChunk = 256 << 10

// load reads the whole file and checks that it is text: no NUL anywhere, and UTF-8.
func (p *place) load() (string, error) {
	file, err := p.dir.Open(p.base)
	if err != nil {
		return "", err
	}
	defer file.Close()
	l := loader{limit: p.local.config.EditMaxBytes}
	for {
		if err := p.alive(); err != nil {
			return "", err
		}
		done, err := l.next(file, p.info.Size)
		switch {
		case err != nil:
			return "", err
		case int64(len(l.data)) > l.limit:
			return "", tooLarge(p.verb, p.target, int64(len(l.data)), l.limit)
		case l.binary:
			return "", p.fail(CodeNotText, "binary file")
		case done && (l.invalid || l.checked < len(l.data)):
			return "", p.fail(CodeNotText, "invalid UTF-8 text")
		case done:
			// The bytes are written to nowhere from here on, so they can be a string as they are.
			return unsafe.String(unsafe.SliceData(l.data), len(l.data)), nil
		}
	}
}

// loader gathers a file and checks it piece by piece.
type loader struct {
	limit int64
	data  []byte
	// checked is up to where data is UTF-8; the rest may be the beginning of a character.
	checked         int
	binary, invalid bool
}

// next reads and checks one more piece; size is what the whole is expected to be.
func (l *loader) next(r io.Reader, size int64) (done bool, err error) {
	if l.data == nil {
		l.data = make([]byte, 0, size+1)
	}
	if len(l.data) == cap(l.data) {
		l.data = append(l.data, 0)[:len(l.data)]
	}
	from := len(l.data)
	n, err := r.Read(l.data[from:min(cap(l.data), from+loadChunk)])
	l.data = l.data[:from+n]
	l.binary = l.binary || bytes.IndexByte(l.data[from:], 0) >= 0
	l.check()
	if err == io.EOF {
		return true, nil
	}
	return false, err
}

// check moves on over whole characters.
func (l *loader) check() {
	piece := l.data[l.checked:]
	end := len(piece)
	for back := 1; back < utf8.UTFMax && back <= len(piece); back++ {
		if utf8.RuneStart(piece[len(piece)-back]) {
			if !utf8.FullRune(piece[len(piece)-back:]) {
				end -= back
			}
			break
		}
	}
	l.invalid = l.invalid || !utf8.Valid(piece[:end])
	l.checked += end
}
