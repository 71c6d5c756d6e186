package dialect

import "strings"

// class reads what follows the opening bracket at start, and returns the set.
func (p *parser) class(start int) (ranges, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(start, start+1, "exceeded the maximum nesting depth of the built-in engine")
	}
	defer func() { p.depth-- }()
	c := classReader{parser: p, start: start}
	negated := p.classBlanks().accept("^")
	// Hyphens, or else one bracket, at the beginning are members.
	for p.classBlanks().accept("-") {
		c.add(ranges{{'-', '-'}})
	}
	if c.members == nil && p.accept("]") {
		c.add(ranges{{']', ']'}})
	}
	for {
		done, err := c.item()
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
	}
	set := c.result()
	if negated {
		set = set.negate()
	}
	return set, nil
}

// classBlanks is blanks inside a class.
func (p *parser) classBlanks() *parser {
	p.blanks()
	return p
}

// classReader collects the members of one pair of brackets and applies set operations from left
// to right; all three bind equally.
type classReader struct {
	*parser
	start     int
	members   ranges
	left      ranges
	operation string
}

func (c *classReader) add(set ranges) {
	if c.flags.fold {
		set = set.fold()
	}
	c.members = union(c.members, set)
}

func (c *classReader) result() ranges {
	switch c.operation {
	case "&&":
		return c.left.and(c.members)
	case "--":
		return c.left.minus(c.members)
	case "~~":
		return c.left.xor(c.members)
	}
	return c.members
}

// item reads one member or operator; done is true after the closing bracket.
func (c *classReader) item() (done bool, err error) {
	c.classBlanks()
	at := c.at
	switch {
	case !c.more():
		return false, c.fail(c.start, c.start+1, "unclosed character class")
	case c.accept("]"):
		return true, nil
	case c.accept("&&"), c.accept("--"), c.accept("~~"):
		c.left = c.result()
		c.operation, c.members = string(c.in[at:c.at]), nil
		return false, nil
	case c.peek('['):
		if set, ok := c.posix(); ok {
			c.add(set)
			return false, nil
		}
		c.at++
		set, err := c.class(at)
		c.members = union(c.members, set)
		return false, err
	}
	return false, c.span()
}

// posix reads a class with a name, if there is one.
func (c *classReader) posix() (ranges, bool) {
	rest := string(c.in[c.at:])
	inside, ok := strings.CutPrefix(rest, "[:")
	name, _, closed := strings.Cut(inside, ":]")
	if !ok || !closed {
		return nil, false
	}
	plain, negated := strings.CutPrefix(name, "^")
	set := asciiClass(plain)
	if set == nil {
		return nil, false
	}
	c.at += len([]rune(name)) + len("[::]")
	if negated {
		set = set.negate()
	}
	return set, true
}

// span reads a character, a range of them, or an escape for a set.
func (c *classReader) span() error {
	start := c.at
	low, set, err := c.member()
	if err != nil {
		return err
	}
	if set != nil {
		c.members = union(c.members, set)
		return nil
	}
	c.classBlanks()
	next := c.at + 1
	if !c.peek('-') || next >= len(c.in) || c.in[next] == ']' || c.in[next] == '-' {
		c.add(ranges{{low, low}})
		return nil
	}
	c.at++
	c.classBlanks()
	if !c.more() {
		return c.fail(c.start, c.start+1, "unclosed character class")
	}
	from := c.at
	high, set, err := c.member()
	switch {
	case err != nil:
		return err
	case set != nil:
		return c.fail(from, c.at,
			"invalid character class range, the start must be a literal")
	case low > high:
		return c.fail(start, c.at,
			"invalid character class range, the start must be <= the end")
	}
	c.add(ranges{{low, high}})
	return nil
}

// member reads one character, or an escape that stands for a set, which is then not nil.
func (c *classReader) member() (rune, ranges, error) {
	start := c.at
	r := c.in[c.at]
	c.at++
	if r != '\\' {
		return r, nil, nil
	}
	if !c.more() {
		return 0, nil, c.fail(start, c.at,
			"incomplete escape sequence, reached end of pattern prematurely")
	}
	if set, ok, err := c.classEscape(start); ok || err != nil {
		if ok && set == nil {
			set = ranges{}
		}
		return 0, set, err
	}
	r, err := c.literalEscape(start)
	return r, nil, err
}
