package dshdriver

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// errHostile tells that the product's value model calls no methods of values,
// so that a value whose reading fails does not exist.
var errHostile = fmt.Errorf(
	"the value model never reads through methods: %w",
	errors.ErrUnsupported,
)

// native turns a tree of the suite into the product's in-memory values. Shared
// parts stay shared and cycles stay cycles.
func native(v any) (any, error) {
	c := converter{}
	return c.value(v)
}

type converter map[*conformance.Object]*jsonvalue.Object

func (c converter) value(v any) (any, error) {
	switch v := v.(type) {
	case conformance.Number:
		return jsonvalue.Number(v), nil
	case conformance.Absent:
		return jsonvalue.Value{}, nil
	case conformance.Hostile:
		return nil, errHostile
	case []any:
		return c.list(v)
	case *conformance.Object:
		return c.object(v)
	}
	return v, nil
}

func (c converter) list(v []any) (any, error) {
	if containsItself(v) {
		return v, nil // which is Go memory already
	}
	list := make([]any, len(v))
	for i, item := range v {
		var err error
		if list[i], err = c.value(item); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func containsItself(list []any) bool {
	if len(list) == 0 {
		return false
	}
	inner, ok := list[0].([]any)
	return ok && len(inner) > 0 && &inner[0] == &list[0]
}

func (c converter) object(v *conformance.Object) (any, error) {
	if known, ok := c[v]; ok {
		return known, nil
	}
	o := &jsonvalue.Object{}
	c[v] = o
	for _, m := range v.Members {
		value, err := c.value(m.Value)
		if err != nil {
			return nil, err
		}
		o.Set(m.Name, value)
	}
	return o, nil
}

// lossyLiteral is a number that no float64 holds: the form in which a value that
// is no JSON travels in argument text (R39).
const lossyLiteral = "1e400"

// argumentText writes arguments as the text that a model would send.
func argumentText(v any) string {
	var b strings.Builder
	writeArgument(&b, v)
	return b.String()
}

func writeArgument(b *strings.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		fmt.Fprint(b, v)
	case conformance.Number:
		b.WriteString(string(v))
	case string:
		b.WriteString(jsonvalue.String(v).Text())
	case []any:
		if containsItself(v) {
			b.WriteString("[" + lossyLiteral + "]")
			return
		}
		b.WriteByte('[')
		for i, item := range v {
			separate(b, i)
			writeArgument(b, item)
		}
		b.WriteByte(']')
	case *conformance.Object:
		b.WriteByte('{')
		if v == nil {
			v = &conformance.Object{}
		}
		for i, m := range v.Members {
			separate(b, i)
			b.WriteString(jsonvalue.String(m.Name).Text() + ":")
			writeArgument(b, m.Value)
		}
		b.WriteByte('}')
	default:
		writeForeign(b, v)
	}
}

// writeForeign writes a Go value that stands for itself.
func writeForeign(b *strings.Builder, v any) {
	if plain, err := jsonvalue.From(v); err == nil {
		b.WriteString(plain.Text())
		return
	}
	b.WriteString(lossyLiteral)
}

func separate(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}
