package dialect

import (
	"errors"
	"regexp"
	"strings"
)

// Translate returns the expression in Go's syntax that matches, in a line without its line ending,
// what pattern matches. The error is a [*SyntaxError] or a [LiteralError].
func Translate(pattern string) (string, error) {
	p := &parser{pattern: pattern, in: []rune(pattern), names: map[string]bool{}}
	p.flags = flags{unicode: true}
	out, err := p.alternation(0)
	if err != nil {
		return "", err
	}
	if p.at < len(p.in) {
		return "", p.fail(p.at, p.at+1, "unopened group")
	}
	return out, nil
}

type parser struct {
	pattern string
	in      []rune
	at      int
	flags   flags
	names   map[string]bool
	depth   int
}

// flags are those that change how the pattern is read; Go's engine gets the others.
type flags struct{ fold, extended, unicode bool }

// maxDepth bounds the nesting of groups and classes.
const maxDepth = 250

func (p *parser) fail(from, to int, reason string) error {
	return &SyntaxError{Pattern: p.pattern, From: from, To: to, Reason: reason}
}

func (p *parser) more() bool { return p.at < len(p.in) }

func (p *parser) peek(r rune) bool { return p.more() && p.in[p.at] == r }

// accept moves on over text if it comes next.
func (p *parser) accept(text string) bool {
	want := []rune(text)
	if len(p.in)-p.at < len(want) || string(p.in[p.at:p.at+len(want)]) != text {
		return false
	}
	p.at += len(want)
	return true
}

// blanks passes over what the x flag makes meaningless.
func (p *parser) blanks() {
	for p.flags.extended && p.more() {
		switch r := p.in[p.at]; {
		case isSpace(r):
			p.at++
		case r == '#':
			for p.more() && p.in[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

func isSpace(r rune) bool {
	return strings.ContainsRune(" \t\n\v\f\r\u0085\u200e\u200f\u2028\u2029", r)
}

// alternation reads up to the end of a group that began at open, or of the pattern.
func (p *parser) alternation(open int) (string, error) {
	if p.depth++; p.depth > maxDepth {
		return "", p.fail(open, open+1, "exceeded the maximum nesting depth of the built-in engine")
	}
	defer func() { p.depth-- }()
	var out strings.Builder
	for {
		piece, err := p.piece()
		if err != nil {
			return "", err
		}
		out.WriteString(piece)
		if !p.peek('|') {
			return out.String(), nil
		}
		p.at++
		out.WriteByte('|')
	}
}

// piece reads one alternative.
func (p *parser) piece() (string, error) {
	var out strings.Builder
	for {
		p.blanks()
		if !p.more() || p.peek('|') || p.peek(')') {
			return out.String(), nil
		}
		atom, isAtom, err := p.atom()
		if err != nil {
			return "", err
		}
		if isAtom {
			if atom, err = p.repeat(atom); err != nil {
				return "", err
			}
		}
		out.WriteString(atom)
	}
}

// atom reads what a repetition may follow; flags on their own are no atom.
func (p *parser) atom() (text string, isAtom bool, err error) {
	start := p.at
	r := p.in[p.at]
	p.at++
	switch r {
	case '(':
		return p.group(start)
	case '[':
		set, err := p.class(start)
		return set.String(), true, err
	case '\\':
		text, err := p.escape(start)
		return text, true, err
	case '.':
		return ".", true, nil
	case '^', '$':
		return string(r), true, nil
	case '*', '+', '?':
		return "", false, p.fail(start, start+1, "repetition operator missing expression")
	case '{':
		return "", false, p.fail(start, start+1, "repetition operator missing expression")
	case '\n':
		return "", false, LiteralError{}
	}
	return regexp.QuoteMeta(string(r)), true, nil
}

// group reads what follows an opening parenthesis.
func (p *parser) group(start int) (text string, isAtom bool, err error) {
	outer := p.flags
	head := "(?:"
	switch {
	case p.accept("?=") || p.accept("?!") || p.accept("?<=") || p.accept("?<!"):
		return "", false, p.fail(start, p.at,
			"look-around, including look-ahead and look-behind, is not supported")
	case p.accept("?P<") || p.accept("?<"):
		err = p.groupName()
	case p.peek('?'):
		p.at++
		var set string
		set, err = p.setFlags(start)
		if err == nil && p.accept(")") {
			// The flags hold to the end of the group that they stand in.
			return group(set), false, nil
		}
		p.at++ // the colon
		head += group(set)
	}
	if err != nil {
		return "", false, err
	}
	inside, err := p.alternation(start)
	if err != nil {
		return "", false, err
	}
	if !p.accept(")") {
		return "", false, p.fail(start, start+1, "unclosed group")
	}
	p.flags = outer
	return head + inside + ")", true, nil
}

// group writes flags as Go's syntax has them.
func group(set string) string {
	if strings.Trim(set, "-") == "" {
		return ""
	}
	return "(?" + strings.TrimSuffix(set, "-") + ")"
}

func (p *parser) groupName() error {
	start := p.at
	for p.more() && !p.peek('>') {
		r := p.in[p.at]
		word := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
		inner := r >= '0' && r <= '9' || r == '.' || r == '[' || r == ']'
		if !word && (!inner || p.at == start) {
			return p.fail(p.at, p.at+1, "invalid capture group character")
		}
		p.at++
	}
	name := string(p.in[start:p.at])
	switch {
	case !p.accept(">"):
		return p.fail(p.at, p.at, "unclosed capture group name")
	case name == "":
		return p.fail(start, start, "empty capture group name")
	case p.names[name]:
		return p.fail(start, start+len([]rune(name)), "duplicate capture group name")
	}
	p.names[name] = true
	return nil
}

// setFlags reads flags up to the colon or parenthesis after them and returns those for Go.
func (p *parser) setFlags(start int) (string, error) {
	var set strings.Builder
	on, first := true, p.at
	seen := map[rune]bool{}
	for ; p.more() && !p.peek(':') && !p.peek(')'); p.at++ {
		r := p.in[p.at]
		if seen[r] {
			return "", p.fail(p.at, p.at+1, "duplicate flag")
		}
		seen[r] = true
		switch r {
		case '-':
			on = false
			set.WriteByte('-')
		case 'i':
			p.flags.fold = on
			set.WriteRune(r)
		case 'U':
			set.WriteRune(r)
		case 'x':
			p.flags.extended = on
		case 'u':
			p.flags.unicode = on
		case 'm', 's': // a line is all there is, and no dot matches its ending
		default:
			return "", p.fail(p.at, p.at+1, "unrecognized flag")
		}
	}
	switch {
	case !p.more():
		return "", p.fail(start, start+1, "unclosed group")
	case p.at == first && p.peek(')'):
		return "", p.fail(start+1, start+2, "repetition operator missing expression")
	case p.in[p.at-1] == '-':
		return "", p.fail(p.at-1, p.at, "dangling flag negation operator")
	}
	return set.String(), nil
}

// IsInvalid tells whether err says that a pattern is wrong.
func IsInvalid(err error) bool {
	if _, ok := errors.AsType[*SyntaxError](err); ok {
		return true
	}
	_, ok := errors.AsType[LiteralError](err)
	return ok
}
