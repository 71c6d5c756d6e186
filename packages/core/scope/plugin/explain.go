package plugin

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// explain says what is wrong with a configuration in terms of JSON.
func explain(name string, err error) error {
	out := &Error{Code: CodeConfig, Plugin: name, Err: err}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		out.Pointer = string(syntax.JSONPointer)
		out.Err = fmt.Errorf("offset %d: %w", syntax.ByteOffset, syntax.Err)
		return out
	}
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok {
		return out
	}
	out.Pointer = string(semantic.JSONPointer)
	if errors.Is(semantic.Err, json.ErrUnknownName) {
		out.Code = CodeUnknownField
		out.Known = members(semantic.GoType)
		out.Err = unknown(semantic.JSONPointer.LastToken(), out.Known)
		return out
	}
	out.Err = mismatch(semantic)
	return out
}

// mismatch tells what was wanted, what came, and the reason if there is one.
func mismatch(e *json.SemanticError) error {
	text := "want " + wanted(e.GoType)
	if e.JSONKind != 0 {
		text += ", got " + given(e.JSONKind)
	}
	if e.Err == nil {
		return errors.New(text)
	}
	return fmt.Errorf("%s: %w", text, e.Err)
}

func wanted(t reflect.Type) string {
	if t == nil {
		return "another type"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Bool:
		return "a boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "an integer"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "an integer that is not negative"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	}
	return "an object"
}

func given(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[', ']':
		return "an array"
	}
	return "an object"
}

// unknown names the member and the mend.
func unknown(name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("unknown field %q; none is known here", name)
	}
	text := fmt.Sprintf("unknown field %q", name)
	if near := nearest(name, known); near != "" {
		text += fmt.Sprintf(", did you mean %q?", near)
	}
	return errors.New(text + " (known: " + strings.Join(known, ", ") + ")")
}

// members lists the names that a struct type takes in JSON, sorted.
func members(t reflect.Type) []string {
	var names []string
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Tag.Get("json") == "-":
		case f.Anonymous && name == "", strings.Contains(rest, "inline"):
			names = append(names, members(f.Type)...)
		case f.IsExported():
			if name == "" {
				name = f.Name
			}
			names = append(names, strings.Trim(name, "'"))
		}
	}
	slices.Sort(names)
	return names
}
