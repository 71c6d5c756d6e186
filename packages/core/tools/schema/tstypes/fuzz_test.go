package tstypes_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

// FuzzTypeScript renders any JSON. A schema outside the subset is unknown; the text of one
// inside it is balanced, and no description or name can leave its comment or its quotes.
func FuzzTypeScript(f *testing.F) {
	for _, c := range get(loadVectors(f, "ts-types.json"), "cases").Elements() {
		f.Add(get(c, "schema").Text(), text(c, "id"), text(c, "reason"))
	}
	f.Fuzz(func(t *testing.T, document, name, description string) {
		raw, err := jsonvalue.ParseString(document)
		if err != nil {
			return
		}
		typ := tstypes.Of(raw, 0)
		s, err := schema.Compile(raw)
		if (err != nil) != (typ == tstypes.Unknown) {
			t.Fatalf("%v, but the type is %s", err, typ)
		}
		balanced(t, typ)
		d := tstypes.Declare(tstypes.Tool{Name: name, Description: description, Parameters: s, Output: s})
		balanced(t, tstypes.Block([]*tstypes.Declaration{d}))
	})
}

// balanced reads the text as TypeScript would: comments, strings, brackets.
func balanced(t *testing.T, text string) {
	t.Helper()
	var open []byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '/':
			end := strings.Index(text[i:], "*/")
			if end < 0 || strings.ContainsAny(text[i:i+end], "\n\r\u2028\u2029") {
				t.Fatalf("a comment does not end on its line: %s", text[i:])
			}
			i += end + 1
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
				if text[i] < ' ' {
					t.Fatalf("a control character in a string: %s", text)
				}
			}
		case '{', '(', '[', '<':
			open = append(open, c)
		case '}', ')', ']', '>':
			if c == '>' && text[i-1] == '=' {
				continue
			}
			if len(open) == 0 || strings.IndexByte("{([<", open[len(open)-1]) != strings.IndexByte("})]>", c) {
				t.Fatalf("unbalanced at %d: %s", i, text)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%d brackets stay open: %s", len(open), text)
	}
}
