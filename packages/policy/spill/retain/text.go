package retain

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text keeps the first Head and the last Tail bytes of what is written to it.
// Either budget may be 0: head alone, tail alone, or nothing but the count.
// Negative budgets count as 0. Set the budgets before the first write. The zero
// value keeps nothing. It is not safe for concurrent use.
type Text struct {
	Head, Tail int

	head  []byte
	tail  []byte // at least the last Tail bytes behind the head, at most twice as many
	total int64
}

// Write takes the next chunk, which may end anywhere, also within a character.
// It never fails.
func (t *Text) Write(chunk []byte) (int, error) { return write(t, chunk), nil }

// WriteString is Write of a string.
func (t *Text) WriteString(chunk string) (int, error) { return write(t, chunk), nil }

// write is generic so that strings are not copied on the way in.
func write[S string | []byte](t *Text, chunk S) int {
	n := len(chunk)
	t.total += int64(n)
	if room := t.Head - len(t.head); room > 0 {
		k := min(room, len(chunk))
		t.head = append(t.head, chunk[:k]...)
		chunk = chunk[k:]
	}
	if len(chunk) == 0 || t.Tail <= 0 {
		return n
	}
	if len(chunk) > t.Tail {
		chunk = chunk[len(chunk)-t.Tail:]
		t.tail = t.tail[:0]
	}
	if t.tail = append(t.tail, chunk...); len(t.tail) > 2*t.Tail {
		t.tail = t.tail[:copy(t.tail, t.tail[len(t.tail)-t.Tail:])]
	}
	return n
}

// Retained is what a [Text] kept.
type Retained struct {
	// Head and Tail are the two ends, valid UTF-8: each byte that was none is one
	// U+FFFD. When nothing was left out, Head is the whole text and Tail is empty.
	Head, Tail string
	// Omitted is how many bytes of the text are in neither end, those of cut
	// characters included.
	Omitted int64
}

// Kept returns what was kept of everything written so far. Writing may go on.
func (t *Text) Kept() Retained {
	head, tail := t.head, t.tail
	if extra := len(tail) - max(t.Tail, 0); extra > 0 {
		tail = tail[extra:]
	}
	if int64(len(head)+len(tail)) == t.total {
		return Retained{Head: decode(append(head[:len(head):len(head)], tail...))}
	}
	head, tail = trimEnd(head), trimStart(tail)
	return Retained{
		Head: decode(head), Tail: decode(tail),
		Omitted: t.total - int64(len(head)) - int64(len(tail)),
	}
}

// Total returns how many bytes were written.
func (t *Text) Total() int64 { return t.total }

// trimEnd cuts a character whose last bytes are missing.
func trimEnd(b []byte) []byte {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if !utf8.RuneStart(b[i]) {
			continue
		}
		if !utf8.FullRune(b[i:]) {
			return b[:i]
		}
		return b
	}
	return b
}

// trimStart cuts a character whose first bytes are missing.
func trimStart(b []byte) []byte {
	for i := range min(len(b), utf8.UTFMax-1) {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	return b[min(len(b), utf8.UTFMax-1):]
}

// decode gives every byte that is not part of a character a U+FFFD of its own.
func decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		s.WriteRune(r)
		b = b[n:]
	}
	return s.String()
}

// Notice is the sentence that says how much is missing.
func Notice(omitted int64) string { return fmt.Sprintf("Omitted %d bytes.", omitted) }
