package mcp

import (
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Limits of a projection: a schema that unfolds further is "anything" there.
const (
	maxProjectedNodes = 4_000
	maxProjectedDepth = 48
)

// projector turns any JSON Schema into one in the enforced subset that accepts
// at least as much. References are written out, several types become a union,
// and what the subset cannot say (patterns, ranges, formats) is left to the
// complete check.
type projector struct {
	root   jsonvalue.Value
	budget int
	open   []string // references that are being written out
}

// project returns the projection of a whole schema.
func project(raw jsonvalue.Value) jsonvalue.Value {
	p := &projector{root: raw, budget: maxProjectedNodes}
	return p.node(raw, 0)
}

var unconstrained = jsonvalue.NewObject()

func isUnconstrained(v jsonvalue.Value) bool {
	return len(membersOf(v, "description", "title", "default", "examples")) == 0
}

func (p *projector) node(v jsonvalue.Value, depth int) jsonvalue.Value {
	p.budget--
	if v.Kind() != jsonvalue.KindObject || depth > maxProjectedDepth || p.budget < 0 {
		return unconstrained
	}
	shape := p.shape(v, depth)
	return annotate(shape, v)
}

// shape returns the most telling of the schema's own constraints: all of them
// must hold, so any one of them accepts at least what the whole does.
func (p *projector) shape(v jsonvalue.Value, depth int) jsonvalue.Value {
	if own := p.typed(v, depth); !isUnconstrained(own) {
		return own
	}
	if ref, ok := text(v, "$ref"); ok {
		if s := p.reference(ref, depth); !isUnconstrained(s) {
			return s
		}
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if branches, ok := v.Get(word); ok {
			if s := p.union(branches, depth); !isUnconstrained(s) {
				return s
			}
		}
	}
	if all, ok := v.Get("allOf"); ok {
		return p.all(all, depth)
	}
	return unconstrained
}

// reference writes out a reference within the document; one that leads back to
// where it is being written out, or elsewhere, constrains nothing.
func (p *projector) reference(ref string, depth int) jsonvalue.Value {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local || slices.Contains(p.open, ref) {
		return unconstrained
	}
	target, err := p.root.Lookup(pointer)
	if err != nil {
		return unconstrained
	}
	p.open = append(p.open, ref)
	defer func() { p.open = p.open[:len(p.open)-1] }()
	return p.node(target, depth+1)
}

// all merges the objects of an allOf, or returns its first telling part.
func (p *projector) all(parts jsonvalue.Value, depth int) jsonvalue.Value {
	var merged object
	for _, part := range parts.Elements() {
		s := p.node(part, depth+1)
		if kind, _ := text(s, "type"); kind == "object" {
			merged.add(s)
		} else if !isUnconstrained(s) {
			return s
		}
	}
	return merged.schema(true)
}

// typed projects a schema by its type, const or enum.
func (p *projector) typed(v jsonvalue.Value, depth int) jsonvalue.Value {
	if c, ok := v.Get("const"); ok {
		return enumOf(jsonvalue.Array(c))
	}
	if e, ok := v.Get("enum"); ok && e.Kind() == jsonvalue.KindArray {
		return enumOf(e)
	}
	kinds, _ := v.Get("type")
	if kind, ok := kinds.AsString(); ok {
		return p.ofType(kind, v, depth)
	}
	var branches []jsonvalue.Value
	names := map[string]bool{}
	for _, k := range kinds.Elements() {
		name, _ := k.AsString()
		names[name] = true
	}
	for _, k := range kinds.Elements() {
		name, _ := k.AsString()
		if name == "integer" && names["number"] {
			continue // every integer is a number: a union would match twice
		}
		branches = append(branches, p.ofType(name, v, depth))
	}
	return unionOf(branches)
}

func (p *projector) ofType(kind string, v jsonvalue.Value, depth int) jsonvalue.Value {
	switch kind {
	case "object":
		return p.object(v, depth)
	case "array":
		items, ok := v.Get("items")
		_, tuple := v.Get("prefixItems")
		s := typeOnly(kind)
		if ok && !tuple && items.Kind() == jsonvalue.KindObject {
			s = with(s, "items", p.node(items, depth+1))
		}
		return s
	case "string", "number", "integer", "boolean", "null":
		return typeOnly(kind)
	}
	return unconstrained
}

func typeOnly(kind string) jsonvalue.Value {
	return jsonvalue.NewObject(jsonvalue.Member{Name: "type", Value: jsonvalue.String(kind)})
}

// annotate keeps the schema's own description, title, default and examples.
func annotate(s, from jsonvalue.Value) jsonvalue.Value {
	for _, word := range []string{"description", "title", "default", "examples"} {
		note, ok := from.Get(word)
		if !ok || (word == "description" || word == "title") && note.Kind() != jsonvalue.KindString {
			continue
		}
		s = with(s, word, note)
	}
	return s
}

func text(v jsonvalue.Value, name string) (string, bool) {
	m, _ := v.Get(name)
	return m.AsString()
}
