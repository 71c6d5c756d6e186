package jsonvalue

import (
	"strconv"
	"strings"
)

// Exponents of more than 18 digits count as decimalEdge, so that arithmetic on exponents
// never overflows; a number beyond decimalReach is out of range on either side.
const (
	decimalReach = 1 << 60
	decimalEdge  = 1 << 62
)

// decimal is a number as 0.DIGITS × 10^point, its digits without zeros at either end.
// The digits are the concatenation of whole and frac, which are parts of the original
// text, so that taking a number apart allocates nothing.
type decimal struct {
	whole, frac string
	point       int64
	neg         bool
}

// decimalOf takes a well-formed number apart.
func decimalOf(text string) decimal {
	var d decimal
	if text[0] == '-' {
		d.neg = true
		text = text[1:]
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		d.point = exponentOf(text[i+1:])
		text = text[:i]
	}
	whole, frac, _ := strings.Cut(text, ".")
	d.point += int64(len(whole))
	if trimmed := strings.TrimLeft(whole, "0"); trimmed != "" {
		d.point -= int64(len(whole) - len(trimmed))
		d.whole, d.frac = trimmed, frac
	} else {
		d.frac = strings.TrimLeft(frac, "0")
		d.point -= int64(len(whole) + len(frac) - len(d.frac))
	}
	if d.frac = strings.TrimRight(d.frac, "0"); d.frac == "" {
		d.whole = strings.TrimRight(d.whole, "0")
	}
	if d.isZero() {
		d.point = 0
	}
	return d
}

// exponentOf reads an exponent and holds it within ±decimalEdge.
func exponentOf(text string) int64 {
	neg := text[0] == '-'
	if text[0] == '-' || text[0] == '+' {
		text = text[1:]
	}
	value := int64(decimalEdge)
	if text = strings.TrimLeft(text, "0"); len(text) <= 18 {
		value = 0
		for _, c := range []byte(text) {
			value = value*10 + int64(c-'0')
		}
	}
	if neg {
		return -value
	}
	return value
}

func (d decimal) len() int { return len(d.whole) + len(d.frac) }

func (d decimal) digit(i int) byte {
	if i < len(d.whole) {
		return d.whole[i]
	}
	return d.frac[i-len(d.whole)]
}

func (d decimal) isZero() bool { return d.whole == "" && d.frac == "" }

func (d decimal) isInteger() bool { return d.isZero() || d.point >= int64(d.len()) }

// compare orders by value; negative zero does not occur in a Value and equals zero here.
func (d decimal) compare(e decimal) int {
	if d.isZero() || e.isZero() {
		return d.sign() - e.sign()
	}
	if d.neg != e.neg {
		return d.sign()
	}
	magnitude := d.compareMagnitude(e)
	return magnitude * d.sign()
}

func (d decimal) sign() int {
	switch {
	case d.isZero():
		return 0
	case d.neg:
		return -1
	}
	return 1
}

func (d decimal) compareMagnitude(e decimal) int {
	if d.point != e.point {
		if d.point < e.point {
			return -1
		}
		return 1
	}
	for i := range min(d.len(), e.len()) {
		if a, b := d.digit(i), e.digit(i); a != b {
			if a < b {
				return -1
			}
			return 1
		}
	}
	switch {
	case d.len() < e.len():
		return -1
	case d.len() > e.len():
		return 1
	}
	return 0
}

// appendTo writes the number as ECMAScript's Number::toString lays digits out.
func (d decimal) appendTo(dst []byte) []byte {
	if d.isZero() {
		return append(dst, '0')
	}
	if d.neg {
		dst = append(dst, '-')
	}
	n, point := d.len(), d.point
	switch {
	case int64(n) <= point && point <= 21:
		dst = d.appendDigits(dst, 0, n)
		for range point - int64(n) {
			dst = append(dst, '0')
		}
	case 0 < point && point <= 21:
		dst = append(d.appendDigits(dst, 0, int(point)), '.')
		dst = d.appendDigits(dst, int(point), n)
	case -6 < point && point <= 0:
		dst = append(dst, '0', '.')
		for range -point {
			dst = append(dst, '0')
		}
		dst = d.appendDigits(dst, 0, n)
	default:
		dst = append(dst, d.digit(0))
		if n > 1 {
			dst = d.appendDigits(append(dst, '.'), 1, n)
		}
		dst = append(dst, 'e')
		if point > 0 {
			dst = append(dst, '+')
		}
		dst = strconv.AppendInt(dst, point-1, 10)
	}
	return dst
}

func (d decimal) appendDigits(dst []byte, from, to int) []byte {
	split := len(d.whole)
	if from < split {
		dst = append(dst, d.whole[from:min(to, split)]...)
	}
	if to > split {
		dst = append(dst, d.frac[max(from-split, 0):to-split]...)
	}
	return dst
}
