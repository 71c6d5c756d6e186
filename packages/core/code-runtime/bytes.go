package coderuntime

import "unicode/utf8"

// StringBytes is the length of a text as a compact ECMAScript JSON string,
// quotes included (P98). A lone surrogate, which a Go string can only hold as
// the three bytes ED A0..BF xx, costs 6 like its escape; any other byte that
// is not UTF-8 costs 3, like the U+FFFD it will become.
func StringBytes(s string) int64 {
	n := int64(len(s)) + 2
	for at := 0; at < len(s); {
		if c := s[at]; c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\' {
			at++
			continue
		}
		size, cost := unitCost(s, at)
		n += cost - int64(size)
		at += size
	}
	return n
}

// StringPrefix is the longest prefix of s, aligned to code points, that fits
// in max JSON bytes with its quotes (P99). It is empty when not even the
// quotes fit.
func StringPrefix(s string, max int64) string {
	n := int64(2)
	at := 0
	for at < len(s) {
		size, cost := unitCost(s, at)
		if n+cost > max {
			break
		}
		n += cost
		at += size
	}
	return s[:at]
}

func unitCost(s string, at int) (size int, cost int64) {
	b := s[at]
	if b < utf8.RuneSelf {
		return 1, asciiCost(b)
	}
	r, n := utf8.DecodeRuneInString(s[at:])
	if r != utf8.RuneError || n > 1 {
		return n, int64(n)
	}
	if surrogateAt(s, at) {
		return 3, 6
	}
	return 1, 3
}

func asciiCost(b byte) int64 {
	switch {
	case b == '"' || b == '\\':
		return 2
	case b >= 0x20:
		return 1
	case b == '\b' || b == '\t' || b == '\n' || b == '\f' || b == '\r':
		return 2
	}
	return 6
}

func surrogateAt(s string, at int) bool {
	return at+2 < len(s) && s[at] == 0xED && s[at+1] >= 0xA0 && s[at+1] <= 0xBF &&
		s[at+2] >= 0x80 && s[at+2] <= 0xBF
}

// sanitize makes valid UTF-8 of captured text: a lone surrogate and every
// other broken byte becomes one U+FFFD.
func sanitize(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	b := make([]byte, 0, len(s)+8)
	for at := 0; at < len(s); {
		size, _ := unitCost(s, at)
		if r, n := utf8.DecodeRuneInString(s[at:]); r == utf8.RuneError && n == 1 {
			b = utf8.AppendRune(b, utf8.RuneError)
		} else {
			b = append(b, s[at:at+size]...)
		}
		at += size
	}
	return string(b)
}
