package jsonvalue

import (
	"fmt"
	"strconv"
	"strings"
)

// Lookup returns the part that an RFC 6901 JSON pointer names: "" is the value itself,
// "/a/0" element 0 of member a; in names "~1" stands for "/" and "~0" for "~". A
// malformed pointer, or one that leads nowhere, has the code CodePointer; the error's
// Pointer is the part of the way that could be gone.
func (v Value) Lookup(pointer string) (Value, error) {
	if pointer == "" {
		return v, nil
	}
	if pointer[0] != '/' {
		reason := fmt.Errorf("%q does not begin with a slash", pointer)
		return Value{}, &Error{Code: CodePointer, Err: reason}
	}
	gone := 0
	for gone < len(pointer) {
		token, _, _ := strings.Cut(pointer[gone+1:], "/")
		part, err := v.step(token)
		if err != nil {
			return Value{}, &Error{Code: CodePointer, Pointer: pointer[:gone], Err: err}
		}
		v = part
		gone += 1 + len(token)
	}
	return v, nil
}

// step goes one level down.
func (v Value) step(token string) (Value, error) {
	switch v.kind {
	case KindObject:
		name, err := unescapeToken(token)
		if err != nil {
			return Value{}, err
		}
		if part, ok := v.Get(name); ok {
			return part, nil
		}
		return Value{}, fmt.Errorf("no member %q", name)
	case KindArray:
		i, err := strconv.Atoi(token)
		if err != nil || i < 0 || strconv.Itoa(i) != token {
			return Value{}, fmt.Errorf("%q is not an array index", token)
		}
		if i >= v.Len() {
			return Value{}, fmt.Errorf("no element %d in an array of %d", i, v.Len())
		}
		return v.Index(i), nil
	}
	return Value{}, fmt.Errorf("the %s has no parts", v.kind)
}

func unescapeToken(token string) (string, error) {
	if !strings.Contains(token, "~") {
		return token, nil
	}
	rest := strings.ReplaceAll(strings.ReplaceAll(token, "~1", ""), "~0", "")
	if strings.Contains(rest, "~") {
		return "", fmt.Errorf("%q has a tilde that is not ~0 or ~1", token)
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"), nil
}

// AppendPointer extends an RFC 6901 pointer by one member name or array index.
func AppendPointer(pointer, token string) string {
	return pointer + "/" + escapeToken(token)
}

func escapeToken(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

func joinPointer(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		b.WriteString(escapeToken(token))
	}
	return b.String()
}
