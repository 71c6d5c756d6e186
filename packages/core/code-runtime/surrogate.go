package coderuntime

import (
	"strconv"
	"strings"
)

// WellFormed replaces each escape of a lone surrogate in JSON text by U+FFFD
// and reports whether there was one. Text that crosses the seam keeps such
// escapes; use this before handing the text to a decoder that refuses or
// silently replaces them (V-5). Text without a lone surrogate is returned as
// it is, without a copy.
func WellFormed(text string) (string, bool) {
	if !strings.Contains(text, `\ud`) && !strings.Contains(text, `\uD`) {
		return text, false
	}
	var b strings.Builder
	kept := 0
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\\')
		if i < 0 || at+i+1 >= len(text) {
			break
		}
		at += i
		unit, ok := unitAt(text, at)
		if !ok {
			at += 2
			continue
		}
		if n := surrogateRun(text, at, unit); n > 0 {
			at += n
			continue
		}
		b.WriteString(text[kept:at])
		b.WriteString("�")
		at += 6
		kept = at
	}
	if kept == 0 {
		return text, false
	}
	b.WriteString(text[kept:])
	return b.String(), true
}

// surrogateRun is the length of the well-formed escape at a place: 6 for a
// unit that is no surrogate, 12 for a pair, 0 for a lone surrogate.
func surrogateRun(text string, at int, unit uint16) int {
	if unit < 0xD800 || unit > 0xDFFF {
		return 6
	}
	low, ok := unitAt(text, at+6)
	if unit < 0xDC00 && ok && low >= 0xDC00 && low <= 0xDFFF {
		return 12
	}
	return 0
}

func unitAt(text string, at int) (uint16, bool) {
	if at+6 > len(text) || text[at] != '\\' || text[at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[at+2:at+6], 16, 16)
	return uint16(n), err == nil
}
