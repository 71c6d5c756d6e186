package jsonvalue

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// memoFrom is the length from which a string keeps its quoted text once it was asked for.
const memoFrom = 256

// Null returns the literal null.
func Null() Value { return Value{text: "null", kind: KindNull} }

// Bool returns true or false.
func Bool(b bool) Value {
	if b {
		return Value{text: "true", kind: KindBool}
	}
	return Value{text: "false", kind: KindBool}
}

// Int returns an integer.
func Int(i int64) Value { return Value{text: strconv.FormatInt(i, 10), kind: KindNumber} }

// Uint returns a non-negative integer.
func Uint(u uint64) Value { return Value{text: strconv.FormatUint(u, 10), kind: KindNumber} }

// Float returns a number in the shortest text that gives f again, laid out as ECMAScript
// does. NaN, the infinities and negative zero are lossy (R39).
func Float(f float64) (Value, error) {
	if reason := floatReason(f); reason != "" {
		return Value{}, &Error{Code: CodeLossy, Err: errors.New(reason)}
	}
	return floatValue(f, 64), nil
}

func floatValue(f float64, bits int) Value {
	var room [32]byte
	return Value{text: string(jsontext.AppendFloat(room[:0], f, bits)), kind: KindNumber}
}

func floatReason(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return "an infinity"
	case f == 0 && math.Signbit(f):
		return "negative zero"
	}
	return ""
}

// NewNumber returns a number with all the digits of n. A text that is no number is a
// syntax error; negative zero and what a float64 cannot reach are lossy (R39).
func NewNumber(n Number) (Value, error) {
	if !n.IsValid() {
		return Value{}, &Error{Code: CodeSyntax, Err: errors.New("not a number")}
	}
	if reason := numberReason(string(n)); reason != "" {
		return Value{}, &Error{Code: CodeLossy, Err: errors.New(reason)}
	}
	return Value{text: string(n), kind: KindNumber}, nil
}

// String returns a string. Each byte that is not part of valid UTF-8 becomes U+FFFD, so
// that String never fails; [NewString] refuses such text instead.
func String(s string) Value { return stringValue(mendUTF8(s)) }

// NewString returns a string, and a lossy error when s is not valid UTF-8 (R39).
func NewString(s string) (Value, error) {
	if !utf8.ValidString(s) {
		return Value{}, &Error{Code: CodeLossy, Err: errors.New(invalidUTF8)}
	}
	return stringValue(s), nil
}

const invalidUTF8 = "invalid UTF-8"

func stringValue(s string) Value {
	v := Value{text: s, kind: KindString}
	if len(s) >= memoFrom {
		v.ref = &container{}
	}
	return v
}

// mendUTF8 replaces every invalid byte by itself, unlike strings.ToValidUTF8, which makes
// one replacement of a run of them.
func mendUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

// Array returns an array of the items, which it copies. As in ECMAScript's JSON.stringify
// an absent item becomes null: the places of the others do not change.
func Array(items ...Value) Value {
	return arrayOf(slices.Clone(items))
}

func arrayOf(items []Value) Value {
	size := int64(2)
	for i := range items {
		if items[i].IsAbsent() {
			items[i] = Null()
		}
		size = addSizes(size, items[i].size()+1)
	}
	return Value{kind: KindArray, ref: &container{items: items, size: size}}
}

// NewObject returns an object of the members in their order; it copies the list. Of
// members with one name the last wins, at the place of the first. An absent value leaves
// its member out. Names are mended as [String] mends text.
func NewObject(members ...Member) Value {
	kept := make([]Member, 0, len(members))
	seen := nameSet{}
	for _, m := range members {
		if m.Value.IsAbsent() {
			continue
		}
		m.Name = mendUTF8(m.Name)
		if at, ok := seen.add(kept, m.Name); ok {
			kept[at].Value = m.Value
			continue
		}
		kept = append(kept, m)
	}
	return objectOf(kept)
}

// objectOf takes over members that have distinct names and present values.
func objectOf(members []Member) Value {
	size := int64(2)
	for i := range members {
		size = addSizes(size, members[i].Value.size()+int64(len(members[i].Name))+4)
	}
	return Value{kind: KindObject, ref: &container{members: members, size: size}}
}

// nameSet finds a name among the members gathered so far: by looking at each while they
// are few, by a map from then on.
type nameSet struct{ index map[string]int }

// add returns the place of a member with this name, or notes that it comes next.
func (s *nameSet) add(members []Member, name string) (at int, found bool) {
	if s.index == nil {
		if i := slices.IndexFunc(members, func(m Member) bool { return m.Name == name }); i >= 0 {
			return i, true
		}
		if len(members) < indexFrom {
			return 0, false
		}
		s.index = make(map[string]int, 2*indexFrom)
		for i := range members {
			s.index[members[i].Name] = i
		}
	}
	if i, ok := s.index[name]; ok {
		return i, true
	}
	s.index[name] = len(members)
	return 0, false
}

// size is about the length of the text.
func (v Value) size() int64 {
	switch v.kind {
	case KindArray, KindObject:
		return v.ref.size
	}
	return int64(len(v.text)) + 2
}

// addSizes adds without overflow.
func addSizes(a, b int64) int64 {
	if sum := a + b; sum >= 0 {
		return sum
	}
	return math.MaxInt64
}
