package jsonvalue

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxTextDepth is the number of nested arrays and objects a text may have: the limit of
// the JSON library.
const MaxTextDepth = 10_000

// Parse checks a JSON text and returns its value. The text is copied once; the caller may
// reuse it.
//
//   - Whitespace around and inside the text is accepted and dropped: [Value.Text] is
//     compact whatever the layout was.
//   - Of members with one name the last wins, at the place of the first.
//   - Numbers keep their digits; negative zero and a number that no float64 reaches are
//     lossy. Invalid UTF-8 and a lone surrogate escape are lossy (R39).
//   - Up to [MaxTextDepth] levels are accepted.
//
// A failure is an [*Error] with the code CodeSyntax, CodeLossy or CodeDepth and the
// place in the text. What is no JSON at all is a syntax error even where something lossy
// comes first.
func Parse(text []byte) (Value, error) { return ParseOwned(bytes.Clone(text)) }

// ParseString is [Parse] of a string.
func ParseString(text string) (Value, error) { return ParseOwned([]byte(text)) }

// ParseOwned is [Parse] without the copy: the text belongs to the value from the call on,
// and nobody may write to it again.
func ParseOwned(text []byte) (Value, error) {
	clean, err := check(text)
	if err != nil {
		return Value{}, err
	}
	return valueOf(clean), nil
}

// valueOf makes the value of a normalised text.
func valueOf(clean []byte) Value {
	text := asString(clean)
	switch text[0] {
	case '{':
		return newParsed(text, KindObject)
	case '[':
		return newParsed(text, KindArray)
	}
	b := builder{text: text}
	return b.value()
}

// check returns the text in its normal form, which is the text itself when it has that
// form already. The JSON library checks the syntax, the UTF-8 and the distinctness of
// names in one go; a second, much faster look finds what the library does not mind.
func check(text []byte) ([]byte, error) {
	if jsontext.Value(text).IsValid() {
		return settle(text)
	}
	if !isLoose(text) {
		return nil, syntaxError(text)
	}
	distinct, err := lastWins(text)
	if err != nil {
		return nil, syntaxError(text)
	}
	if !jsontext.Value(distinct).IsValid() {
		return nil, lossyError(text)
	}
	return settle(distinct)
}

// settle finishes a text whose syntax, strings and names are in order.
func settle(text []byte) ([]byte, error) {
	found := inspect(text)
	switch {
	case found.lossy:
		return nil, lossyError(text)
	case found.plain:
		return text, nil
	}
	return jsontext.AppendFormat(nil, text)
}

// isLoose reports whether the text is JSON if repeated names and bad strings are let pass.
func isLoose(text []byte) bool { return jsontext.Value(text).IsValid(loose...) }

var loose = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
