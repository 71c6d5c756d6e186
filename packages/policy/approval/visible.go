package approval

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns a text in which nothing can hide or move anything else:
// characters that a terminal does not show as themselves, such as controls,
// zero-width and bidirectional marks and unusual spaces, stand as escapes. Tabs
// and line feeds stay.
func Visible(s string) string {
	if isVisible(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case shows(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%X}`, r)
		}
		s = s[n:]
	}
	return b.String()
}

func isVisible(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || !shows(r) {
			return false
		}
		i += n
	}
	return true
}

// shows reports whether r is a graphic character or the layout of plain text.
// Letters that look blank are not graphic enough.
func shows(r rune) bool {
	switch r {
	case '\n', '\t', ' ':
		return true
	case 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0: // blank letters and the blank Braille cell
		return false
	}
	return unicode.IsPrint(r) && !unicode.Is(unicode.Variation_Selector, r)
}
