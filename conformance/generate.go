package conformance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// generate makes a text from its description in a vector file, a list of parts:
//
//	lines "line 1" to "line 2500", newline-terminated
//	3000 x characters, newline, y, newline
//	three U+1F600 characters and a newline
func generate(description string) (string, error) {
	var b strings.Builder
	for _, part := range partSeparator.Split(description, -1) {
		text, err := generatePart(strings.TrimSpace(part), b.String())
		if err != nil {
			return "", fmt.Errorf("content_generator %q: %w", description, err)
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

var (
	partSeparator = regexp.MustCompile(
		`\s*,\s*(?:and\s+|then\s+)?|\s+and\s+|\s+then\s+|\s+followed\s+by\s+`,
	)
	lineRange = regexp.MustCompile(`^lines "(.*?)(\d+)" to "(.*?)(\d+)"$`)
	linesOf   = regexp.MustCompile(`^(\S+) lines of (\S+) (\S+?)(?:'s| characters?)?(?: each)?$`)
	ofLetter  = regexp.MustCompile(
		`^(\S+) (?:bytes|characters) of (?:the (?:letter|character|byte) )?(\S+)$`,
	)
	repeated = regexp.MustCompile(`^(\S+) (\S+) (?:characters?|bytes?)$`)
	several  = regexp.MustCompile(`^(\S+) (newlines?|CRLFs?|NULs?|NUL bytes?|empty lines?)$`)
)

// generatePart makes one part; before is the text so far.
func generatePart(part, before string) (string, error) {
	if m := lineRange.FindStringSubmatch(part); m != nil && m[1] == m[3] {
		return numbered(m[1], m[2], m[4])
	}
	if m := linesOf.FindStringSubmatch(part); m != nil {
		line, err := repeat(m[2], m[3])
		if err != nil {
			return "", err
		}
		return repeat(m[1], line+"\n")
	}
	if m := several.FindStringSubmatch(part); m != nil {
		word := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(m[2], "s"), " byte"), " line")
		return repeat(m[1], namedTexts[word])
	}
	if m := ofLetter.FindStringSubmatch(part); m != nil {
		return repeat(m[1], m[2])
	}
	if m := repeated.FindStringSubmatch(part); m != nil {
		return repeat(m[1], m[2])
	}
	return simplePart(part, before)
}

var namedTexts = map[string]string{
	"newline": "\n", "CRLF": "\r\n", "NUL": "\x00", "NUL byte": "\x00", "empty": "\n", "BOM": "\ufeff", "CR": "\r",
	"lone CR": "\r", "no newline": "", "no final newline": "", "no trailing newline": "",
}

func simplePart(part, before string) (string, error) {
	name := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(part, "an "), "a "), "one ")
	if text, ok := namedTexts[name]; ok {
		return text, nil
	}
	switch {
	case part == "newline-terminated":
		if strings.HasSuffix(before, "\n") {
			return "", nil
		}
		return "\n", nil
	case strings.HasPrefix(part, `"`):
		return strconv.Unquote(part)
	}
	return character(part)
}

// numbered is the range of lines, joined by newlines.
func numbered(prefix, from, to string) (string, error) {
	first, err := strconv.Atoi(from)
	if err != nil {
		return "", err
	}
	last, err := strconv.Atoi(to)
	if err != nil {
		return "", err
	}
	var lines []string
	for i := first; i <= last; i++ {
		lines = append(lines, prefix+strconv.Itoa(i))
	}
	return strings.Join(lines, "\n"), nil
}

var numerals = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	"nine": 9, "ten": 10,
}

func repeat(count, unit string) (string, error) {
	n, ok := numerals[count]
	if !ok {
		var err error
		if n, err = strconv.Atoi(strings.ReplaceAll(count, ",", "")); err != nil {
			return "", err
		}
	}
	if strings.HasSuffix(unit, "\n") || unit == "\x00" {
		return strings.Repeat(unit, n), nil
	}
	text, err := character(unit)
	return strings.Repeat(text, n), err
}

// character is one code point, written as itself or as U+XXXX. Its text may
// already be several.
func character(s string) (string, error) {
	if hex, ok := strings.CutPrefix(s, "U+"); ok {
		code, err := strconv.ParseInt(hex, 16, 32)
		return string(rune(code)), err
	}
	s = strings.Trim(s, `"`)
	if utf8.RuneCountInString(s) == 1 {
		return s, nil
	}
	return "", fmt.Errorf("unknown part %q", s)
}
