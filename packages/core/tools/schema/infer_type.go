package schema

import (
	"fmt"
	"reflect"
	"slices"
)

// node infers the node of a type.
func (in *inferrer) node(t reflect.Type) inferred {
	if t == nil {
		return in.fail("there is no type")
	}
	if special := in.special(t); special != nil {
		return special(t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return scalarNode("boolean")
	case reflect.String:
		return scalarNode("string")
	case reflect.Float32, reflect.Float64:
		return scalarNode("number")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return scalarNode("integer")
	case reflect.Pointer:
		return in.node(t.Elem())
	case reflect.Slice, reflect.Array:
		return in.list(t)
	case reflect.Map:
		return in.mapping(t)
	case reflect.Struct:
		return in.structure(t)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return inferred{Node: Any()}
		}
		return in.fail(fmt.Sprintf(
			"interface %s has methods, so nothing can be decoded into it: use any or a concrete type", t))
	}
	return in.fail(fmt.Sprintf(
		"a Go %s is no JSON: leave the field out with the tag json:\"-\"", t.Kind()))
}

// special returns the rule for types whose JSON does not follow from their structure.
func (in *inferrer) special(t reflect.Type) func(reflect.Type) inferred {
	jsonMethods, textMethods := jsonReaders, textReaders
	if in.output {
		jsonMethods, textMethods = jsonWriters, textWriters
	}
	switch {
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface:
		return nil
	case implements(t, describers):
		return describe
	case t == valueType, t == rawType:
		return func(reflect.Type) inferred { return inferred{Node: Any()} }
	case t == timeType:
		return func(reflect.Type) inferred { return scalarNode("string") }
	case t == durationType:
		return func(reflect.Type) inferred {
			return in.fail("time.Duration has no fixed JSON form: " +
				"use a number and name its unit, as timeoutMs")
		}
	case implements(t, jsonMethods):
		return func(reflect.Type) inferred {
			return in.fail(fmt.Sprintf(
				"type %s has JSON methods of its own: give it a method SchemaNode() schema.Node", t))
		}
	case implements(t, textMethods):
		return func(reflect.Type) inferred { return scalarNode("string") }
	}
	return nil
}

// describe asks the type itself.
func describe(t reflect.Type) inferred {
	v := reflect.New(t)
	if t.Implements(describers[0]) {
		v = v.Elem()
	}
	d, _ := reflect.TypeAssert[Describer](v)
	return inferred{Node: d.SchemaNode()}
}

// list infers slices and arrays. Lists of plain bytes are base64 text.
func (in *inferrer) list(t reflect.Type) inferred {
	elem := t.Elem()
	if elem.Kind() == reflect.Uint8 && elem.PkgPath() == "" {
		return scalarNode("string")
	}
	if t.Kind() == reflect.Array && !in.output {
		return in.fail(fmt.Sprintf("the schema cannot demand exactly %d items: use a slice", t.Len()))
	}
	m := in.path.mark()
	in.path.text = append(in.path.text, "[]"...)
	items := in.node(elem)
	in.path.back(m)
	return inferred{Node: Array(items.Node), items: &items}
}

// isFreeMap reports whether a map takes any JSON under any name.
func isFreeMap(t reflect.Type) bool {
	if t.Kind() != reflect.Map || t.Key().Kind() != reflect.String {
		return false
	}
	e := t.Elem()
	return e == valueType || e == rawType || e.Kind() == reflect.Interface && e.NumMethod() == 0
}

func (in *inferrer) mapping(t reflect.Type) inferred {
	if !isFreeMap(t) {
		return in.fail(fmt.Sprintf("the schema cannot say what a %s holds: use map[string]any, "+
			"or a slice of structs with a name and a value", t))
	}
	return inferred{Node: Object(Open)}
}

func (in *inferrer) structure(t reflect.Type) inferred {
	properties, open := in.fields(t)
	if open {
		return inferred{Node: Object(Open, properties...)}
	}
	return inferred{Node: Object(Closed, properties...)}
}

// fields infers the properties of a struct; open is set when it takes undeclared members.
func (in *inferrer) fields(t reflect.Type) (properties []Property, open bool) {
	if slices.Contains(in.open, t) {
		in.fail(fmt.Sprintf("type %s contains itself, and schemas must be finite: "+
			"cut the recursion with any", t))
		return nil, false
	}
	in.open = append(in.open, t)
	defer func() { in.open = in.open[:len(in.open)-1] }()
	s := structFields(t)
	for _, f := range s.fields {
		m := in.path.member(f.goName)
		p := in.property(f)
		in.path.back(m)
		properties = append(properties, p)
	}
	m := in.path.mark()
	if s.at != "" {
		in.path.member(s.at)
	}
	if s.problem != "" {
		in.fail(s.problem)
	}
	in.path.back(m)
	return properties, s.open
}

// property infers one field with its tags.
func (in *inferrer) property(f field) Property {
	pointer := f.typ.Kind() == reflect.Pointer
	got := in.node(indirect(f.typ))
	if f.quoted {
		got = in.quoted(got)
	}
	got = in.tagged(got, f.tag)
	node := got.Node
	if pointer && in.output && !f.omitted && in.failure == nil {
		node = OneOf(node, Null())
	}
	if text, ok := f.tag.Lookup("description"); ok {
		node = node.Describe(text)
	}
	if pointer || f.omitted || f.optional {
		return Prop(f.name, node)
	}
	return Prop(f.name, node).Required()
}

// quoted is the option string of a json tag: a number inside a string.
func (in *inferrer) quoted(got inferred) inferred {
	if got.scalar != "number" && got.scalar != "integer" {
		return in.fail("the option string of the json tag is for numbers only")
	}
	return scalarNode("string")
}
