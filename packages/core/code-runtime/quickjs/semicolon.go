package quickjs

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// separated puts a semicolon where something was erased that kept its neighbours
// apart: where the one before has no semicolon and the one behind could go on with it.
// The eraser itself does so for much, not for statements whose own semicolon stands in
// front of what follows, nor for members of classes.
func separated(text, erased string) string {
	was, is := units(text), units(erased)
	if len(was) != len(is) {
		return erased
	}
	var b strings.Builder
	kept, counted := 0, 0
	for at := 0; at < len(was); at++ {
		if was[at] == is[at] {
			continue
		}
		to := at + leadingBlank(is[at:])
		if end := endOf(was, is, at, to); end >= 0 {
			from := kept + unitsLength(erased[kept:], end-counted)
			b.WriteString(erased[kept:from] + ";")
			kept, counted = from+1, end+1 // a blank
		}
		at = max(at, to-1)
	}
	return b.String() + erased[kept:]
}

// units has a byte for each UTF-16 unit of a text, since the eraser keeps their number:
// itself for ASCII, a blank or an end of a line for other such, a letter for the others.
func units(text string) string {
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	for _, c := range text {
		switch {
		case c < utf8.RuneSelf:
			b.WriteByte(byte(c))
		case c == '\u2028' || c == '\u2029':
			b.WriteByte('\n')
		case unicode.IsSpace(c) || c == '\ufeff':
			b.WriteByte(' ')
		default:
			b.WriteString("\x80\x80"[:utf16.RuneLen(c)])
		}
	}
	return b.String()
}

// unitsLength is how many bytes of a text so many UTF-16 units take.
func unitsLength(text string, n int) int {
	for at, c := range text {
		if n <= 0 {
			return at
		}
		n -= utf16.RuneLen(c)
	}
	return len(text)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// endOf is where a semicolon is missing in what was erased between two places, or -1.
func endOf(text, erased string, from, to int) int {
	if from == to || !continues(erased[to:]) {
		return -1
	}
	word := wordAt(text, from)
	if named := word != "" || text[from] == '\'' || text[from] == '"'; named && !joining[word] && startsLine(text, from) {
		return from
	}
	return declaration(text, erased, from, to)
}

var (
	// joining are the words that an erased part of something kept begins with.
	joining = map[string]bool{"as": true, "satisfies": true, "implements": true, "this": true}
	// declaring are the words that an erased statement or member begins with, before
	// another word.
	declaring = map[string]bool{"type": true, "declare": true, "interface": true, "abstract": true,
		"namespace": true, "module": true, "import": true, "function": true, "async": true}
)

// declaration finds a declaration that begins a line and was erased.
func declaration(text, erased string, from, to int) int {
	for at := from; at < to; {
		n := strings.IndexAny(text[at:to], "\r\n")
		if n < 0 {
			return -1
		}
		at += n + 1
		at += leadingBlank(text[at:to])
		if at >= to || text[at] == erased[at] || !declaring[wordAt(text, at)] {
			continue
		}
		after := at + len(wordAt(text, at))
		for after < to && (text[after] == ' ' || text[after] == '\t') {
			after++
		}
		if next := wordAt(text, after); next != "" && next != "new" { // abstract new is a type
			return at
		}
	}
	return -1
}

// startsLine is whether there are but blanks and comments before a place on its line.
func startsLine(text string, at int) bool {
	before := strings.TrimRight(text[:at], " \t")
	for strings.HasSuffix(before, "*/") {
		before = strings.TrimRight(before[:max(strings.LastIndex(before, "/*"), 0)], " \t")
	}
	return strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r")
}

// wordAt is the word that begins at a place, "" if none does.
func wordAt(text string, at int) string {
	end := at
	for end < len(text) && isWordByte(text[end]) {
		end++
	}
	return text[at:end]
}

func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// continues is whether JavaScript, read after an expression and the end of a line, would
// go on with it.
func continues(rest string) bool {
	if rest == "" {
		return false
	}
	for _, operator := range []string{"instanceof", "in"} {
		if after, ok := strings.CutPrefix(rest, operator); ok && (after == "" || !isWordByte(after[0])) {
			return true
		}
	}
	return strings.IndexByte("([`+-*/%,.<>=&|^?:", rest[0]) >= 0
}

// leadingBlank is the length of the blanks and comments that JavaScript begins with.
func leadingBlank(code string) int {
	at := 0
	for at < len(code) {
		rest := code[at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
				at += n
				continue
			}
			return len(code)
		case strings.HasPrefix(rest, "/*"):
			if n := strings.Index(rest[2:], "*/"); n >= 0 {
				at += n + 4
				continue
			}
			return len(code)
		}
		if strings.IndexByte(" \t\r\n\v\f", rest[0]) < 0 {
			break
		}
		at++
	}
	return at
}
