package jsonvalue

// findings is what inspect tells of a text.
type findings struct {
	// lossy is set when a number is not lossless; the look ends there.
	lossy bool
	// plain is set when the text is in normal form: no whitespace between tokens, and no
	// escape in a string that could be left out or be shorter.
	plain bool
}

// inspect looks through a text of valid JSON for numbers that are not lossless and for
// anything that keeps the text from being in normal form.
func inspect(text []byte) findings {
	plain := true
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end, minimal := inspectString(text, i+1)
			plain = plain && minimal
			i = end
		case isNumberStart(c):
			end, ok := inspectNumber(text, i)
			if !ok {
				return findings{lossy: true}
			}
			i = end
		case c <= ' ':
			plain = false
			i++
		default:
			i++
		}
	}
	return findings{plain: plain}
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

// inspectNumber returns the place behind the number at i, and whether it is lossless.
// Most numbers are short, without exponent and not zero: no closer look is needed.
func inspectNumber(text []byte, i int) (end int, ok bool) {
	start, exponent := i, false
	for i < len(text) && isNumberPart(text[i]) {
		exponent = exponent || text[i]|0x20 == 'e'
		i++
	}
	return i, isLossless(text[start:i], exponent)
}

func isNumberStart(c byte) bool { return c == '-' || isDigit(c) }

func isNumberPart(c byte) bool {
	return isDigit(c) || c == '.' || c|0x20 == 'e' || c == '-' || c == '+'
}

func isLossless(number []byte, exponent bool) bool {
	const safe = 300 // no more digits than that stay below the largest float64
	if !exponent && len(number) <= safe && (number[0] != '-' || number[1] != '0') {
		return true
	}
	return numberReason(string(number)) == ""
}
