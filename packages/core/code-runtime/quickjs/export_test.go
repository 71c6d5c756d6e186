package quickjs

import (
	"strings"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/wtf8"
)

// NewExposed gives a runtime whose programs can reach the host function that
// the library keeps to itself, as if a program had broken out of the library:
// tests let programs forge traffic with it.
func NewExposed(config Config) (*Runtime, error) {
	r, err := New(config)
	if err != nil {
		return nil, err
	}
	original := r.loader.source
	r.loader.source = func() (string, error) {
		source, err := original()
		return strings.Replace(source, "return [start,", "G.host = host; return [start,", 1), err
	}
	return r, nil
}

// Ambiguous is whether a text needs the eraser although it is JavaScript.
func Ambiguous(text string) bool { return ambiguous(text) }

// RoundTrip quotes guest text and unquotes it again.
func RoundTrip(s string) string { return wtf8.Unquote(quoted(s)) }

// Quoted is text as a JSON string.
func Quoted(text string) string { return quoted(text) }
