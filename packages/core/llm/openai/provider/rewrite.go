package provider

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// finish rewrites a node whose parts are projected already.
func (p *projector) finish(m members) jsonvalue.Value {
	d := p.dialect
	if i := m.find("oneOf"); i >= 0 && !d.OneOf {
		m = p.intoAnyOf(m, m[i].Value).without("oneOf")
	}
	if i := m.find("const"); i >= 0 && !d.Const {
		m[i] = jsonvalue.Member{Name: "enum", Value: jsonvalue.Array(m[i].Value)}
	}
	if d.StringEnums && !allStrings(m.get("enum")) {
		m = m.without("enum")
	}
	if m.get("type").Kind() == jsonvalue.KindArray && !d.TypeLists {
		m = p.splitTypes(m)
	}
	if d.Nullable {
		m = p.withoutNull(m)
	}
	if hasType(m, "array") && m.find("items") < 0 {
		m = append(m, jsonvalue.Member{Name: "items", Value: jsonvalue.NewObject()})
	}
	return m.value()
}

// intoAnyOf gives m an anyOf of the branches. When there is one already, both must hold, so the
// branches go into an allOf beside it.
func (p *projector) intoAnyOf(m members, branches jsonvalue.Value) members {
	if m.find("anyOf") < 0 {
		return m.set("anyOf", branches)
	}
	both := []jsonvalue.Value{members{{Name: "anyOf", Value: branches}}.value()}
	for _, other := range m.get("allOf").Elements() {
		both = append(both, other)
	}
	return m.set("allOf", jsonvalue.Array(both...))
}

// splitTypes turns a list of types into one type, or into a union with one type to a branch. The
// words about the node stay with it; everything else goes into the branches it matters to.
func (p *projector) splitTypes(m members) members {
	types := texts(m.get("type"))
	if len(types) == 1 {
		return m.set("type", jsonvalue.String(types[0]))
	}
	about := []string{"title", "description", "default"}
	var outer members
	for _, member := range m {
		if slices.Contains(about, member.Name) {
			outer = append(outer, member)
		}
	}
	inner := m.without(append(about, "type")...)
	var branches []jsonvalue.Value
	for _, t := range types {
		branches = append(branches, branchOf(t, inner).value())
	}
	return p.intoAnyOf(outer, jsonvalue.Array(branches...))
}

// branchOf is one alternative of a list of types, with the keywords that apply to its type.
func branchOf(t string, inner members) members {
	branch := members{{Name: "type", Value: jsonvalue.String(t)}}
	for _, member := range inner {
		switch applies, ok := typeOfKeyword[member.Name]; {
		case member.Name == "enum":
			if values := enumOf(t, member.Value); values.Len() > 0 {
				branch = append(branch, jsonvalue.Member{Name: "enum", Value: values})
			}
		case !ok || applies == t || applies == "number" && t == "integer":
			if t != "null" {
				branch = append(branch, member)
			}
		}
	}
	if t == "array" && branch.find("items") < 0 {
		branch = append(branch, jsonvalue.Member{Name: "items", Value: jsonvalue.NewObject()})
	}
	return branch
}

// typeOfKeyword says which type a keyword is about.
var typeOfKeyword = map[string]string{
	"items": "array", "minItems": "array", "maxItems": "array", "uniqueItems": "array",
	"properties": "object", "required": "object", "additionalProperties": "object",
	"minProperties": "object", "maxProperties": "object",
	"minLength": "string", "maxLength": "string", "pattern": "string", "format": "string",
	"minimum": "number", "maximum": "number", "multipleOf": "number",
	"exclusiveMinimum": "number", "exclusiveMaximum": "number",
}

// enumOf returns the values of an enum that have the type.
func enumOf(t string, values jsonvalue.Value) jsonvalue.Value {
	var out []jsonvalue.Value
	for _, v := range values.Elements() {
		if typeOf(v) == t || t == "number" && typeOf(v) == "integer" {
			out = append(out, v)
		}
	}
	return jsonvalue.Array(out...)
}

func typeOf(v jsonvalue.Value) string {
	switch v.Kind() {
	case jsonvalue.KindNull:
		return "null"
	case jsonvalue.KindBool:
		return "boolean"
	case jsonvalue.KindString:
		return "string"
	case jsonvalue.KindArray:
		return "array"
	case jsonvalue.KindObject:
		return "object"
	}
	if n, ok := v.AsNumber(); ok && n.IsInteger() {
		return "integer"
	}
	return "number"
}

// withoutNull writes the alternative null as the keyword nullable.
func (p *projector) withoutNull(m members) members {
	if hasType(m, "null") {
		return m.without("type", "enum").set("nullable", jsonvalue.Bool(true))
	}
	var left []jsonvalue.Value
	for _, branch := range m.get("anyOf").Elements() {
		if !isNull(branch) {
			left = append(left, branch)
		}
	}
	if len(left) == m.get("anyOf").Len() {
		return m
	}
	m = m.set("nullable", jsonvalue.Bool(true))
	if len(left) != 1 {
		return m.set("anyOf", jsonvalue.Array(left...))
	}
	m = m.without("anyOf")
	for name, value := range left[0].Members() {
		if m.find(name) < 0 {
			m = append(m, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return m
}

// isNull reports whether a projected branch allows nothing but null.
func isNull(branch jsonvalue.Value) bool {
	m := membersOf(branch)
	return m.find("type") < 0 && m.find("nullable") >= 0 && m.find("anyOf") < 0 ||
		hasType(m, "null")
}

func hasType(m members, t string) bool {
	v := m.get("type")
	if s, ok := v.AsString(); ok {
		return s == t
	}
	return slices.Contains(texts(v), t)
}

// texts returns the texts of a list, once each.
func texts(list jsonvalue.Value) []string {
	var out []string
	for _, v := range list.Elements() {
		if s, ok := v.AsString(); ok && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func allStrings(list jsonvalue.Value) bool {
	for _, v := range list.Elements() {
		if v.Kind() != jsonvalue.KindString {
			return false
		}
	}
	return true
}
