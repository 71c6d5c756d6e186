package tstypes

import (
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Limits of [Full]: what lies beyond them is any JSON value.
const (
	maxFullNodes = 4_000
	maxFullDepth = 48
)

// Full returns the type text of any JSON Schema, also of one outside the subset, as
// far as TypeScript can say it: references within the document, unions whose
// branches overlap, intersections, tuples, and records of one type. The type admits
// at least what the schema does: patterns, ranges and conditions are not in it, and a
// reference that leads back to itself is JsonValue there. level is as in [Of].
func Full(raw jsonvalue.Value, level int) string {
	f := &full{root: raw, budget: maxFullNodes}
	return f.node(raw, place{level: max(level, 0)}).whole()
}

// full writes the type of one document.
type full struct {
	root   jsonvalue.Value
	budget int
	open   []string // references that are being written out
}

// place is where a node stands: the level of its line, its depth in the document,
// and the type that the schema around it gives it already, if any.
type place struct {
	level, depth int
	kind         string
}

func (p place) deeper() place { return place{level: p.level, depth: p.depth + 1, kind: p.kind} }
func (p place) member() place { return place{level: p.level + 1, depth: p.depth + 1} }
func (p place) part() place   { return place{level: p.level, depth: p.depth + 1} }

// typeText is a type: its text, whether that is a union at its top, and whether the
// type is an object that takes other members too, which the text does not say.
type typeText struct {
	text       string
	union, amp bool
	others     bool
}

var anyJSON = typeText{text: jsonValue}

const otherMembers = "Record<string, " + jsonValue + ">"

func (t typeText) isAny() bool { return t.text == jsonValue && !t.others }

// isRecord reports whether all that is known is that it is an object.
func (t typeText) isRecord() bool { return t.text == "" && t.others }

// whole is the text with what it leaves out.
func (t typeText) whole() string {
	switch {
	case !t.others:
		return t.text
	case t.text == "":
		return otherMembers
	}
	return t.operand() + " & " + otherMembers
}

// operand is the text as a part of an intersection.
func (t typeText) operand() string {
	if t.union {
		return "(" + t.text + ")"
	}
	return t.text
}

// element is the whole text as that of an array's elements.
func (t typeText) element() string {
	text := t.whole()
	if t.union || t.amp || t.others && t.text != "" {
		return "(" + text + ")"
	}
	return text
}

func (f *full) node(v jsonvalue.Value, p place) typeText {
	if yes, ok := v.AsBool(); ok && !yes {
		return typeText{text: "never"}
	}
	f.budget--
	if v.Kind() != jsonvalue.KindObject || p.depth > maxFullDepth || f.budget < 0 {
		return anyJSON
	}
	if literals, ok := literalsOf(v); ok {
		return literals
	}
	own := f.typed(v, p)
	if kind, ok := member(v, "type").AsString(); ok {
		p.kind = kind
	}
	parts := []typeText{own}
	if ref, ok := member(v, "$ref").AsString(); ok {
		parts = append(parts, f.reference(ref, p))
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if branches := member(v, word); branches.Kind() == jsonvalue.KindArray {
			parts = append(parts, f.branches(branches, p))
		}
	}
	for _, part := range member(v, "allOf").Elements() {
		parts = append(parts, f.node(part, p.deeper()))
	}
	return intersection(parts)
}

func member(v jsonvalue.Value, name string) jsonvalue.Value {
	m, _ := v.Get(name)
	return m
}

// literalsOf are the values of const or enum, which say all there is to say.
func literalsOf(v jsonvalue.Value) (typeText, bool) {
	if c, ok := v.Get("const"); ok {
		return typeText{text: literal(c)}, true
	}
	list := member(v, "enum")
	if list.Kind() != jsonvalue.KindArray || list.Len() == 0 {
		return typeText{}, false
	}
	var all []typeText
	for _, e := range list.Elements() {
		all = append(all, typeText{text: literal(e)})
	}
	return unionOf(all), true
}

// reference writes out a reference within the document.
func (f *full) reference(ref string, p place) typeText {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local || slices.Contains(f.open, ref) {
		return anyJSON
	}
	target, err := f.root.Lookup(pointer)
	if err != nil {
		return anyJSON
	}
	f.open = append(f.open, ref)
	defer func() { f.open = f.open[:len(f.open)-1] }()
	return f.node(target, p.deeper())
}

func (f *full) branches(list jsonvalue.Value, p place) typeText {
	var all []typeText
	for _, b := range list.Elements() {
		all = append(all, f.node(b, p.deeper()))
	}
	return unionOf(all)
}

// unionOf joins types; one of them that is anything makes all of it so, and one that
// is any object makes any object of objects.
func unionOf(all []typeText) typeText {
	var texts []string
	objects := slices.ContainsFunc(all, typeText.isRecord)
	for _, t := range all {
		objects = objects && t.others
		if t.isAny() {
			return anyJSON
		}
		if text := t.whole(); text != "never" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	switch {
	case objects:
		return typeText{others: true}
	case len(texts) == 0:
		return typeText{text: "never"}
	case len(texts) == 1:
		for _, t := range all {
			if t.whole() == texts[0] {
				return t
			}
		}
	}
	return typeText{text: strings.Join(texts, separator), union: true}
}

// intersection joins what must hold together. That other members are allowed is
// said once, and nothing is said twice.
func intersection(parts []typeText) typeText {
	var kept []typeText
	others, objects := true, false
	for _, t := range parts {
		switch {
		case t.isAny():
			continue
		case t.isRecord():
			objects = true
			continue
		}
		others = others && t.others
		if !slices.Contains(kept, t) {
			kept = append(kept, t)
		}
	}
	switch len(kept) {
	case 0:
		if objects {
			return typeText{others: true}
		}
		return anyJSON
	case 1:
		return kept[0]
	}
	texts := make([]string, len(kept))
	for i, t := range kept {
		if !others { // each says for itself what it takes
			t = typeText{text: t.whole(), union: t.union && !t.others}
		}
		texts[i] = t.operand()
	}
	return typeText{text: strings.Join(texts, " & "), amp: true, others: others}
}

// typed is the type of the schema's own type, with its members and items.
func (f *full) typed(v jsonvalue.Value, p place) typeText {
	kinds, given := v.Get("type")
	if !given {
		kinds = jsonvalue.String(p.kind)
	}
	if kind, ok := kinds.AsString(); ok {
		return f.ofKind(kind, v, p)
	}
	var all []typeText
	for _, k := range kinds.Elements() {
		kind, _ := k.AsString()
		all = append(all, f.ofKind(kind, v, p))
	}
	if len(all) == 0 {
		return anyJSON
	}
	return unionOf(all)
}

func (f *full) ofKind(kind string, v jsonvalue.Value, p place) typeText {
	switch kind {
	case "object":
		return f.object(v, p)
	case "array":
		return f.array(v, p)
	case "integer":
		return typeText{text: "number"}
	case "string", "number", "boolean", "null":
		return typeText{text: kind}
	}
	return anyJSON
}
