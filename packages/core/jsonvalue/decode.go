package jsonvalue

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Decode stores the value in the Go value that into points to, as package json of
// go-json-experiment does: names are case sensitive, members that into does not know are
// passed over, a number that does not fit its field is an error. It reads the text when
// there is one, without building the tree.
//
//   - A Go integer takes every number that is one, 1.0 and 1e2 included (R39).
//   - An empty interface gets the plain Go values nil, bool, string, []any and
//     map[string]any; a number in it is a float64 if that is exact by [Number.Float64],
//     and a [Number] otherwise, so that no digit is lost in silence.
//
// Failures have the code CodeDecode (CodeDepth beyond [MaxTextDepth] levels), the place,
// and a reason in terms of JSON, without names of Go types.
func (v Value) Decode(into any) error { return v.decode(into, traitsOf(reflect.TypeOf(into))) }

// Decoder decodes into one type, about which it knows what [Value.Decode] looks up each
// time. Make it with [DecoderFor]; it may be used concurrently.
type Decoder[T any] struct{ traits *traits }

// DecoderFor returns the decoder for T.
func DecoderFor[T any]() Decoder[T] { return Decoder[T]{traitsOf(reflect.TypeFor[*T]())} }

// Decode stores the value in what into points to, like [Value.Decode]. The zero Decoder
// works too.
func (d Decoder[T]) Decode(v Value, into *T) error {
	if d.traits == nil {
		return v.Decode(into)
	}
	return v.decode(into, d.traits)
}

func (v Value) decode(into any, traits *traits) error {
	if v.IsAbsent() {
		return &Error{Code: CodeDecode, Err: errors.New("there is no value")}
	}
	text := v.Text()
	if traits.flat != nil {
		if to := reflect.ValueOf(into); !to.IsNil() && traits.flat.decode(text, to.Elem()) {
			return nil
		}
	}
	if traits.hasInteger && !v.integers {
		text = plainIntegers(text)
	}
	if err := json.Unmarshal(asBytes(text), into, traits.options()...); err != nil {
		return decodeError(err)
	}
	return nil
}

func decodeError(err error) error {
	if own, ok := errors.AsType[*Error](err); ok {
		return withPlace(own, err)
	}
	e := &Error{Code: CodeDecode, Err: err}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		e.Pointer = string(semantic.JSONPointer)
		e.Err = &misfit{semantic}
	}
	if isTooDeepError(err) {
		e.Code, e.Err = CodeDepth, errTooDeep
	}
	return e
}

// misfit words a semantic error without the names of Go types.
type misfit struct{ cause *json.SemanticError }

// Unwrap returns the library's error.
func (m *misfit) Unwrap() error { return m.cause }

// Error says what was expected and what came.
func (m *misfit) Error() string {
	kind, err := m.cause.JSONKind, m.cause.Err
	want := expectation(m.cause.GoType)
	switch {
	case err != nil && !isLibraryReason(err):
		return err.Error()
	case kind == 0:
		return "expected " + want
	case kind == '0' && m.cause.JSONValue != nil:
		return "expected " + want + ", got the number " + shorten(m.cause.JSONValue)
	case kind == '"' && m.cause.JSONValue != nil:
		return "expected " + want + ", got the string " + shorten(m.cause.JSONValue)
	}
	return "expected " + want + ", got " + kindName(kind)
}

// isLibraryReason recognises reasons that the expectation already words.
func isLibraryReason(err error) bool {
	return errors.Is(err, strconv.ErrRange) || errors.Is(err, strconv.ErrSyntax)
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[':
		return "an array"
	}
	return "an object"
}

func shorten(text jsontext.Value) string {
	const most = 40
	if len(text) <= most {
		return string(text)
	}
	return mendUTF8(string(text[:most])) + "…"
}

// expectation describes the JSON that a Go type takes.
func expectation(t reflect.Type) string {
	if t == nil {
		return "another value"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "a boolean"
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		limit := int64(1)<<(t.Bits()-1) - 1
		return fmt.Sprintf("an integer from %d to %d", -limit-1, limit)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fmt.Sprintf("an integer from 0 to %d", ^uint64(0)>>(64-t.Bits()))
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return listExpectation(t)
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "another value"
}

func listExpectation(t reflect.Type) string {
	switch {
	case t.Elem().Kind() == reflect.Uint8:
		return "a base64 string"
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("an array of %d", t.Len())
	}
	return "an array"
}
