package tstypes

import (
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func (f *full) object(v jsonvalue.Value, p place) typeText {
	required := map[string]bool{}
	var names []string
	properties := member(v, "properties")
	for name := range properties.Members() {
		names = append(names, name)
	}
	for _, r := range member(v, "required").Elements() {
		if name, ok := r.AsString(); ok && !required[name] {
			required[name] = true
			if _, declared := properties.Get(name); !declared {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return f.record(v, p)
	}
	var b strings.Builder
	b.WriteString("{\n")
	for _, name := range names {
		f.field(&b, p, name, required[name], member(properties, name))
	}
	indent(&b, p.level)
	b.WriteString("}")
	return typeText{text: b.String(), others: !isClosed(v)}
}

func isClosed(v jsonvalue.Value) bool {
	_, patterns := v.Get("patternProperties")
	allowed, isBool := member(v, "additionalProperties").AsBool()
	return isBool && !allowed && !patterns
}

func (f *full) field(b *strings.Builder, p place, name string, required bool, v jsonvalue.Value) {
	if doc, ok := comment(f.description(v)); ok {
		indent(b, p.level+1)
		b.WriteString(doc + "\n")
	}
	indent(b, p.level+1)
	b.WriteString(key(name))
	if !required {
		b.WriteString("?")
	}
	b.WriteString(": " + f.node(v, p.member()).whole() + ";\n")
}

// description is the schema's own, or that of what it refers to.
func (f *full) description(v jsonvalue.Value) string {
	text, ok := member(v, "description").AsString()
	if ok || v.Kind() != jsonvalue.KindObject {
		return text
	}
	ref, _ := member(v, "$ref").AsString()
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return ""
	}
	target, err := f.root.Lookup(pointer)
	if err != nil || target.Kind() != jsonvalue.KindObject {
		return ""
	}
	text, _ = member(target, "description").AsString()
	return text
}

func indent(b *strings.Builder, level int) { b.WriteString(strings.Repeat("  ", level)) }

// record is an object without declared members: its values are of one type where
// the schema says of which.
func (f *full) record(v jsonvalue.Value, p place) typeText {
	additional, given := v.Get("additionalProperties")
	var values []typeText
	for _, pattern := range member(v, "patternProperties").Members() {
		values = append(values, f.node(pattern, p.part()))
	}
	allowed, isBool := additional.AsBool()
	switch {
	case isClosed(v):
		return typeText{text: "Record<string, never>"}
	case !given || isBool && allowed:
		return typeText{others: true}
	case !isBool:
		values = append(values, f.node(additional, p.part()))
	}
	of := unionOf(values)
	if of.isAny() {
		return typeText{others: true}
	}
	return typeText{text: "Record<string, " + of.whole() + ">"}
}

func (f *full) array(v jsonvalue.Value, p place) typeText {
	first, rest := member(v, "prefixItems"), member(v, "items")
	if rest.Kind() == jsonvalue.KindArray { // as drafts before 2020-12 write tuples
		first, rest = rest, member(v, "additionalItems")
	}
	if first.Kind() != jsonvalue.KindArray {
		return typeText{text: f.node(orAny(rest), p.part()).element() + "[]"}
	}
	needed := 0 // also where it is no number of elements
	_ = member(v, "minItems").Decode(&needed)
	var parts []string
	for i, element := range first.Elements() {
		text := f.node(element, p.part())
		if i < needed {
			parts = append(parts, text.whole())
			continue
		}
		parts = append(parts, text.element()+"?")
	}
	if more, isBool := rest.AsBool(); !isBool || more {
		parts = append(parts, "..."+f.node(orAny(rest), p.part()).element()+"[]")
	}
	return typeText{text: "[" + strings.Join(parts, ", ") + "]"}
}

func orAny(v jsonvalue.Value) jsonvalue.Value {
	if v.IsAbsent() {
		return jsonvalue.Bool(true)
	}
	return v
}
