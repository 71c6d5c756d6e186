package tstypes

import (
	"math"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// extent is what is known of a node's text before it is written.
type extent struct {
	// size is its length when it begins at level 0; lines counts the indented lines,
	// each of which grows by two with every level.
	size, lines int64
	// bar is set when the text has a bar or an ampersand anywhere, so that an array of it
	// needs parentheses.
	bar bool
}

// at is the length of the text when it begins at a level. All lengths saturate.
func (e extent) at(level int64) int64 { return plus(e.size, times(e.lines, 2*level)) }

// measurer remembers extents by node, so that shared parts are measured once (U12).
type measurer map[schema.View]extent

func (m measurer) measure(v schema.View) extent {
	if known, ok := m[v]; ok {
		return known
	}
	var e extent
	switch v.Type() {
	case "array":
		e = m.array(v)
	case "object":
		e = m.object(v)
	case "oneOf":
		e = m.union(v)
	default:
		e.take(scalarText(v))
	}
	m[v] = e
	return e
}

// take adds text of one line.
func (e *extent) take(text string) {
	e.size = plus(e.size, int64(len(text)))
	e.bar = e.bar || strings.ContainsAny(text, "|&")
}

// add adds the text of a part that stands one or no level deeper.
func (e *extent) add(part extent, deeper int64) {
	e.size = plus(e.size, part.at(deeper))
	e.lines = plus(e.lines, part.lines)
	e.bar = e.bar || part.bar
}

// line adds the indentation and the end of a line that begins so much deeper.
func (e *extent) line(deeper int64) {
	e.size = plus(e.size, 2*deeper)
	e.lines = plus(e.lines, 1)
}

func (m measurer) array(v schema.View) (e extent) {
	items, ok := v.Items()
	if !ok {
		e.take(jsonValue + "[]")
		return e
	}
	e.add(m.measure(items), 0)
	e.take("[]")
	if e.bar {
		e.take("()")
	}
	return e
}

func (m measurer) union(v schema.View) (e extent) {
	for i := range v.NumBranches() {
		if i > 0 {
			e.take(separator)
		}
		e.add(m.measure(v.Branch(i)), 0)
	}
	return e
}

func (m measurer) object(v schema.View) (e extent) {
	if v.NumMembers() == 0 {
		e.take(emptyObject(v))
		return e
	}
	e.take("{\n")
	for i := range v.NumMembers() {
		member := v.Member(i)
		if doc, ok := comment(member.Node.Description()); ok {
			e.line(1)
			e.take(doc + "\n")
		}
		e.line(1)
		e.take(memberKey(member))
		e.add(m.measure(member.Node), 1)
		e.take(";\n")
	}
	e.line(0)
	e.take(objectEnd(v))
	return e
}

func plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func times(a, b int64) int64 {
	if b != 0 && a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}
