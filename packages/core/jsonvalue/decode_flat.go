package jsonvalue

import (
	"reflect"
	"strconv"
	"strings"
)

// flat describes a struct whose fields are all plain: strings, booleans, integers and
// float64s of types without methods. Texts of small calls are read into such structs
// without the library, whose start-up would cost more than the work. Whatever is not
// plain sailing is left to the library, which is the authority on everything else.
type flat struct {
	fields []flatField
}

type flatField struct {
	name  string
	index int
	kind  reflect.Kind
}

// flatOf describes what t points to; nil if that is not such a struct.
func flatOf(t reflect.Type) *flat {
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || t.NumMethod() > 0 {
		return nil
	}
	t = t.Elem()
	found, names := &flat{}, map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() && !f.Anonymous && f.Tag == "" {
			continue
		}
		name, plain := flatName(f)
		switch {
		case !plain || names[name]:
			return nil
		case name == "":
			continue
		}
		names[name] = true
		found.fields = append(found.fields, flatField{name, i, f.Type.Kind()})
	}
	if len(found.fields) == 0 && t.NumField() > 0 {
		return nil // the library has an opinion about structs that it cannot fill
	}
	return found
}

// flatName returns the JSON name of a field, empty for one that is left out.
func flatName(f reflect.StructField) (name string, plain bool) {
	tag := f.Tag.Get("json")
	if tag == "-" {
		return "", true
	}
	if f.Anonymous || !f.IsExported() || !isFlat(f.Type) || len(f.Tag.Get("format")) > 0 {
		return "", false
	}
	name, options, _ := strings.Cut(tag, ",")
	if name == "" {
		name = f.Name
	}
	switch options {
	case "", "omitempty", "omitzero":
		return name, !strings.ContainsAny(name, `'"\`)
	}
	return "", false
}

func isFlat(t reflect.Type) bool {
	if reflect.PointerTo(t).NumMethod() > 0 {
		return false
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	}
	return false
}

// decode stores the members of a text in normal form. It reports false, having stored
// some of them perhaps, for a text that it does not follow.
func (f *flat) decode(text string, into reflect.Value) bool {
	if text == "{}" {
		return true
	}
	if text[0] != '{' {
		return false
	}
	next := 0 // members mostly come in the order of the fields
	for i := 1; ; i++ {
		name, end := flatString(text, i)
		if end < 0 {
			return false
		}
		at := f.find(name, next)
		if at < 0 {
			return false
		}
		next = at + 1
		field := &f.fields[at]
		if i = field.store(text, end+1, into.Field(field.index)); i < 0 {
			return false
		}
		if text[i] == '}' {
			return true
		}
	}
}

func (f *flat) find(name string, next int) int {
	if next < len(f.fields) && f.fields[next].name == name {
		return next
	}
	for i := range f.fields {
		if f.fields[i].name == name {
			return i
		}
	}
	return -1
}

// store reads the value at i into the field and returns the place behind it, -1 for a
// value that it does not follow.
func (f *flatField) store(text string, i int, into reflect.Value) int {
	switch c := text[i]; {
	case c == '"' && f.kind == reflect.String:
		s, end := flatString(text, i)
		if end >= 0 {
			into.SetString(s)
		}
		return end
	case (c == 't' || c == 'f') && f.kind == reflect.Bool:
		into.SetBool(c == 't')
		if c == 'f' {
			i++
		}
		return i + len("true")
	case c == '-' || c >= '0' && c <= '9':
		end := i + 1
		for text[end] != ',' && text[end] != '}' {
			end++
		}
		if f.number(text[i:end], into) {
			return end
		}
	}
	return -1
}

func (f *flatField) number(text string, into reflect.Value) bool {
	switch f.kind {
	case reflect.Float64:
		n, err := strconv.ParseFloat(text, 64)
		into.SetFloat(n)
		return err == nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, into.Type().Bits())
		into.SetInt(n)
		return err == nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, into.Type().Bits())
		into.SetUint(n)
		return err == nil
	}
	return false
}

// flatString returns the content of the string at i and the place behind it, -1 if it
// has escapes.
func flatString(text string, i int) (content string, end int) {
	i++
	n := strings.IndexByte(text[i:], '"')
	if n < 0 || strings.IndexByte(text[i:i+n], '\\') >= 0 {
		return "", -1
	}
	return text[i : i+n], i + n + 1
}
