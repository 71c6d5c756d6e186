package jsonvalue

import "iter"

// Value is one JSON value: null, a boolean, a number, a string, an array or an object. It
// is immutable, 32 bytes, cheap to copy and safe for concurrent use. The zero Value is
// absent: it is not JSON and not null.
//
// A Value made from a text keeps that text and builds its tree only when its parts are
// first asked for; that costs one pass, is shared by all copies, and is race-free. Parts
// share memory with the whole: a part keeps the whole text alive.
type Value struct {
	// text holds, by kind: the literal, the number, the string (with its quotes when
	// quoted is set), or the compact text of a container where that is known.
	text string
	// ref is the tree of a container, and the memo of the text of a long string.
	ref *container
	// kind is the JSON type.
	kind Kind
	// quoted is set for a string whose text carries its quotes and needs no unescaping.
	quoted bool
	// integers is set when the text is known to have no number with a fraction or an
	// exponent in it.
	integers bool
}

// Member is one name and value of an object.
type Member struct {
	// Name is the member's name, unescaped.
	Name string
	// Value is the member's value.
	Value Value
}

// Kind returns the JSON type.
func (v Value) Kind() Kind { return v.kind }

// IsAbsent reports whether this is the zero Value.
func (v Value) IsAbsent() bool { return v.kind == KindAbsent }

// IsNull reports whether this is the literal null; an absent value is not.
func (v Value) IsNull() bool { return v.kind == KindNull }

// AsBool returns the boolean, and false for ok when the value is of another kind.
func (v Value) AsBool() (value, ok bool) {
	return v.kind == KindBool && v.text == "true", v.kind == KindBool
}

// AsString returns the string, unescaped, and false when the value is of another kind.
func (v Value) AsString() (string, bool) {
	switch {
	case v.kind != KindString:
		return "", false
	case v.quoted:
		return v.text[1 : len(v.text)-1], true
	}
	return v.text, true
}

// AsNumber returns the number with all its digits, and false when the value is of another
// kind.
func (v Value) AsNumber() (Number, bool) {
	if v.kind != KindNumber {
		return "", false
	}
	return Number(v.text), true
}

// Len returns the number of elements of an array or members of an object, 0 otherwise.
func (v Value) Len() int {
	switch v.kind {
	case KindArray:
		return len(v.tree().items)
	case KindObject:
		return len(v.tree().members)
	}
	return 0
}

// Index returns element i of an array, counted from 0. It is absent when the value is no
// array or has no such element.
func (v Value) Index(i int) Value {
	if v.kind != KindArray {
		return Value{}
	}
	items := v.tree().items
	if i < 0 || i >= len(items) {
		return Value{}
	}
	return items[i]
}

// MemberAt returns member i of an object in order, counted from 0; the zero Member when
// the value is no object or has no such member.
func (v Value) MemberAt(i int) Member {
	members := v.memberList()
	if i < 0 || i >= len(members) {
		return Member{}
	}
	return members[i]
}

// Name returns the name of member i of an object, "" where MemberAt finds none.
func (v Value) Name(i int) string { return v.MemberAt(i).Name }

// Get returns the member with exactly this name. It is absent, and ok is false, when the
// value is no object or has no such member; a member that is null is there.
func (v Value) Get(name string) (member Value, ok bool) {
	if v.kind != KindObject {
		return Value{}, false
	}
	return v.tree().find(name)
}

// Elements goes over the elements of an array; over nothing for another kind.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		for i, item := range v.itemList() {
			if !yield(i, item) {
				return
			}
		}
	}
}

// Members goes over the members of an object in order; over nothing for another kind.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, m := range v.memberList() {
			if !yield(m.Name, m.Value) {
				return
			}
		}
	}
}

func (v Value) itemList() []Value {
	if v.kind != KindArray {
		return nil
	}
	return v.tree().items
}

func (v Value) memberList() []Member {
	if v.kind != KindObject {
		return nil
	}
	return v.tree().members
}
