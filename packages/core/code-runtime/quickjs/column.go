package quickjs

import (
	"strings"
	"unicode"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/eraser"
)

// within gives the line of a refusal, and what it has before and after that place,
// inside of the program: what is missing at its end is missed by the eraser after
// the wrapper that it sees.
func within(text string, e *eraser.Refusal) (line int, before, after string) {
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	line = min(max(e.Line, 1), len(lines))
	of := lines[line-1]
	if e.Line > line {
		return line, of, ""
	}
	column := 1
	for at, c := range of {
		if column >= e.Column && width(c) > 0 {
			return line, of[:at], of[at:]
		}
		column += width(c)
	}
	return line, of, ""
}

// width is how many columns the eraser counts for a character: those of a terminal,
// with one more for what UTF-16 writes in two units.
func width(c rune) int {
	switch {
	case c == '\t':
		return 4
	case unicode.In(c, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me):
		return 0
	case c >= 0x1f000 && c < 0xe0000:
		return 3
	case c > 0xffff:
		return 2
	case c >= 0xac00 && c < 0xd7a4, c >= 0xff01 && c < 0xff61,
		unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return 2
	}
	return 1
}
