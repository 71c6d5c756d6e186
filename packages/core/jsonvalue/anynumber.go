package jsonvalue

import (
	"errors"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// exactAny decodes into empty interfaces without rounding numbers. It costs every decode
// something, so it is given only where a type has such an interface.
var exactAny = []json.Options{json.WithUnmarshalers(json.UnmarshalFromFunc(readAny))}

func readAny(dec *jsontext.Decoder, into *any) error {
	if *into != nil {
		return errors.ErrUnsupported // the library knows how to fill what is there already
	}
	var v Value
	if err := v.UnmarshalJSONFrom(dec); err != nil {
		return err
	}
	*into = v.plain(floatOrNumber)
	return nil
}

func floatOrNumber(n Number) any {
	if f, exact := n.Float64(); exact {
		return f
	}
	return n
}

// withAny remembers which types have an empty interface in them: a cache of what hasAny
// computes, which never changes for a type.
var withAny sync.Map // reflect.Type → bool

func optionsFor(t reflect.Type) []json.Options {
	if t == nil {
		return nil
	}
	found, known := withAny.Load(t)
	if !known {
		found = hasAny(t, map[reflect.Type]bool{})
		withAny.Store(t, found)
	}
	if found.(bool) {
		return exactAny
	}
	return nil
}

// hasAny reports whether an empty interface can be reached from a type.
func hasAny(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hasAny(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if hasAny(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
