package jsonvalue

import "bytes"

const (
	// quickDepth and quickMembers bound what the quick look follows: deeper texts and
	// larger objects are left to the library.
	quickDepth   = 8
	quickMembers = 16
)

// quick is a look at a text that most texts of calls pass: compact, ASCII, without
// escapes, without exponents, of small objects with distinct names. What passes is in
// normal form and lossless; whatever does not is judged by the library, which is the
// authority on everything else.
type quick struct {
	text     []byte
	at       int
	integers bool
}

// checkQuick reports whether the text is plainly fine.
func checkQuick(text []byte) (checked, bool) {
	q := quick{text: text, integers: true}
	if !q.value(0) || q.at != len(text) {
		return checked{}, false
	}
	return checked{text, q.integers}, true
}

func (q *quick) value(depth int) bool {
	if q.at >= len(q.text) || depth > quickDepth {
		return false
	}
	switch c := q.text[q.at]; {
	case c == '"':
		_, ok := q.string()
		return ok
	case c == '{':
		return q.object(depth)
	case c == '[':
		return q.array(depth)
	case c == 't':
		return q.literal("true")
	case c == 'f':
		return q.literal("false")
	case c == 'n':
		return q.literal("null")
	}
	return q.number()
}

// string passes over a string of printable ASCII without escapes, and returns its
// content.
func (q *quick) string() ([]byte, bool) {
	q.at++
	for i := q.at; i < len(q.text); i++ {
		switch c := q.text[i]; {
		case c == '"':
			content := q.text[q.at:i]
			q.at = i + 1
			return content, true
		case c < ' ' || c == '\\' || c > '~':
			return nil, false
		}
	}
	return nil, false
}

func (q *quick) object(depth int) bool {
	if q.closes('}') {
		return true
	}
	var names [quickMembers][]byte
	for n := range names {
		if q.at >= len(q.text) || q.text[q.at] != '"' {
			return false
		}
		name, ok := q.string()
		if !ok || isAmong(names[:n], name) || !q.literal(":") || !q.value(depth+1) {
			return false
		}
		names[n] = name
		if q.literal("}") {
			return true
		}
		if !q.literal(",") {
			return false
		}
	}
	return false
}

func isAmong(names [][]byte, name []byte) bool {
	for _, n := range names {
		if bytes.Equal(n, name) {
			return true
		}
	}
	return false
}

func (q *quick) array(depth int) bool {
	if q.closes(']') {
		return true
	}
	for q.value(depth + 1) {
		if q.literal("]") {
			return true
		}
		if !q.literal(",") {
			return false
		}
	}
	return false
}

// closes passes over an opening bracket, and over the closing one if it follows at once.
func (q *quick) closes(bracket byte) bool {
	q.at++
	if q.at < len(q.text) && q.text[q.at] == bracket {
		q.at++
		return true
	}
	return false
}

func (q *quick) literal(word string) bool {
	end := q.at + len(word)
	if end > len(q.text) || string(q.text[q.at:end]) != word {
		return false
	}
	q.at = end
	return true
}

// number passes over a number of few digits, without exponent, that is not negative zero.
func (q *quick) number() bool {
	start := q.at
	q.literal("-")
	first := q.at
	if !q.digits() || q.text[first] == '0' && (q.at-first > 1 || first > start) {
		return false
	}
	if q.literal(".") {
		q.integers = false
		if !q.digits() {
			return false
		}
	}
	return q.at-start < 100
}

func (q *quick) digits() bool {
	start := q.at
	for q.at < len(q.text) && isDigit(q.text[q.at]) {
		q.at++
	}
	return q.at > start
}
