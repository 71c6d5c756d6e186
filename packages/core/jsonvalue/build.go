package jsonvalue

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// build reads the parts of an array or object from its text into root. The text was
// checked and is in the form that Text gives: compact, with minimal escapes and distinct
// names, at most MaxTextDepth levels. So nothing can fail here.
func build(text string, root *container) {
	b := newBuilder(text)
	if text[0] == '{' {
		b.members = make([]Member, 0, b.guess(':'))
		b.object(root)
	} else {
		b.items = make([]Value, 0, b.guess(','))
		b.array(root)
	}
}

// guess tells how many parts the root of a small text may have, by counting what comes
// between them.
func (b *builder) guess(mark byte) int {
	const look, most = 1024, 32
	return min(bytes.Count(b.bytes[:min(look, len(b.bytes))], []byte{mark})+1, most)
}

// builder holds the reading position, the parts of the containers still open, and the
// blocks that finished parts are taken from: a large tree needs few allocations.
type builder struct {
	text    string
	bytes   []byte // the same
	at      int
	items   []Value
	members []Member
	nodes   block[container]
	lists   block[Value]
	records block[Member]
}

func newBuilder(text string) builder { return builder{text: text, bytes: asBytes(text)} }

func (b *builder) value() Value {
	start := b.at
	switch b.text[start] {
	case '{':
		node := &b.nodes.take(1)[0]
		b.object(node)
		return Value{text: b.text[start:b.at], kind: KindObject, ref: node}
	case '[':
		node := &b.nodes.take(1)[0]
		b.array(node)
		return Value{text: b.text[start:b.at], kind: KindArray, ref: node}
	case '"':
		return b.str()
	case 't':
		b.at += len("true")
		return Bool(true)
	case 'f':
		b.at += len("false")
		return Bool(false)
	case 'n':
		b.at += len("null")
		return Null()
	}
	for b.at < len(b.text) && b.text[b.at] != ',' && b.text[b.at] != ']' && b.text[b.at] != '}' {
		b.at++
	}
	return Value{text: b.text[start:b.at], kind: KindNumber}
}

func (b *builder) array(node *container) {
	start, base := b.at, len(b.items)
	b.at++
	for b.text[b.at] != ']' {
		if b.text[b.at] == ',' {
			b.at++
		}
		item := b.value()
		b.items = append(b.items, item)
	}
	b.at++
	node.size = int64(b.at - start)
	if start == 0 {
		node.items = slices.Clip(b.items) // the root is last: the list is its own
		return
	}
	node.items = b.lists.take(len(b.items) - base)
	copy(node.items, b.items[base:])
	b.items = b.items[:base]
}

func (b *builder) object(node *container) {
	start, base := b.at, len(b.members)
	b.at++
	for b.text[b.at] != '}' {
		if b.text[b.at] == ',' {
			b.at++
		}
		name, _ := b.str().AsString()
		b.at++ // the colon
		item := b.value()
		b.members = append(b.members, Member{Name: name, Value: item})
	}
	b.at++
	node.size = int64(b.at - start)
	if start == 0 {
		node.members = slices.Clip(b.members)
		return
	}
	node.members = b.records.take(len(b.members) - base)
	copy(node.members, b.members[base:])
	b.members = b.members[:base]
}

// str reads the string at the reading position.
func (b *builder) str() Value {
	start, escaped := b.at, false
	i := quoteOrSlash(b.bytes, start+1)
	for b.text[i] == '\\' {
		escaped = true
		i = quoteOrSlash(b.bytes, i+2)
	}
	b.at = i + 1
	return stringOf(b.text[start:b.at], escaped)
}

// stringOf makes the value of a quoted string with minimal escapes.
func stringOf(quoted string, escaped bool) Value {
	if !escaped {
		return Value{text: quoted, kind: KindString, quoted: true}
	}
	v := Value{text: unescape(quoted[1 : len(quoted)-1]), kind: KindString}
	if len(quoted) >= memoFrom {
		v.ref = &container{}
		memo := quoted
		v.ref.memo.Store(&memo)
	}
	return v
}

// unescape resolves the escapes that a normalised text can hold.
func unescape(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		size := 2
		switch c := s[i+1]; c {
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			code, _ := strconv.ParseUint(s[i+2:i+6], 16, 16)
			b.WriteRune(utf8OrReplacement(rune(code)))
			size = 6
		default:
			b.WriteByte(c)
		}
		s = s[i+size:]
	}
}

func utf8OrReplacement(r rune) rune {
	if utf8.ValidRune(r) {
		return r
	}
	return utf8.RuneError
}

// block hands out slices of a larger slice, made in growing steps. The first step is as
// large as the first request, so that a small tree wastes nothing.
type block[T any] struct {
	free []T
	step int
}

const blockMost = 512

func (b *block[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(b.free) {
		b.step = max(n, min(2*b.step, blockMost))
		b.free = make([]T, b.step)
	}
	taken := b.free[:n:n]
	b.free = b.free[n:]
	return taken
}
