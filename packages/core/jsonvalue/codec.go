package jsonvalue

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Marshal encodes any Go value as package json of go-json-experiment does (json tags,
// json.MarshalerTo and the like, maps in the order of their names) and returns the result
// as a Value. The value is encoded once; the encoder vouches for the syntax, and one look
// finds what is not lossless. A nil slice is [], a nil map is {}. Everything that fails,
// a panicking method included, is a lossy error with the place.
func Marshal(v any) (value Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			value, err = Value{}, &Error{Code: CodeLossy, Err: fmt.Errorf("a method of %T panicked", v)}
		}
	}()
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return Value{}, marshalError(err)
	}
	clean, err := settle(text)
	if err != nil {
		return Value{}, err
	}
	return valueOf(clean), nil
}

func marshalError(err error) error {
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	e := &Error{Code: CodeLossy, Err: err}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		e.Pointer = string(semantic.JSONPointer)
	} else if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		e.Pointer = string(syntactic.JSONPointer)
		e.Err = plainReason(err)
	}
	return e
}

// Decode stores the value in the Go value that into points to, as package json of
// go-json-experiment does: names are case sensitive, members that into does not know are
// passed over, a number that does not fit its field is an error. It reads the text when
// there is one, without building the tree. Failures have the code CodeDecode, the place,
// and a reason in terms of JSON.
func (v Value) Decode(into any) error {
	if v.IsAbsent() {
		return &Error{Code: CodeDecode, Err: errors.New("there is no value")}
	}
	if err := json.Unmarshal(asBytes(v.Text()), into); err != nil {
		return decodeError(err)
	}
	return nil
}

func decodeError(err error) error {
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	e := &Error{Code: CodeDecode, Err: err}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		e.Pointer = string(semantic.JSONPointer)
		e.Err = &misfit{semantic}
	}
	return e
}

// misfit words a semantic error without the names of Go types.
type misfit struct{ cause *json.SemanticError }

func (m *misfit) Unwrap() error { return m.cause }

func (m *misfit) Error() string {
	got := "the value"
	if m.cause.JSONKind != 0 {
		got = "a JSON " + m.cause.JSONKind.String()
	}
	want := "expected " + expectation(m.cause.GoType)
	if errors.Is(m.cause.Err, strconv.ErrRange) {
		return want + ", the number is out of range"
	}
	return want + ", got " + got
}

// expectation describes the JSON that a Go type takes.
func expectation(t reflect.Type) string {
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "a boolean"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "another value"
}

// MarshalJSONTo writes the text. An absent value is lossy: leave its field out with the
// option omitzero.
func (v Value) MarshalJSONTo(enc *jsontext.Encoder) error {
	if v.IsAbsent() {
		return &Error{Code: CodeLossy, Err: errors.New("an absent value")}
	}
	return enc.WriteValue(asBytes(v.Text()))
}

// UnmarshalJSONFrom reads one value; see [Parse] for what it accepts.
func (v *Value) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*v, err = Parse(raw)
	return err
}

// MarshalJSON is MarshalJSONTo for encoding/json, which may escape the text further.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.IsAbsent() {
		return nil, &Error{Code: CodeLossy, Err: errors.New("an absent value")}
	}
	return v.AppendText(nil), nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (v *Value) UnmarshalJSON(text []byte) error {
	parsed, err := Parse(text)
	if err == nil {
		*v = parsed
	}
	return err
}
