package jsonvalue

import (
	"errors"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// traits is what matters of a Go type for decoding numbers into it without loss: each
// costs every decode something, so it is done only where the type asks for it.
type traits struct {
	// hasAny is set when an empty interface can be reached: numbers in it must not be
	// rounded.
	hasAny bool
	// hasInteger is set when an integer can be reached: it must take 1.0 and 1e2, which
	// are integers too (R39).
	hasInteger bool
	// flat is set for a pointer to a struct of plain fields only.
	flat *flat
}

// knownTraits is a cache of what find computes, which never changes for a type: no
// behaviour depends on it, and it has as many entries as the program has types.
var knownTraits sync.Map // reflect.Type → *traits

func traitsOf(t reflect.Type) *traits {
	if t == nil {
		return &traits{}
	}
	found, ok := knownTraits.Load(t)
	if !ok {
		fresh := &traits{}
		fresh.find(t, map[reflect.Type]bool{})
		fresh.flat = flatOf(t)
		found, _ = knownTraits.LoadOrStore(t, fresh)
	}
	return found.(*traits)
}

func (f *traits) find(t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		f.hasAny = f.hasAny || t.NumMethod() == 0
	case reflect.Pointer, reflect.Slice, reflect.Array:
		f.find(t.Elem(), seen)
	case reflect.Map:
		f.find(t.Elem(), seen)
	case reflect.Struct:
		if t == reflect.TypeFor[Value]() {
			return
		}
		for i := range t.NumField() {
			f.find(t.Field(i).Type, seen)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		f.hasInteger = true
	}
}

// options returns what the library needs to be told.
func (f *traits) options() []json.Options {
	if f.hasAny {
		return exactAny
	}
	return nil
}

var exactAny = []json.Options{json.WithUnmarshalers(json.UnmarshalFromFunc(readAny))}

// readAny decodes into an empty interface without rounding numbers.
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

// plainIntegers returns a normalised text with its integers of up to 64 bits spelled
// without fraction and exponent: 1.0 becomes 1 and 1e2 becomes 100.
func plainIntegers(text string) string {
	bytes := asBytes(text)
	var dst []byte
	done := 0
	for i := 0; i < len(bytes); {
		switch c := bytes[i]; {
		case c == '"':
			i, _ = inspectString(bytes, i+1)
		case isNumberStart(c):
			end, shape := numberShape(bytes, i)
			if shape != plainNumber {
				if d := decimalOf(text[i:end]); d.isInteger() && d.point <= 20 {
					dst = d.appendTo(append(dst, text[done:i]...))
					done = end
				}
			}
			i = end
		default:
			i++
		}
	}
	if done == 0 {
		return text
	}
	return asString(append(dst, text[done:]...))
}
