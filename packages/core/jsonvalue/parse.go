package jsonvalue

import (
	"github.com/go-json-experiment/json/jsontext"
)

// MaxTextDepth is the number of nested arrays and objects a text may have: the limit of
// the JSON library.
const MaxTextDepth = 10_000

// Parse checks a JSON text and returns its value. The text is copied once; the caller may
// reuse it.
//
//   - Whitespace around and inside the text is accepted and dropped: [Value.Text] is
//     compact whatever the layout was, and its escapes are minimal.
//   - Of members with one name the last wins, at the place of the first.
//   - Numbers keep their digits; negative zero and a number that no float64 reaches are
//     lossy. Invalid UTF-8 and a lone surrogate escape are lossy (R39).
//   - Up to [MaxTextDepth] levels are accepted.
//
// A failure is an [*Error] with the code CodeSyntax, CodeLossy or CodeDepth and the
// place in the text. What is no JSON at all is a syntax error even where something lossy
// comes first.
func Parse(text []byte) (Value, error) { return parseCopy(text, check) }

// ParseString is [Parse] of a string. A long text that is one string without escapes is
// kept as it is.
func ParseString(text string) (Value, error) {
	if len(text) > keptText && isBareString(text) {
		return scalarOf(text), nil
	}
	return parseCopy(text, check)
}

// keptText is from where a copy costs more than what a part keeps alive of a whole.
const keptText = 64 << 10

// ParseOwned is [Parse] without the copy: the text belongs to the value from the call on,
// and nobody else may read or write it again. It is rewritten in place when it has
// whitespace or needless escapes.
func ParseOwned(text []byte) (Value, error) {
	clean, err := check(text)
	if err != nil {
		return Value{}, err
	}
	return clean.value(), nil
}

// checked is a text in normal form and what is known about it.
type checked struct {
	text     []byte
	integers bool
}

func (c checked) isContainer() bool { return c.text[0] == '{' || c.text[0] == '[' }

// value takes the text over.
func (c checked) value() Value {
	if c.isContainer() {
		return new(parsed).value(c)
	}
	return scalarOf(asString(c.text))
}

func scalarOf(text string) Value {
	b := newBuilder(text)
	return b.value()
}

// quickText is the longest text that gets a quick look first: beyond it the library's
// start-up does not matter.
const quickText = 2048

// smallText is the longest text that shares an allocation with its node.
const smallText = 64

// smallParsed is what a fresh small text needs: its node and its copy.
type smallParsed struct {
	parsed
	room [smallText]byte
}

// parseCopy makes a value of a copy of the text that finish has passed.
func parseCopy[T []byte | string](text T, finish func([]byte) (checked, error)) (Value, error) {
	if len(text) > smallText {
		clean, err := finish(append([]byte(nil), text...))
		if err != nil {
			return Value{}, err
		}
		return clean.value(), nil
	}
	s := &smallParsed{}
	clean, err := finish(s.room[:copy(s.room[:], text)])
	if err != nil {
		return Value{}, err
	}
	if clean.isContainer() {
		return s.value(clean), nil
	}
	return scalarOf(string(clean.text)), nil // a scalar needs no node: do not keep it alive
}

// check returns the text in its normal form, which is the text itself when it has that
// form already. The JSON library checks the syntax, the UTF-8 and the distinctness of
// names in one go; a second, much faster look finds what the library does not mind.
func check(text []byte) (checked, error) {
	if len(text) <= quickText {
		if clean, ok := checkQuick(text); ok {
			return clean, nil
		}
	}
	if jsontext.Value(text).IsValid() {
		return settle(text)
	}
	if !isLoose(text) {
		return checked{}, syntaxError(text)
	}
	distinct, err := lastWins(text)
	if err != nil {
		return checked{}, syntaxError(text)
	}
	if !jsontext.Value(distinct).IsValid() {
		return checked{}, lossyError(text)
	}
	return settle(distinct)
}

// settle finishes a text whose syntax, strings and names are in order.
func settle(text []byte) (checked, error) {
	found := inspect(text)
	switch {
	case found.lossy:
		return checked{}, lossyError(text)
	case !found.plain:
		text = normalise(text)
	}
	return checked{text, found.integers}, nil
}

// isLoose reports whether the text is JSON if repeated names and bad strings are let pass.
func isLoose(text []byte) bool {
	return jsontext.Value(text).IsValid(allowRepeatedNames, allowBadStrings)
}

var (
	allowRepeatedNames = jsontext.AllowDuplicateNames(true)
	allowBadStrings    = jsontext.AllowInvalidUTF8(true)
)
