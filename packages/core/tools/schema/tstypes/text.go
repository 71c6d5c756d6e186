package tstypes

import (
	"strings"
	"unicode"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// literal is a JSON literal as ECMAScript prints it: minimal escapes, and numbers in their
// shortest form, but with all their digits (R108).
func literal(v jsonvalue.Value) string { return string(v.Canonical()) }

// quote is the JSON text of a string.
func quote(s string) string { return literal(jsonvalue.String(s)) }

// key is the name of a member: bare when it is an identifier of ASCII letters, digits, $
// and _, and quoted otherwise. Reserved words are fine as they are.
func key(name string) string {
	if isIdentifier(name) {
		return name
	}
	return quote(name)
}

func isIdentifier(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '$':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return name != ""
}

// comment is a description as one comment line: white space collapsed and trimmed, closers
// broken. An empty description has none; a blank one has an empty comment.
func comment(description string) (line string, ok bool) {
	if description == "" {
		return "", false
	}
	text := strings.Join(strings.FieldsFunc(description, isSpace), " ")
	return "/** " + strings.ReplaceAll(text, "*/", `*\/`) + " */", true
}

// isSpace reports white space in the sense of ECMAScript, where U+FEFF is one and U+0085
// is none.
func isSpace(r rune) bool {
	switch r {
	case '\u0085':
		return false
	case '\ufeff':
		return true
	}
	return unicode.IsSpace(r)
}
