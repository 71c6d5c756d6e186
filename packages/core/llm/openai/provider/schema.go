package provider

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// deepest is how far schemas may be nested. No provider takes deeper ones.
const deepest = 100

// projector turns one schema. It appends to whatever it returns, never to what it was given.
type projector struct {
	dialect Dialect
	root    jsonvalue.Value
	open    []string // the references that are being resolved
}

type members []jsonvalue.Member

func (m members) find(name string) int {
	return slices.IndexFunc(m, func(member jsonvalue.Member) bool { return member.Name == name })
}

func (m members) get(name string) jsonvalue.Value {
	if i := m.find(name); i >= 0 {
		return m[i].Value
	}
	return jsonvalue.Value{}
}

func (m members) set(name string, v jsonvalue.Value) members {
	if i := m.find(name); i >= 0 {
		m[i].Value = v
		return m
	}
	return append(m, jsonvalue.Member{Name: name, Value: v})
}

func (m members) without(names ...string) members {
	return slices.DeleteFunc(slices.Clone(m), func(member jsonvalue.Member) bool {
		return slices.Contains(names, member.Name)
	})
}

func (m members) value() jsonvalue.Value { return jsonvalue.NewObject(m...) }

func membersOf(v jsonvalue.Value) members {
	m := make(members, 0, v.Len())
	for name, value := range v.Members() {
		m = append(m, jsonvalue.Member{Name: name, Value: value})
	}
	return m
}

// node projects the schema v, which stands at the given place.
func (p *projector) node(v jsonvalue.Value, at string, depth int) (jsonvalue.Value, error) {
	if depth > deepest {
		return v, fmt.Errorf("%s: schemas are nested more than %d deep", at, deepest)
	}
	if b, ok := v.AsBool(); ok {
		if !b {
			return v, fmt.Errorf("%s: the schema false allows nothing", at)
		}
		return jsonvalue.NewObject(), nil
	}
	if v.Kind() != jsonvalue.KindObject {
		return v, fmt.Errorf("%s: a schema is an object or a boolean", at)
	}
	if ref, ok := v.Get("$ref"); ok && !p.dialect.References {
		return p.reference(v, ref, at, depth)
	}
	out, err := p.keywords(v, at, depth)
	if err != nil {
		return v, err
	}
	return p.finish(out), nil
}

// reference resolves a $ref in place. Members beside it, such as a description, win.
func (p *projector) reference(
	v, ref jsonvalue.Value, at string, depth int,
) (jsonvalue.Value, error) {
	name, _ := ref.AsString()
	if len(name) == 0 || name[0] != '#' {
		return v, fmt.Errorf("%s: the reference %q leads out of the schema", at, name)
	}
	if slices.Contains(p.open, name) {
		return v, fmt.Errorf("%s: the schema contains itself through %q", at, name)
	}
	target, err := p.root.Lookup(name[1:])
	if err != nil {
		return v, fmt.Errorf("%s: the reference %q leads nowhere", at, name)
	}
	p.open = append(p.open, name)
	defer func() { p.open = p.open[:len(p.open)-1] }()
	resolved, err := p.node(target, at, depth+1)
	if err != nil {
		return v, err
	}
	out := membersOf(resolved)
	for member, value := range v.Members() {
		if member == "description" || member == "title" || member == "default" {
			out = out.set(member, value)
		}
	}
	return out.value(), nil
}

// keywords projects each member of a schema, in order.
func (p *projector) keywords(v jsonvalue.Value, at string, depth int) (members, error) {
	var out members
	for name, value := range v.Members() {
		where := at + "/" + name
		projected, keep, err := p.keyword(name, value, where, depth)
		if err != nil {
			return nil, err
		}
		if keep {
			out = append(out, jsonvalue.Member{Name: name, Value: projected})
		}
	}
	return out, nil
}

func (p *projector) keyword(
	name string, v jsonvalue.Value, at string, depth int,
) (projected jsonvalue.Value, keep bool, err error) {
	switch name {
	case "type", "enum", "const", "required":
		return v, true, nil
	case "$schema", "$id", "$comment", "$anchor", "id":
		return v, false, nil
	case "properties":
		projected, err = p.each(v, at, depth)
		return projected, true, err
	case "$defs", "definitions":
		if !p.dialect.References {
			return v, false, nil
		}
		projected, err = p.each(v, at, depth)
		return projected, true, err
	case "anyOf", "oneOf", "allOf":
		projected, err = p.branches(v, at, depth)
		return projected, true, err
	case "items":
		projected, err = p.items(v, at, depth)
		return projected, true, err
	case "additionalProperties":
		if _, boolean := v.AsBool(); boolean || !p.dialect.Closed {
			return v, p.dialect.Closed, nil
		}
		projected, err = p.node(v, at, depth+1)
		return projected, true, err
	default:
		return v, p.keeps(name), nil
	}
}

// keeps decides about the keywords without a rule of their own. Those that hold schemas are kept
// only where everything is, because their contents are not projected.
func (p *projector) keeps(name string) bool {
	switch name {
	case "not", "if", "then", "else", "contains", "propertyNames", "patternProperties", "prefixItems",
		"dependentSchemas", "dependentRequired", "unevaluatedItems", "unevaluatedProperties", "$ref":
		return p.dialect.References
	}
	return p.dialect.Only == nil || slices.Contains(p.dialect.Only, name)
}

// each projects the schemas that are the members of v.
func (p *projector) each(v jsonvalue.Value, at string, depth int) (jsonvalue.Value, error) {
	if v.Kind() != jsonvalue.KindObject {
		return v, fmt.Errorf("%s: this must be an object of schemas", at)
	}
	out := make(members, 0, v.Len())
	for name, schema := range v.Members() {
		if b, ok := schema.AsBool(); ok && !b {
			continue // a member that must not be there need not be declared
		}
		projected, err := p.node(schema, at+"/"+name, depth+1)
		if err != nil {
			return v, err
		}
		out = append(out, jsonvalue.Member{Name: name, Value: projected})
	}
	return out.value(), nil
}

// branches projects the schemas of a union. A branch that allows nothing adds nothing.
func (p *projector) branches(v jsonvalue.Value, at string, depth int) (jsonvalue.Value, error) {
	if v.Kind() != jsonvalue.KindArray || v.Len() == 0 {
		return v, fmt.Errorf("%s: this must be a list of schemas", at)
	}
	var out []jsonvalue.Value
	for i, schema := range v.Elements() {
		if b, ok := schema.AsBool(); ok && !b && v.Len() > 1 {
			continue
		}
		projected, err := p.node(schema, at+"/"+strconv.Itoa(i), depth+1)
		if err != nil {
			return v, err
		}
		out = append(out, projected)
	}
	return jsonvalue.Array(out...), nil
}

// items projects the schema of an array's items. The old form, a list, becomes a union.
func (p *projector) items(v jsonvalue.Value, at string, depth int) (jsonvalue.Value, error) {
	if b, ok := v.AsBool(); ok && !b || v.Kind() == jsonvalue.KindArray && v.Len() == 0 {
		return jsonvalue.NewObject(), nil
	}
	if v.Kind() != jsonvalue.KindArray {
		return p.node(v, at, depth+1)
	}
	union, err := p.branches(v, at, depth)
	if err != nil {
		return v, err
	}
	return members{{Name: "anyOf", Value: union}}.value(), nil
}
