package schema

import (
	"encoding"
	"reflect"
	"slices"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Describer is implemented by Go types that know their schema better than inference does:
// types with JSON methods of their own, unions, named strings with a fixed set. The method
// is called on a zero value (of the pointer type, if it has a pointer receiver) and must
// describe what the JSON codec reads and writes.
type Describer interface {
	// SchemaNode returns the node for the type.
	SchemaNode() Node
}

// ForInput infers the schema of a tool's arguments from a Go type (decision on R27). See
// [InputOf].
func ForInput[T any]() (jsonvalue.Value, error) { return InputOf(reflect.TypeFor[T]()) }

// ForOutput infers the schema of a tool's value from a Go type. See [OutputOf].
func ForOutput[T any]() (jsonvalue.Value, error) { return OutputOf(reflect.TypeFor[T]()) }

// InputOf infers the schema of arguments from a struct type, a pointer to one, or
// map[string]any for arguments of any shape. The names and embedding rules are those of
// package json of go-json-experiment. The root is open (R18); objects below it are closed,
// unless an embedded map or jsontext.Value takes what is not declared.
//
//	Go                                  schema
//	string, bool, float32, float64      string, boolean, number
//	every int and uint                  integer; what does not fit fails in decoding
//	[]T                                 array of T
//	[]byte, time.Time, text methods     string
//	struct                              object, fields in order
//	map[string]any                      open object
//	any, jsonvalue.Value                any JSON
//	*T                                  T, and the field is optional
//	a [Describer]                       what it says
//
// A field is optional when it is a pointer, has the option omitzero or omitempty, or comes
// from an embedded pointer. Further tags: description; enum:"a,b" and const:"x" on
// strings, numbers and booleans, where enum on a slice is for its items.
//
// What the subset cannot express is an [*Error] whose path names the field: maps with
// typed values, recursion, arrays of fixed length (inputs only), interfaces with methods,
// types with JSON methods and no SchemaNode, time.Duration, channels and functions.
func InputOf(t reflect.Type) (jsonvalue.Value, error) {
	in := inferrer{path: rootPath(typeName(t))}
	root := in.inputRoot(t)
	if in.failure != nil {
		return jsonvalue.Value{}, in.refusal()
	}
	return Parameters(root)
}

// OutputOf infers the schema of a value from any Go type, by the rules of [InputOf] with
// two differences that follow from what the encoder writes: the root struct is closed too,
// and a pointer field without omitzero or omitempty may also be null.
func OutputOf(t reflect.Type) (jsonvalue.Value, error) {
	in := inferrer{path: rootPath(typeName(t)), output: true}
	root := in.node(indirect(t))
	if in.failure != nil {
		return jsonvalue.Value{}, in.refusal()
	}
	return Value(root.Node)
}

// typeName is the root of paths. Long type arguments and import paths do not help there.
func typeName(t reflect.Type) string {
	if t == nil {
		return "type"
	}
	if t = indirect(t); t.Name() != "" {
		return t.Name()
	}
	return t.Kind().String()
}

func indirect(t reflect.Type) reflect.Type {
	if t != nil && t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// inferrer walks a Go type. The first thing it cannot express ends the walk.
type inferrer struct {
	path    path
	output  bool
	open    []reflect.Type
	failure *Violation
}

// inferred is a node with what tags need to know about it.
type inferred struct {
	Node
	// scalar is the type name of a scalar node, "" otherwise.
	scalar string
	// items is set for a list; tags go to it.
	items *inferred
}

func (in *inferrer) refusal() error {
	return &Error{Code: CodeUnsupported, Stage: StageAuthor, Violations: []Violation{*in.failure}}
}

// fail records what the subset cannot express, and how to mend it.
func (in *inferrer) fail(reason string) inferred {
	if in.failure == nil {
		shown := in.path.shown()
		in.failure = &Violation{Path: shown, Kind: KindGoType, Message: shown + ": " + reason}
	}
	return inferred{}
}

func scalarNode(name string) inferred { return inferred{Node: ofType(name), scalar: name} }

var (
	valueType    = reflect.TypeFor[jsonvalue.Value]()
	rawType      = reflect.TypeFor[jsontext.Value]()
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()

	describers  = []reflect.Type{reflect.TypeFor[Describer]()}
	jsonWriters = []reflect.Type{
		reflect.TypeFor[json.MarshalerTo](), reflect.TypeFor[json.Marshaler](),
	}
	jsonReaders = []reflect.Type{
		reflect.TypeFor[json.UnmarshalerFrom](), reflect.TypeFor[json.Unmarshaler](),
	}
	textWriters = []reflect.Type{
		reflect.TypeFor[encoding.TextAppender](), reflect.TypeFor[encoding.TextMarshaler](),
	}
	textReaders = []reflect.Type{reflect.TypeFor[encoding.TextUnmarshaler]()}
	everyMethod = slices.Concat(describers, jsonWriters, jsonReaders, textWriters, textReaders)
)

// inputRoot gives the property map of arguments.
func (in *inferrer) inputRoot(t reflect.Type) Properties {
	switch t = indirect(t); {
	case t == nil:
		in.fail("there is no type")
	case t == valueType || isFreeMap(t):
		return Props()
	case t.Kind() != reflect.Struct || in.special(t) != nil:
		in.fail("arguments must be a struct with a field for each argument, or map[string]any")
	default:
		properties, _ := in.fields(t)
		return Props(properties...)
	}
	return Properties{}
}

// implements reports whether the type or the pointer to it implements one of the interfaces.
func implements(t reflect.Type, interfaces []reflect.Type) bool {
	for _, m := range interfaces {
		if t.Implements(m) || reflect.PointerTo(t).Implements(m) {
			return true
		}
	}
	return false
}
