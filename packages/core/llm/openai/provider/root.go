package provider

import (
	"errors"
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// projectRoot projects the parameters of a tool. Providers want an object with properties there and
// no union, so a union of objects becomes one object that allows what any of them does.
func projectRoot(parameters jsonvalue.Value, d Dialect) (jsonvalue.Value, error) {
	if parameters.IsAbsent() || parameters.IsNull() {
		return asObject(nil).value(), nil
	}
	p := &projector{dialect: d, root: parameters}
	// At the root there is no alternative: a list of types means its object.
	v, err := p.node(onlyObject(parameters), "parameters", 0)
	if err != nil {
		return v, err
	}
	m := membersOf(v)
	if t, ok := m.get("type").AsString(); ok && t != "object" {
		return v, errors.New("parameters/type: arguments are an object")
	}
	if m, err = mergeUnions(m); err != nil {
		return v, err
	}
	return asObject(m).value(), nil
}

// onlyObject replaces a list of types that has object in it.
func onlyObject(v jsonvalue.Value) jsonvalue.Value {
	if v.Kind() != jsonvalue.KindObject {
		return v
	}
	m := membersOf(v)
	if m.get("type").Kind() == jsonvalue.KindArray && hasType(m, "object") {
		return m.set("type", jsonvalue.String("object")).value()
	}
	return v
}

// asObject puts type and properties in front, where they are missing.
func asObject(m members) members {
	if m.find("properties") < 0 {
		m = slices.Insert(m, 0, jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject()})
	}
	m = m.without("type", "nullable")
	return slices.Insert(m, 0, jsonvalue.Member{Name: "type", Value: jsonvalue.String("object")})
}

// mergeUnions takes the unions at the root apart.
func mergeUnions(m members) (members, error) {
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		union := m.get(keyword)
		if union.IsAbsent() {
			continue
		}
		m = m.without(keyword)
		required := texts(m.get("required"))
		shared := []string(nil)
		for i, branch := range union.Elements() {
			b := membersOf(branch)
			if t, ok := b.get("type").AsString(); ok && t != "object" {
				return nil, errors.New("parameters/" + keyword + ": arguments are an object")
			}
			if b.find("$ref") >= 0 {
				return nil, errors.New("parameters/" + keyword + ": a reference in a union at the root")
			}
			m = m.set("properties", mergeProperties(m.get("properties"), b.get("properties")))
			shared = mergeRequired(keyword, i, shared, texts(b.get("required")))
		}
		m = m.without("additionalProperties") // a branch's own properties must stay allowed
		m = setRequired(m, append(required, shared...))
	}
	return m.without("not", "if", "then", "else", "enum", "const"), nil
}

// mergeRequired keeps what is required whichever branch holds: all of it when all must hold, what
// they share otherwise.
func mergeRequired(keyword string, i int, shared, more []string) []string {
	if keyword == "allOf" {
		return append(shared, more...)
	}
	if i == 0 {
		return more
	}
	return slices.DeleteFunc(shared, func(name string) bool { return !slices.Contains(more, name) })
}

func setRequired(m members, names []string) members {
	var values []jsonvalue.Value
	for i, name := range names {
		if !slices.Contains(names[:i], name) {
			values = append(values, jsonvalue.String(name))
		}
	}
	if len(values) == 0 {
		return m.without("required")
	}
	return m.set("required", jsonvalue.Array(values...))
}

// mergeProperties adds properties. One that both have may be what either says.
func mergeProperties(into, from jsonvalue.Value) jsonvalue.Value {
	m := membersOf(into)
	for name, schema := range from.Members() {
		i := m.find(name)
		switch {
		case i < 0:
			m = append(m, jsonvalue.Member{Name: name, Value: schema})
		case !m[i].Value.Equal(schema):
			m[i].Value = members{{
				Name: "anyOf", Value: jsonvalue.Array(append(alternatives(m[i].Value), schema)...),
			}}.value()
		}
	}
	return m.value()
}

// alternatives returns the branches of a node that is nothing but a union, or the node.
func alternatives(v jsonvalue.Value) []jsonvalue.Value {
	if union, ok := v.Get("anyOf"); ok && v.Len() == 1 {
		var out []jsonvalue.Value
		for _, branch := range union.Elements() {
			out = append(out, branch)
		}
		return out
	}
	return []jsonvalue.Value{v}
}
