package jsonvalue

import (
	"github.com/go-json-experiment/json/jsontext"
)

// Text returns the value as compact JSON text on one line: no whitespace, only the
// escapes that JSON demands (no HTML escaping), numbers with their digits as they came,
// members in their order. The text is kept once it was made; of a value that came from a
// text it is that text. Of an absent value it is "".
func (v Value) Text() string {
	if text, ok := v.known(); ok {
		return text
	}
	text := asString(v.appendTree(make([]byte, 0, v.roomFor())))
	if v.ref != nil {
		v.ref.memo.Store(&text)
	}
	return text
}

// AppendText appends the text that [Value.Text] gives to dst.
func (v Value) AppendText(dst []byte) []byte {
	if text, ok := v.known(); ok {
		return append(dst, text...)
	}
	return v.appendTree(dst)
}

// String is [Value.Text], for printing.
func (v Value) String() string { return v.Text() }

// Raw returns the text of an array or object whose tree was not built yet, so that a
// reader of tokens can use it and save the tree. ok is false for every other value; its
// parts are free to walk.
func (v Value) Raw() (text string, ok bool) {
	if v.ref == nil || v.kind == KindString || v.ref.isGrown() {
		return "", false
	}
	return v.text, true
}

// known returns the text where it needs no work.
func (v Value) known() (string, bool) {
	switch {
	case v.kind == KindString && !v.quoted, v.ref != nil && v.text == "":
		if v.ref != nil {
			if memo := v.ref.memo.Load(); memo != nil {
				return *memo, true
			}
		}
		return "", false
	}
	return v.text, true
}

// roomFor guesses the length of the text, a little high rather than low.
func (v Value) roomFor() int64 {
	const most = 64 << 20 // beyond that let append grow the slice
	return min(v.size()+v.size()/16+2, most)
}

// appendTree writes a value whose text is not known.
func (v Value) appendTree(dst []byte) []byte {
	if v.kind == KindString {
		return appendQuoted(dst, v.text)
	}
	var room [16]writeFrame
	open := append(room[:0], writeFrame{node: v.ref, kind: v.kind})
	dst = append(dst, opening(v.kind))
	for len(open) > 0 {
		top := &open[len(open)-1]
		if top.next == top.len() {
			dst = append(dst, closing(top.kind))
			open = open[:len(open)-1]
			continue
		}
		if top.next > 0 {
			dst = append(dst, ',')
		}
		var part Value
		dst, part = top.advance(dst)
		if text, ok := part.known(); ok {
			dst = append(dst, text...)
			continue
		}
		if part.kind == KindString {
			dst = appendQuoted(dst, part.text)
			continue
		}
		dst = append(dst, opening(part.kind))
		open = append(open, writeFrame{node: part.ref, kind: part.kind})
	}
	return dst
}

// writeFrame is a container being written. An own stack serves in place of recursion:
// values built in memory may be deeper than any text.
type writeFrame struct {
	node *container
	kind Kind
	next int
}

func (f *writeFrame) len() int {
	if f.kind == KindArray {
		return len(f.node.items)
	}
	return len(f.node.members)
}

// advance writes the name of the next part, if it has one, and returns the part.
func (f *writeFrame) advance(dst []byte) ([]byte, Value) {
	i := f.next
	f.next++
	if f.kind == KindArray {
		return dst, f.node.items[i]
	}
	m := &f.node.members[i]
	return append(appendQuoted(dst, m.Name), ':'), m.Value
}

func opening(kind Kind) byte {
	if kind == KindArray {
		return '['
	}
	return '{'
}

func closing(kind Kind) byte {
	if kind == KindArray {
		return ']'
	}
	return '}'
}

// appendQuoted writes a string of valid UTF-8 with minimal escapes.
func appendQuoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
