package loose

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// Kind is what a node looks like to a schema: the JSON kinds, and the two ways in which a
// Go value can fail to be JSON at all.
type Kind uint8

// The kinds.
const (
	// Absent is the missing value: jsonvalue's absent marker.
	Absent Kind = iota
	// Null is JSON null.
	Null
	// Bool is true or false.
	Bool
	// Number is a finite number other than negative zero.
	Number
	// String is text; it is clean only when it is valid UTF-8.
	String
	// Array is a list.
	Array
	// Object is a keyed record.
	Object
	// NonFinite is a Go float that JSON text cannot carry: NaN, an infinity, negative zero.
	NonFinite
	// Foreign is any other Go value: structs, functions, channels, typed containers.
	Foreign
)

func kindOf(v jsonvalue.Value) Kind {
	switch v.Kind() {
	case jsonvalue.KindNull:
		return Null
	case jsonvalue.KindBool:
		return Bool
	case jsonvalue.KindNumber:
		return Number
	case jsonvalue.KindString:
		return String
	case jsonvalue.KindArray:
		return Array
	case jsonvalue.KindObject:
		return Object
	}
	return Absent
}
