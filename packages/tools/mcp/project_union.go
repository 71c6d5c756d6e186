package mcp

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// union projects the branches of an anyOf or oneOf.
func (p *projector) union(branches jsonvalue.Value, depth int) jsonvalue.Value {
	var projected []jsonvalue.Value
	for _, b := range branches.Elements() {
		projected = append(projected, p.node(b, depth+1))
	}
	return unionOf(projected)
}

// unionOf returns a union of branches no two of which can match one value: the
// subset's oneOf wants exactly one match. Where that is not certain, the result
// is unconstrained.
func unionOf(branches []jsonvalue.Value) jsonvalue.Value {
	branches = flat(branches)
	if len(branches) == 1 {
		return branches[0]
	}
	for i, a := range branches {
		for _, b := range branches[:i] {
			if !disjoint(a, b) {
				return unconstrained
			}
		}
	}
	if len(branches) == 0 {
		return unconstrained
	}
	return jsonvalue.NewObject(jsonvalue.Member{Name: "oneOf", Value: jsonvalue.Array(branches...)})
}

// flat takes unions within a union apart, as far as they say nothing else.
func flat(branches []jsonvalue.Value) []jsonvalue.Value {
	var out []jsonvalue.Value
	for _, b := range branches {
		inner, ok := b.Get("oneOf")
		if !ok {
			out = append(out, b)
			continue
		}
		for _, e := range inner.Elements() {
			out = append(out, e)
		}
	}
	return out
}

// disjoint reports whether certainly no value matches both.
func disjoint(a, b jsonvalue.Value) bool {
	kindA, okA := text(a, "type")
	kindB, okB := text(b, "type")
	switch {
	case !okA || !okB:
		return false
	case kindA != kindB:
		return !(isNumeric(kindA) && isNumeric(kindB))
	}
	if literals(a) != nil && literals(b) != nil {
		return apart(literals(a), literals(b))
	}
	return kindA == "object" && discriminated(a, b)
}

func isNumeric(kind string) bool { return kind == "number" || kind == "integer" }

// discriminated reports whether two objects require one member with different
// literals.
func discriminated(a, b jsonvalue.Value) bool {
	membersA, _ := a.Get("properties")
	membersB, _ := b.Get("properties")
	for name, m := range membersA.Members() {
		other, ok := membersB.Get(name)
		if !ok || !requires(a, name) || !requires(b, name) {
			continue
		}
		if x, y := literals(m), literals(other); x != nil && y != nil && apart(x, y) {
			return true
		}
	}
	return false
}

func requires(s jsonvalue.Value, name string) bool {
	list, _ := s.Get("required")
	for _, r := range list.Elements() {
		if n, _ := r.AsString(); n == name {
			return true
		}
	}
	return false
}

// literals returns the values that an enum admits, nil without one.
func literals(s jsonvalue.Value) []jsonvalue.Value {
	list, _ := s.Get("enum")
	var out []jsonvalue.Value
	for _, v := range list.Elements() {
		out = append(out, v)
	}
	return out
}

func apart(a, b []jsonvalue.Value) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Equal(y) {
				return false
			}
		}
	}
	return true
}

// enumOf returns the schema of literals, by type; one of arrays or objects is
// unconstrained.
func enumOf(list jsonvalue.Value) jsonvalue.Value {
	var order []string
	byKind := map[string][]jsonvalue.Value{}
	for _, v := range list.Elements() {
		kind := scalarKind(v)
		if kind == "" {
			return unconstrained
		}
		if byKind[kind] == nil {
			order = append(order, kind)
		}
		byKind[kind] = append(byKind[kind], v)
	}
	var branches []jsonvalue.Value
	for _, kind := range order {
		s := typeOnly(kind)
		if kind != "null" {
			s = with(s, "enum", jsonvalue.Array(byKind[kind]...))
		}
		branches = append(branches, s)
	}
	return unionOf(branches)
}

func scalarKind(v jsonvalue.Value) string {
	switch v.Kind() {
	case jsonvalue.KindString:
		return "string"
	case jsonvalue.KindNumber:
		return "number"
	case jsonvalue.KindBool:
		return "boolean"
	case jsonvalue.KindNull:
		return "null"
	}
	return ""
}
