package dialect

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// control maps the letters that stand for control characters.
var control = map[rune]rune{'a': '\a', 'f': '\f', 't': '\t', 'r': '\r', 'v': '\v', 'n': '\n'}

// escape reads what follows the backslash at start, outside classes.
func (p *parser) escape(start int) (string, error) {
	if !p.more() {
		return "", p.fail(start, start+1, "incomplete escape sequence, reached end of pattern prematurely")
	}
	switch r := p.in[p.at]; r {
	case 'b':
		p.at++
		return p.boundary(start)
	case 'B', 'A', 'z':
		p.at++
		return `\` + string(r), nil
	case '<', '>':
		p.at++
		return `\b`, nil
	}
	if set, ok, err := p.classEscape(start); ok || err != nil {
		return set.String(), err
	}
	r, err := p.literalEscape(start)
	if err != nil {
		return "", err
	}
	if r == '\n' {
		return "", LiteralError{}
	}
	return regexp.QuoteMeta(string(r)), nil
}

// boundary reads what may follow a \b.
func (p *parser) boundary(start int) (string, error) {
	if p.accept("{start}") || p.accept("{end}") {
		return `\b`, nil
	}
	if p.accept("{start-half}") || p.accept("{end-half}") {
		return "", p.fail(start, p.at, "half word boundaries are not known to the built-in engine")
	}
	return `\b`, nil
}

// classEscape reads an escape that stands for a set of characters; ok is false if there is none.
func (p *parser) classEscape(start int) (set ranges, ok bool, err error) {
	r := p.in[p.at]
	switch r {
	case 'd', 'D', 's', 'S', 'w', 'W':
		p.at++
		set = perl(r|0x20, p.flags.unicode)
	case 'p', 'P':
		p.at++
		if set, err = p.property(start); err != nil {
			return nil, false, err
		}
	default:
		return nil, false, nil
	}
	if p.flags.fold {
		set = set.fold()
	}
	if r == 'D' || r == 'S' || r == 'W' || r == 'P' {
		set = set.negate()
	}
	return set, true, nil
}

// property reads what follows a \p.
func (p *parser) property(start int) (ranges, error) {
	if !p.more() {
		return nil, p.fail(start, p.at, "incomplete escape sequence, reached end of pattern prematurely")
	}
	name := string(p.in[p.at])
	p.at++
	if name == "{" {
		from := p.at
		for p.more() && !p.peek('}') {
			p.at++
		}
		name = string(p.in[from:p.at])
		if !p.accept("}") {
			return nil, p.fail(start, p.at,
				"incomplete escape sequence, reached end of pattern prematurely")
		}
	}
	name, negated := strings.CutPrefix(name, "^")
	if before, after, ok := strings.Cut(name, "!="); ok {
		name, negated = before+"="+after, !negated
	}
	set, ok := property(name)
	if !ok {
		return nil, p.fail(start, p.at, "Unicode property not found")
	}
	if negated {
		set = set.negate()
	}
	return set, nil
}

// literalEscape reads an escape that stands for one character.
func (p *parser) literalEscape(start int) (rune, error) {
	r := p.in[p.at]
	p.at++
	if c, ok := control[r]; ok {
		return c, nil
	}
	switch {
	case r == 'x' || r == 'u' || r == 'U':
		return p.hex(start, map[rune]int{'x': 2, 'u': 4, 'U': 8}[r])
	case r >= '0' && r <= '9':
		return 0, p.fail(start, p.at, "backreferences are not supported")
	case r < utf8.RuneSelf && r != '<' && r != '>' && strings.ContainsRune(punctuation, r),
		p.flags.extended && r == ' ':
		return r, nil
	}
	return 0, p.fail(start, p.at, "unrecognized escape sequence")
}

const punctuation = "!\"#$%&'()*+,-./:;=?@[\\]^_`{|}~"

// hex reads a number of digits, or any number of them in braces.
func (p *parser) hex(start, digits int) (rune, error) {
	braces := p.accept("{")
	n, count := rune(0), 0
	for ; p.more() && (braces && !p.peek('}') || !braces && count < digits); p.at++ {
		d := strings.IndexRune("0123456789abcdef", p.in[p.at]|0x20)
		if d < 0 || p.in[p.at] >= utf8.RuneSelf {
			return 0, p.fail(p.at, p.at+1, "invalid hexadecimal digit")
		}
		n = min(n<<4|rune(d), utf8.MaxRune+1)
		count++
	}
	switch {
	case braces && !p.accept("}"), !braces && count < digits:
		return 0, p.fail(start, p.at, "incomplete escape sequence, reached end of pattern prematurely")
	case count == 0:
		return 0, p.fail(start, p.at, "hexadecimal literal empty")
	case !utf8.ValidRune(n):
		return 0, p.fail(start, p.at, "hexadecimal literal is not a Unicode scalar value")
	}
	return n, nil
}
