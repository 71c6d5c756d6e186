package jsonvalue

// Kind says which of the JSON types a [Value] has.
type Kind uint8

// The kinds. KindAbsent is the zero value: no value at all, which is not the same as null.
const (
	// KindAbsent marks the zero [Value]. It is not JSON and never occurs inside a value.
	KindAbsent Kind = iota
	// KindNull is the literal null.
	KindNull
	// KindBool is true or false.
	KindBool
	// KindNumber is a number with all the digits of its text.
	KindNumber
	// KindString is a string of valid UTF-8.
	KindString
	// KindArray is an ordered list of values.
	KindArray
	// KindObject is an ordered list of members with distinct names.
	KindObject
)

var kindNames = [...]string{"absent", "null", "boolean", "number", "string", "array", "object"}

// String gives the name JSON Schema uses for the kind, and "absent" for KindAbsent.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}
