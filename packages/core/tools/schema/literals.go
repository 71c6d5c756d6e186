package schema

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// literals are the enum and const of a scalar node (R23).
type literals struct {
	// enum is nil when there is none; constant is absent when there is none.
	enum     []jsonvalue.Value
	constant jsonvalue.Value
	// texts and quoted have the strings and their JSON texts of the enum of a string node.
	texts, quoted []string
	// index finds the members of a large enum by their canonical text.
	index map[string]struct{}
	// only is the JSON text of the const of a string node.
	only string
}

// match reports whether a value of the right type is an allowed literal.
func (l *literals) match(v jsonvalue.Value) bool {
	if s, ok := v.AsString(); ok && l.index == nil {
		return (l.enum == nil || slices.Contains(l.texts, s)) && l.isConstant(v)
	}
	return l.inEnum(v) && l.isConstant(v)
}

func (l *literals) inEnum(v jsonvalue.Value) bool {
	if l.enum == nil {
		return true
	}
	if l.index != nil {
		_, ok := l.index[string(v.Canonical())]
		return ok
	}
	return contains(l.enum, v)
}

func (l *literals) isConstant(v jsonvalue.Value) bool {
	return l.constant.IsAbsent() || sameScalar(l.constant, v)
}

// matchText is match for the JSON text of a string, in the normal form of jsonvalue.
func (l *literals) matchText(quoted string) bool {
	if l.only != "" && l.only != quoted {
		return false
	}
	if l.enum == nil {
		return true
	}
	if l.index != nil {
		_, ok := l.index[quoted]
		return ok
	}
	return slices.Contains(l.quoted, quoted)
}

func contains(list []jsonvalue.Value, v jsonvalue.Value) bool {
	for i := range list {
		if sameScalar(list[i], v) {
			return true
		}
	}
	return false
}

// sameScalar compares scalars of one JSON type; numbers by value, whatever their spelling.
func sameScalar(a, b jsonvalue.Value) bool {
	if x, ok := a.AsString(); ok {
		y, ok := b.AsString()
		return ok && x == y
	}
	return a.Equal(b)
}

// seal prepares the literals for matching.
func (l *literals) seal(s shape) {
	if s == shapeString {
		for _, v := range l.enum {
			s, _ := v.AsString()
			l.texts, l.quoted = append(l.texts, s), append(l.quoted, v.Text())
		}
		if !l.constant.IsAbsent() {
			l.only = l.constant.Text()
		}
	}
	if len(l.enum) < indexFrom {
		return
	}
	l.index = make(map[string]struct{}, len(l.enum))
	for _, v := range l.enum {
		l.index[string(v.Canonical())] = struct{}{}
	}
}

// literalText is the JSON text of a literal as ECMAScript prints it (R108), but with all
// the digits of the number.
func literalText(v jsonvalue.Value) string { return string(v.Canonical()) }

// listText is the JSON array of the literals, without spaces (R33).
func listText(list []jsonvalue.Value) string {
	text := []byte{'['}
	for i, v := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, v.Canonical()...)
	}
	return string(append(text, ']'))
}
