package mcp

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// object collects members for a projected object schema.
type object struct {
	properties []jsonvalue.Member
	required   []string
	closed     bool
	used       bool
}

func (p *projector) object(v jsonvalue.Value, depth int) jsonvalue.Value {
	o := object{used: true}
	properties, _ := v.Get("properties")
	for name, member := range properties.Members() {
		o.properties = append(o.properties, jsonvalue.Member{Name: name, Value: p.node(member, depth+1)})
	}
	required, _ := v.Get("required")
	for _, r := range required.Elements() {
		if name, ok := r.AsString(); ok {
			o.require(name)
		}
	}
	_, patterns := v.Get("patternProperties")
	additional, _ := v.Get("additionalProperties")
	allowed, isBool := additional.AsBool()
	o.closed = isBool && !allowed && !patterns
	return o.schema(false)
}

// require adds a required member; one that is not declared may be anything.
func (o *object) require(name string) {
	if slices.Contains(o.required, name) {
		return
	}
	if !o.declares(name) {
		o.properties = append(o.properties, jsonvalue.Member{Name: name, Value: unconstrained})
	}
	o.required = append(o.required, name)
}

func (o *object) declares(name string) bool {
	return slices.ContainsFunc(o.properties, func(m jsonvalue.Member) bool { return m.Name == name })
}

// add merges another projected object: both must hold, so the union of their
// members does, and the first declaration of a member.
func (o *object) add(s jsonvalue.Value) {
	o.used = true
	properties, _ := s.Get("properties")
	for name, member := range properties.Members() {
		if !o.declares(name) {
			o.properties = append(o.properties, jsonvalue.Member{Name: name, Value: member})
		}
	}
	required, _ := s.Get("required")
	for _, r := range required.Elements() {
		name, _ := r.AsString()
		o.require(name)
	}
}

// schema returns the object's schema; open leaves out that it is closed.
func (o *object) schema(open bool) jsonvalue.Value {
	if !o.used {
		return unconstrained
	}
	members := []jsonvalue.Member{
		{Name: "type", Value: jsonvalue.String("object")},
		{Name: "properties", Value: jsonvalue.NewObject(o.properties...)},
	}
	if len(o.required) > 0 {
		names := make([]jsonvalue.Value, len(o.required))
		for i, name := range o.required {
			names[i] = jsonvalue.String(name)
		}
		members = append(members, jsonvalue.Member{Name: "required", Value: jsonvalue.Array(names...)})
	}
	if o.closed && !open {
		members = append(members, jsonvalue.Member{Name: "additionalProperties", Value: jsonvalue.Bool(false)})
	}
	return jsonvalue.NewObject(members...)
}
