package jsonvalue

// findings is what inspect tells of a text.
type findings struct {
	// lossy is set when a number is not lossless; the look ends there.
	lossy bool
	// plain is set when the text is in normal form: no whitespace between tokens, and no
	// escape in a string that could be left out or be shorter.
	plain bool
	// integers is set when no number has a fraction or an exponent.
	integers bool
}

// inspect looks through a text of valid JSON for numbers that are not lossless and for
// anything that keeps the text from being in normal form.
func inspect(text []byte) findings {
	plain, integers := true, true
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end, minimal := inspectString(text, i+1)
			plain = plain && minimal
			i = end
		case isNumberStart(c):
			end, shape := numberShape(text, i)
			if !isLossless(text[i:end], shape) {
				return findings{lossy: true}
			}
			integers = integers && shape == plainNumber
			i = end
		case c <= ' ':
			plain = false
			i++
		default:
			i++
		}
	}
	return findings{plain: plain, integers: integers}
}

// inspectString returns the place behind the string whose content begins at i, and
// whether its escapes are minimal.
func inspectString(text []byte, i int) (end int, minimal bool) {
	minimal = true
	for {
		i = quoteOrSlash(text, i)
		if i >= len(text) || text[i] == '"' {
			return min(i+1, len(text)), minimal
		}
		length, ok := escapeLength(text[i:])
		minimal = minimal && ok
		i += length
	}
}

// escapeLength returns the length of the escape that rest begins with and whether the
// normal form writes it just so.
func escapeLength(rest []byte) (length int, minimal bool) {
	if len(rest) < 2 {
		return len(rest), false
	}
	switch rest[1] {
	case '"', '\\', 'b', 'f', 'n', 'r', 't':
		return 2, true
	case 'u':
		return min(6, len(rest)), len(rest) >= 6 && isMinimalUnicode(rest[2:6])
	}
	return 2, false
}

// isMinimalUnicode reports whether four hexadecimal digits name a control character that
// has no shorter escape, in lower case.
func isMinimalUnicode(hex []byte) bool {
	if hex[0] != '0' || hex[1] != '0' || (hex[2] != '0' && hex[2] != '1') {
		return false
	}
	switch c := hex[3]; {
	case 'A' <= c && c <= 'F':
		return false
	case hex[2] == '1':
		return true
	case c == '8' || c == '9' || c == 'a' || c == 'c' || c == 'd':
		return false
	}
	return true
}

func isNumberStart(c byte) bool { return c == '-' || isDigit(c) }

// shape says how a number is spelled.
type shape uint8

const (
	plainNumber    shape = iota // digits only, perhaps with a sign
	fractionNumber              // with a point, without an exponent
	exponentNumber
)

// numberShape returns the place behind the number at i, and how it is spelled.
func numberShape(text []byte, i int) (end int, s shape) {
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case isDigit(c):
		case c == '.':
			s = fractionNumber
		case c == 'e' || c == 'E':
			s = exponentNumber
		case c != '+' && c != '-':
			return i, s
		}
	}
	return i, s
}

// isLossless reports whether a number is neither negative zero nor out of range. Most are
// short, without exponent and do not begin with zero: they need no closer look.
func isLossless(number []byte, s shape) bool {
	const safe = 300 // no more digits than that stay below the largest float64
	if s != exponentNumber && len(number) <= safe && (number[0] != '-' || number[1] != '0') {
		return true
	}
	return numberReason(string(number)) == ""
}
