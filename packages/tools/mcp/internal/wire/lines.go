package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// DefaultMaxLine is the longest line, in bytes, that is accepted where nothing
// else is configured.
const DefaultMaxLine = 64 << 20

// ErrLineTooLong ends a connection: the rest of the stream cannot be trusted to
// begin at a message.
var ErrLineTooLong = errors.New("the peer sent a line longer than the limit")

// lines reads lines of any length up to a limit.
type lines struct {
	r   *bufio.Reader
	max int
}

func newLines(r io.Reader, limit int) *lines {
	if limit <= 0 {
		limit = DefaultMaxLine
	}
	return &lines{r: bufio.NewReaderSize(r, 64<<10), max: limit}
}

// next returns the next line that is not blank, without its end. The slice
// belongs to the caller. A last line without an end counts.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.one()
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (l *lines) one() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(part) > l.max {
			return nil, fmt.Errorf("%w of %d bytes", ErrLineTooLong, l.max)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
