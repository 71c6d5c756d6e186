package ptc

import (
	"errors"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// errSameNames: what tells two members apart does not survive.
var errSameNames = errors.New("the names of two members differ in lone surrogates alone, which become U+FFFD here")

// valueOf is the value of what a program hands over. A lone surrogate, which no Go
// string holds, becomes U+FFFD (V-5), unless members would be lost by that.
func valueOf(text string) (jsonvalue.Value, error) {
	text, replaced := coderuntime.WellFormed(text)
	v, err := jsonvalue.ParseString(text)
	if err == nil && replaced && names(v.Text()) != names(text) {
		return v, errSameNames
	}
	return v, err
}

// names counts the members in JSON text.
func names(text string) int {
	n := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i) - 1
		case ':':
			n++
		}
	}
	return n
}
