package jsonschemafull

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

const (
	// MaxText is the length in bytes of the longest schema that is compiled.
	MaxText = 4 << 20
	// MaxValues is the number of JSON values that a schema may consist of.
	MaxValues = 10_000
	// MaxDepth is the number of nested arrays and objects that a schema may have.
	MaxDepth = 256
	// MaxValueDepth is the number of nested arrays and objects that a checked value may
	// have: the library recurses, and its errors repeat the way to their place.
	MaxValueDepth = 1_000
)

// extent is what the limits need to know of a document or a value.
type extent struct {
	values, depth, bytes int
	// widest is the length of the longest enum.
	widest int
}

// frame is a container being gone through. An own stack serves in place of recursion: the
// depth is not known yet.
type frame struct {
	value jsonvalue.Value
	next  int
}

// extentOf goes through a value until its depth or number of values passes the limits.
func extentOf(v jsonvalue.Value, maxDepth, maxValues int) extent {
	e := extent{values: 1, bytes: len(scalar(v))}
	if isContainer(v) {
		e.depth = 1
	}
	open := []frame{{value: v}}
	for len(open) > 0 && e.depth <= maxDepth && e.values <= maxValues {
		top := &open[len(open)-1]
		if top.next >= top.value.Len() {
			open = open[:len(open)-1]
			continue
		}
		part := e.part(top.value, top.next)
		top.next++
		if e.values++; isContainer(part) {
			open = append(open, frame{value: part})
			e.depth = max(e.depth, len(open))
			continue
		}
		e.bytes += len(scalar(part))
	}
	return e
}

// part returns part i of a container and takes note of enums.
func (e *extent) part(v jsonvalue.Value, i int) jsonvalue.Value {
	if v.Kind() == jsonvalue.KindArray {
		return v.Index(i)
	}
	m := v.MemberAt(i)
	e.bytes += len(m.Name)
	if m.Name == "enum" {
		e.widest = max(e.widest, m.Value.Len())
	}
	return m.Value
}

func isContainer(v jsonvalue.Value) bool {
	return v.Kind() == jsonvalue.KindArray || v.Kind() == jsonvalue.KindObject
}

func scalar(v jsonvalue.Value) string {
	s, _ := v.AsString()
	return s
}

// measure refuses schemas beyond the limits.
func measure(raw jsonvalue.Value) (extent, error) {
	if k := raw.Kind(); k != jsonvalue.KindObject && k != jsonvalue.KindBool {
		return extent{}, refuse(CodeInvalid, "a schema must be an object or a boolean, not %s", k)
	}
	e := extentOf(raw, MaxDepth, MaxValues)
	switch {
	case e.depth > MaxDepth:
		return e, refuse(CodeLimit, "the schema is nested more than %d levels deep", MaxDepth)
	case e.values > MaxValues:
		return e, refuse(CodeLimit, "the schema has more than %d values", MaxValues)
	case len(raw.Text()) > MaxText:
		return e, refuse(CodeLimit, "the schema is longer than %d bytes", MaxText)
	}
	return e, nil
}
