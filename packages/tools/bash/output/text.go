package output

import (
	"strings"
	"unicode/utf8"
)

// Decode returns b as valid UTF-8. Every byte that is not part of a well-formed sequence becomes
// one U+FFFD, so the damage stays visible and countable (vectors bash-039 and bash-041).
func Decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	s.Grow(len(b) + len(b)/8)
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		s.WriteRune(r)
		b = b[size:]
	}
	return s.String()
}

// TrimStart drops the remains of a code point from the front of a slice that was cut out of a
// longer text: at most three continuation bytes.
func TrimStart(b []byte) []byte {
	for i := 0; i < len(b) && i < utf8.UTFMax; i++ {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	if len(b) < utf8.UTFMax {
		return nil
	}
	return b // four in a row belong to no code point: noise, kept
}

// TrimEnd drops an incomplete code point from the end of a slice that was cut out of a longer
// text. Bytes that can never become well-formed are kept: they are noise, not a cut.
func TrimEnd(b []byte) []byte {
	return b[:len(b)-pending(b)]
}

// pending counts the bytes at the end of b that begin a code point and may still be completed.
func pending(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		c := b[len(b)-n]
		if !utf8.RuneStart(c) {
			continue
		}
		if c < utf8.RuneSelf || utf8.FullRune(b[len(b)-n:]) {
			return 0
		}
		return n
	}
	return 0
}
