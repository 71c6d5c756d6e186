package window

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// cutter takes text in pieces and keeps the lines of its window.
type cutter struct {
	query Query
	lines []Line
	// number is that of the line at hand; open tells whether anything of it was seen.
	number int
	open   bool
	// used is the bytes of the kept lines and their separators; closed ends the window.
	used   int
	closed bool
	// part is the beginning of the line at hand, one character and a CR longer than a line may be;
	// long tells that the line has more than that.
	part  []byte
	chars int
	long  bool
}

func (c *cutter) feed(text []byte) {
	for len(text) > 0 {
		switch {
		case c.closed:
			c.number += bytes.Count(text, newline)
			c.open = text[len(text)-1] != '\n'
			return
		case c.number < c.query.Offset:
			text = c.skip(text)
		default:
			text = c.take(text)
		}
	}
}

var newline = []byte{'\n'}

// skip passes over lines before the window.
func (c *cutter) skip(text []byte) []byte {
	if n := bytes.Count(text, newline); c.number+n < c.query.Offset {
		c.number += n
		c.open = text[len(text)-1] != '\n'
		return nil
	}
	for c.number < c.query.Offset {
		text = text[bytes.IndexByte(text, '\n')+1:]
		c.number++
	}
	c.open = false
	return text
}

// take keeps the text of the line at hand, up to and with its end.
func (c *cutter) take(text []byte) []byte {
	end := bytes.IndexByte(text, '\n')
	if end < 0 {
		c.open = true
		c.keep(text)
		return nil
	}
	c.keep(text[:end])
	c.endLine()
	c.number++
	c.open = false
	return text[end+1:]
}

// keep adds to part what a line may show, and what is needed to see that there is more.
func (c *cutter) keep(text []byte) {
	room := c.query.LineChars + 2 - c.chars
	if len(text) <= room {
		c.part = append(c.part, text...)
		c.chars += utf8.RuneCount(text)
		return
	}
	n := prefix(text, room)
	c.part = append(c.part, text[:n]...)
	c.chars += utf8.RuneCount(text[:n])
	c.long = c.long || n < len(text)
}

// prefix is the length of the first chars characters of text.
func prefix(text []byte, chars int) int {
	n := 0
	for ; chars > 0 && n < len(text); chars-- {
		_, size := utf8.DecodeRune(text[n:])
		n += size
	}
	return n
}

// endLine decides how the line at hand is shown.
func (c *cutter) endLine() {
	text, chars := c.part, c.chars
	if !c.long && len(text) > 0 && text[len(text)-1] == '\r' {
		text, chars = text[:len(text)-1], chars-1
	}
	shown := string(text)
	if c.long || chars > c.query.LineChars {
		shown = cut(text[:prefix(text, c.query.LineChars)])
	}
	c.part, c.chars, c.long = c.part[:0], 0, false
	c.add(shown, text)
}

func (c *cutter) add(shown string, text []byte) {
	size := len(shown)
	if len(c.lines) > 0 {
		size++
	}
	if c.used+size > c.query.Bytes {
		c.closed = true
		if len(c.lines) > 0 {
			return
		}
		if keep := prefixBytes(text, c.query.Bytes); keep < len(text) {
			shown = cut(text[:min(keep, prefix(text, c.query.LineChars))])
		}
	}
	c.used += size
	c.lines = append(c.lines, Line{Number: c.number, Text: shown})
	c.closed = c.closed || len(c.lines) == c.query.Limit
}

// prefixBytes is the length of the longest beginning of text that has at most limit bytes and ends
// between characters.
func prefixBytes(text []byte, limit int) int {
	if len(text) <= limit {
		return len(text)
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return limit
}

func cut(text []byte) string {
	return fmt.Sprintf("%s... (line truncated to %d chars)", text, utf8.RuneCount(text))
}

// finish ends a line without a line ending and returns the window.
func (c *cutter) finish() (Window, error) {
	total := c.number - 1
	if c.open {
		total++
		if !c.closed && c.number >= c.query.Offset {
			c.endLine()
		}
	}
	if c.query.Offset > max(total, 1) {
		return Window{}, &RangeError{Offset: c.query.Offset, TotalLines: total}
	}
	return Window{Offset: c.query.Offset, Lines: c.lines, TotalLines: total}, nil
}
