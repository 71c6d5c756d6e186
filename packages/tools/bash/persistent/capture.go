package persistent

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/tools/bash/output"
)

// capture takes the stream of a terminal apart: what stands between the two marks of a command
// is its output, of which the beginning is kept, and behind the second one stands its status.
type capture struct {
	mark  []byte
	limit int // characters

	begun, ended bool
	status       int
	pending      []byte // may hold the beginning of a mark
	head         []byte
	chars        int
	clipped      bool
}

func newCapture(mark string, limit int) *capture {
	return &capture{mark: []byte(mark), limit: limit}
}

// write takes the next piece and reports whether the command's end was in it.
func (c *capture) write(p []byte) bool {
	c.pending = append(c.pending, p...)
	if !c.begun {
		i := bytes.Index(c.pending, c.mark)
		if i < 0 {
			c.pending = c.pending[max(len(c.pending)-len(c.mark), 0):] // of an earlier command
			return false
		}
		c.begun = true
		c.pending = c.pending[i+len(c.mark):]
	}
	i := bytes.Index(c.pending, c.mark)
	if i < 0 {
		c.pass(len(c.pending) - len(c.mark))
		return false
	}
	line, rest, whole := bytes.Cut(c.pending[i+len(c.mark):], []byte("\n"))
	_ = rest // of processes in the background: the next call skips it
	if !whole {
		return false
	}
	c.pass(i)
	c.status, _ = strconv.Atoi(string(bytes.TrimSpace(line)))
	c.ended = true
	return true
}

// pass moves n bytes from pending to the output.
func (c *capture) pass(n int) {
	if n <= 0 {
		return
	}
	c.keep(c.pending[:n])
	c.pending = append(c.pending[:0], c.pending[n:]...)
}

// keep adds to the head while there is room, counting characters.
func (c *capture) keep(p []byte) {
	for len(p) > 0 && !c.clipped {
		n := 1
		if utf8.FullRune(p) {
			_, n = utf8.DecodeRune(p)
		}
		if utf8.RuneStart(p[0]) {
			if c.chars == c.limit {
				c.clipped = true
				return
			}
			c.chars++
		}
		c.head = append(c.head, p[:n]...)
		p = p[n:]
	}
}

// flush gives up waiting for a mark: all that was seen is output.
func (c *capture) flush() {
	if c.begun && !c.ended {
		c.pass(len(c.pending))
	}
}

// text is the kept output without its last newline.
func (c *capture) text() string {
	return output.Decode(bytes.TrimSuffix(c.head, []byte("\n")))
}
