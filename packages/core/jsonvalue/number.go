package jsonvalue

import (
	"math"
	"strconv"
)

// Number is the exact text of a JSON number. Its methods take the number for what it is
// in mathematics, whatever its spelling: 1, 1.0 and 10e-1 are the same integer. They are
// meant for numbers taken from a [Value]; of any other text they say no.
type Number string

// IsValid reports whether the text is a number by the grammar of JSON.
func (n Number) IsValid() bool { return numberEnd(string(n)) == len(n) && n != "" }

// IsInteger reports whether the number has no fraction: true for 1.0 and 1e2 (R39).
func (n Number) IsInteger() bool {
	if !n.IsValid() {
		return false
	}
	return decimalOf(string(n)).isInteger()
}

// Int64 returns the number as an int64, and false when it is not an integer or too large.
func (n Number) Int64() (int64, bool) {
	magnitude, neg, ok := n.magnitude()
	switch {
	case !ok:
		return 0, false
	case neg && magnitude <= 1<<63:
		return -int64(magnitude), true
	case !neg && magnitude <= math.MaxInt64:
		return int64(magnitude), true
	}
	return 0, false
}

// Uint64 returns the number as a uint64, and false when it is not an integer, negative or
// too large.
func (n Number) Uint64() (uint64, bool) {
	magnitude, neg, ok := n.magnitude()
	if !ok || neg {
		return 0, false
	}
	return magnitude, true
}

func (n Number) magnitude() (value uint64, neg, ok bool) {
	if !n.IsValid() {
		return 0, false, false
	}
	d := decimalOf(string(n))
	if !d.isInteger() || d.point > 20 {
		return 0, false, false
	}
	for i := range int(d.point) {
		digit := uint64(0)
		if i < d.len() {
			digit = uint64(d.digit(i) - '0')
		}
		if value > (math.MaxUint64-digit)/10 {
			return 0, false, false
		}
		value = value*10 + digit
	}
	return value, d.neg, true
}

// Float64 returns the nearest float64. exact is true when no digit is lost by that: the
// float, written in its shortest form or in full, is the same number again. So 0.1 and
// 1e23 are exact, 9007199254740993 and 0.1000000000000000000001 are not.
func (n Number) Float64() (f float64, exact bool) {
	if !n.IsValid() {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return f, false
	}
	if magnitude := math.Abs(f); len(n) <= 15 && 1e-300 < magnitude && magnitude <= 1<<53 {
		return f, true // fifteen digits always survive, subnormal numbers aside
	}
	want := decimalOf(string(n))
	if want.isZero() {
		return f, true
	}
	var room [32]byte
	short := strconv.AppendFloat(room[:0], f, 'e', -1, 64)
	if want.compare(decimalOf(string(short))) == 0 {
		return f, true
	}
	// 766 digits after the first hold any finite float64 in full.
	full := strconv.AppendFloat(nil, f, 'e', 766, 64)
	return f, want.compare(decimalOf(string(full))) == 0
}

// Cmp compares two numbers exactly: -1, 0 or +1. A text that is no number comes before
// every number, and two of those compare as text.
func (n Number) Cmp(m Number) int {
	if n == m {
		return 0
	}
	a, b := n.IsValid(), m.IsValid()
	switch {
	case a && b:
		return decimalOf(string(n)).compare(decimalOf(string(m)))
	case a:
		return 1
	case b:
		return -1
	case n < m:
		return -1
	}
	return 1
}

// appendCanonical writes the one spelling that all equal numbers share: the layout of
// ECMAScript and RFC 8785, with as many digits as the number has.
func (n Number) appendCanonical(dst []byte) []byte {
	return decimalOf(string(n)).appendTo(dst)
}

// numberReason says why a well-formed number is not lossless, or "".
func numberReason(text string) string {
	d := decimalOf(text)
	switch {
	case d.isZero() && d.neg:
		return "negative zero"
	case d.isZero() || (d.point < 309 && d.point > -decimalReach):
		return ""
	case d.point == 309:
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			return ""
		}
	}
	return "a number out of range"
}

// numberEnd returns how many bytes of text form a number, or 0 when none do.
func numberEnd(text string) int {
	i := 0
	if i < len(text) && text[i] == '-' {
		i++
	}
	switch {
	case i < len(text) && text[i] == '0':
		i++
	case i < len(text) && isDigit(text[i]):
		i = skipDigits(text, i)
	default:
		return 0
	}
	if i < len(text) && text[i] == '.' {
		end := skipDigits(text, i+1)
		if end == i+1 {
			return 0
		}
		i = end
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		end := skipDigits(text, i)
		if end == i {
			return 0
		}
		i = end
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func skipDigits(text string, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}
