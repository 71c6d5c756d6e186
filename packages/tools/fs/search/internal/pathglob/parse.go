package pathglob

import (
	"fmt"
	"strings"
)

// SyntaxError says what is wrong with a glob, in the words that ripgrep has for it.
type SyntaxError struct{ Glob, Reason string }

// Error names the glob and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("error parsing glob '%s': %s", e.Glob, e.Reason)
}

// parser turns a glob into a pattern of doublestar.
type parser struct {
	glob string
	in   []rune
	at   int
	out  strings.Builder
	// starts holds where the alternatives of the open braces begin in out.
	starts []int
	plain  bool
}

// translate returns the pattern of doublestar that matches what glob matches. literal is the text
// that is matched exactly, when glob has nothing else.
func translate(glob string) (pattern, literal string, err error) {
	p := &parser{glob: glob, in: []rune(glob), plain: true}
	var exact strings.Builder
	for p.at < len(p.in) {
		r := p.in[p.at]
		p.at++
		switch r {
		case '\\':
			if p.at == len(p.in) {
				return "", "", p.fail(`dangling '\'`)
			}
			r = p.in[p.at]
			p.at++
			p.quote(r)
			exact.WriteRune(r)
		case '[':
			err = p.class()
		case '{':
			p.open()
		case '}':
			err = p.close()
		case ',':
			p.comma()
			exact.WriteRune(r)
		case '*':
			p.stars()
		case '?':
			p.plain = false
			p.out.WriteRune(r)
		default:
			p.quote(r)
			exact.WriteRune(r)
		}
		if err != nil {
			return "", "", err
		}
	}
	if len(p.starts) > 0 {
		return "", "", p.fail("unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)")
	}
	if p.plain {
		literal = exact.String()
	}
	return p.out.String(), literal, nil
}

func (p *parser) fail(reason string) error { return &SyntaxError{Glob: p.glob, Reason: reason} }

// quote writes a character that stands for itself.
func (p *parser) quote(r rune) {
	if strings.ContainsRune(`\*?[]{},!^-`, r) {
		p.out.WriteByte('\\')
	}
	p.out.WriteRune(r)
}

// stars reads stars, the first of which was read. Two that are all there is between slashes cross
// directories; any other number, and two beside other text, are like one.
func (p *parser) stars() {
	p.plain = false
	start := p.at - 1
	for p.at < len(p.in) && p.in[p.at] == '*' {
		p.at++
	}
	alone := (start == 0 || strings.ContainsRune("/{,", p.in[start-1])) &&
		(p.at == len(p.in) || strings.ContainsRune("/},", p.in[p.at]))
	if alone && p.at-start == 2 {
		p.out.WriteByte('*')
	}
	p.out.WriteByte('*')
}

func (p *parser) open() {
	p.plain = false
	p.out.WriteByte('{')
	p.starts = append(p.starts, p.out.Len())
}

// comma separates alternatives inside braces; an alternative without text does not count.
func (p *parser) comma() {
	depth := len(p.starts)
	if depth == 0 {
		p.out.WriteString(`\,`)
		return
	}
	if p.out.Len() > p.starts[depth-1] {
		p.out.WriteByte(',')
		p.starts[depth-1] = p.out.Len()
	}
}

func (p *parser) close() error {
	depth := len(p.starts)
	if depth == 0 {
		return p.fail("unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)")
	}
	if text := p.out.String(); len(text) == p.starts[depth-1] && strings.HasSuffix(text, ",") {
		p.out.Reset()
		p.out.WriteString(strings.TrimSuffix(text, ","))
	}
	p.starts = p.starts[:depth-1]
	p.out.WriteByte('}')
	return nil
}

// class reads a bracket expression. A "]" at its beginning is a member, and so is a backslash.
func (p *parser) class() error {
	p.plain = false
	p.out.WriteByte('[')
	if p.at < len(p.in) && (p.in[p.at] == '!' || p.in[p.at] == '^') {
		p.out.WriteByte('^')
		p.at++
	}
	for first := true; ; first = false {
		if p.at == len(p.in) {
			return p.fail("unclosed character class; missing ']'")
		}
		low := p.in[p.at]
		p.at++
		if low == ']' && !first {
			p.out.WriteByte(']')
			return nil
		}
		p.quote(low)
		if p.at+1 >= len(p.in) || p.in[p.at] != '-' || p.in[p.at+1] == ']' {
			continue
		}
		high := p.in[p.at+1]
		if low > high {
			return p.fail(fmt.Sprintf("invalid range; '%c' > '%c'", low, high))
		}
		p.out.WriteByte('-')
		p.quote(high)
		p.at += 2
	}
}
