package schema

import (
	"slices"
	"strconv"
	"strings"
)

// emptyRoot is shown for a failure at the root when the root label is empty (R33).
const emptyRoot = "arguments"

// path is the place that a walk has reached, in both spellings. Walks extend it on the way
// down and cut it back on the way up, so that a place costs nothing until it is reported.
type path struct {
	text    []byte
	pointer []byte
}

// mark is a state of a path to return to.
type mark struct{ text, pointer int }

func rootPath(label string) path { return path{text: []byte(label)} }

func (p *path) mark() mark { return mark{len(p.text), len(p.pointer)} }

func (p *path) back(m mark) {
	p.text = p.text[:m.text]
	p.pointer = p.pointer[:m.pointer]
}

func (p *path) clone() path {
	return path{text: slices.Clone(p.text), pointer: slices.Clone(p.pointer)}
}

// member steps into a member of an object.
func (p *path) member(name string) mark {
	m := p.mark()
	if len(p.text) > 0 {
		p.text = append(p.text, '.')
	}
	p.text = appendName(p.text, name)
	p.pointer = append(p.pointer, '/')
	p.pointer = appendToken(p.pointer, name)
	return m
}

// item steps into an item of an array.
func (p *path) item(i int) mark {
	m := p.mark()
	p.text = append(p.text, '[')
	p.text = strconv.AppendInt(p.text, int64(i), 10)
	p.text = append(p.text, ']')
	p.pointer = append(p.pointer, '/')
	p.pointer = strconv.AppendInt(p.pointer, int64(i), 10)
	return m
}

// branch steps into a branch of a union that is spelled out in a schema.
func (p *path) branch(i int) mark {
	m := p.member("oneOf")
	p.item(i)
	return m
}

// shown is the path as messages give it.
func (p *path) shown() string {
	if len(p.text) == 0 {
		return emptyRoot
	}
	return string(p.text)
}

// nameShown is how many code points of a name a shown path repeats: names come from
// models, and a message that repeats a very long one helps nobody.
const nameShown = 200

func appendName(dst []byte, name string) []byte {
	if len(name) <= nameShown {
		return append(dst, name...)
	}
	points := 0
	for i := range name {
		if points == nameShown {
			return append(append(dst, name[:i]...), "…"...)
		}
		points++
	}
	return append(dst, name...)
}

// appendToken escapes a name for a JSON pointer.
func appendToken(dst []byte, name string) []byte {
	if !strings.ContainsAny(name, "~/") {
		return append(dst, name...)
	}
	for i := range len(name) {
		switch name[i] {
		case '~':
			dst = append(dst, '~', '0')
		case '/':
			dst = append(dst, '~', '1')
		default:
			dst = append(dst, name[i])
		}
	}
	return dst
}
