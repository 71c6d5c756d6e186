package schema

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// fields finds the keys of a spec node.
type fields struct{ node loose.Node }

func (f fields) find(key string) int {
	for i := range f.node.Len() {
		if f.node.Name(i) == key {
			return i
		}
	}
	return -1
}

func (f fields) has(key string) bool { return f.find(key) >= 0 }

// get returns what the key holds, absent when the node does not have it.
func (f fields) get(key string) loose.Node {
	if i := f.find(key); i >= 0 {
		return f.node.At(i)
	}
	return loose.Node{}
}

// annotations are the keys that every node may carry, in output order (R17, R20).
var annotations = []string{"description", "title", "default", "examples"}

// The further keys of each kind of node, in output order (R17, R20).
var (
	unionKeys  = []string{"oneOf", "type"}
	scalarKeys = []string{"type", "enum", "const"}
	arrayKeys  = []string{"type", "items"}
	objectKeys = []string{"type", "additionalProperties", "properties"}
	jsonKeys   = []string{"type"}
)

// body compiles a node that is a record.
func (a *author) body(f fields, member bool) loose.Node {
	if f.has("oneOf") {
		return a.union(f, member)
	}
	name, _ := f.get("type").Text()
	s, known := shapeOf(name)
	switch {
	case name == "json":
		a.keys(f, jsonKeys, member)
		return loose.OfBox(annotated(loose.Record(), f))
	case !known:
		a.failAt("type", KindUnknownType,
			"must be one of string, number, integer, boolean, null, array, object, json")
		return loose.Node{}
	case s == shapeArray:
		return a.array(f, member)
	case s == shapeObject:
		return a.object(f, member)
	}
	return a.scalar(f, member)
}

// keys refuses the first key that the kind of node does not have.
func (a *author) keys(f fields, allowed []string, member bool) {
	for i := range f.node.Len() {
		key := f.node.Name(i)
		if slices.Contains(allowed, key) || slices.Contains(annotations, key) ||
			member && key == "required" {
			continue
		}
		a.failAt(key, KindUnknownKey, "is not a key of this kind of node")
		return
	}
}

// annotated copies the annotations to the end of the record, in their order.
func annotated(b *loose.Box, f fields) *loose.Box {
	for _, key := range annotations {
		b = carried(b, f, key)
	}
	return b
}

// carried copies one key to the end of the record, where the node has it.
func carried(b *loose.Box, f fields, key string) *loose.Box {
	if f.has(key) {
		return b.With(key, f.get(key))
	}
	return b
}

// typed begins the output of a node: its type, then its annotations (R20).
func typed(f fields) *loose.Box {
	return annotated(carried(loose.Record(), f, "type"), f)
}

func (a *author) scalar(f fields, member bool) loose.Node {
	a.keys(f, scalarKeys, member)
	if f.has("enum") && f.get("enum").Kind() != loose.Array {
		a.failAt("enum", KindEnumNotArray, "must be a list of literals")
	}
	return loose.OfBox(carried(carried(typed(f), f, "enum"), f, "const"))
}

func (a *author) array(f fields, member bool) loose.Node {
	a.keys(f, arrayKeys, member)
	b := typed(f)
	if f.has("items") {
		m := a.path.member("items")
		b = b.With("items", a.node(f.get("items"), false))
		a.path.back(m)
	}
	return loose.OfBox(b)
}

func (a *author) object(f fields, member bool) loose.Node {
	a.keys(f, objectKeys, member)
	if f.get("additionalProperties").Kind() != loose.Bool {
		a.failAt("additionalProperties", KindOpennessMissing,
			"must say true (open) or false (closed)")
	}
	head := carried(typed(f), f, "additionalProperties")
	if !f.has("properties") {
		return loose.OfBox(head)
	}
	m := a.path.member("properties")
	properties, required := a.properties(f.get("properties"))
	a.path.back(m)
	return objectNode(head, properties, required)
}

func (a *author) union(f fields, member bool) loose.Node {
	a.keys(f, unionKeys, member)
	if f.has("type") {
		a.fail(KindTypeAndOneOf, "must not have both type and oneOf: keep one")
	}
	list := f.get("oneOf")
	if list.Kind() != loose.Array {
		a.failAt("oneOf", KindOneOfNotArray, "must be a list of nodes")
	}
	branches := make([]loose.Node, list.Len())
	for i := range branches {
		m := a.path.branch(i)
		branches[i] = a.node(list.At(i), false)
		a.path.back(m)
	}
	head := loose.Record(loose.Member{Name: "oneOf", Node: loose.OfBox(loose.List(branches...))})
	return loose.OfBox(annotated(head, f))
}
