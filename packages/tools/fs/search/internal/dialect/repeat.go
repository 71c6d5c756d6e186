package dialect

import "strconv"

// maxCount is the largest repetition count of Go's engine.
const maxCount = 1000

// repeat reads the repetition operators after an atom.
func (p *parser) repeat(atom string) (string, error) {
	for {
		p.blanks()
		start := p.at
		var operator string
		switch {
		case p.accept("*"), p.accept("+"), p.accept("?"):
			operator = string(p.in[start:p.at])
		case p.accept("{"):
			count, err := p.count(start)
			if err != nil {
				return "", err
			}
			operator = count
		default:
			return atom, nil
		}
		p.blanks()
		if p.accept("?") {
			operator += "?"
		}
		atom += operator
		if p.blanks(); p.more() && (p.peek('*') || p.peek('+') || p.peek('?') || p.peek('{')) {
			atom = "(?:" + atom + ")"
		}
	}
}

// count reads what follows the opening brace at start and returns the operator for Go.
func (p *parser) count(start int) (string, error) {
	low, err := p.decimal(start)
	if err != nil {
		return "", err
	}
	high, text := low, "{"+strconv.Itoa(low)
	if p.accept(",") {
		text += ","
		if p.blanks(); !p.peek('}') {
			if high, err = p.decimal(start); err != nil {
				return "", err
			}
			text += strconv.Itoa(high)
		}
	}
	switch {
	case !p.accept("}"):
		return "", p.fail(start, p.at, "unclosed counted repetition")
	case low > high:
		return "", p.fail(start, p.at,
			"invalid repetition count range, the start must be <= the end")
	case low > maxCount || high > maxCount:
		return "", p.fail(start, p.at, "repetition count above 1000, the built-in engine's limit")
	}
	return text + "}", nil
}

func (p *parser) decimal(start int) (int, error) {
	p.blanks()
	from := p.at
	n := 0
	for p.more() && p.in[p.at] >= '0' && p.in[p.at] <= '9' {
		n = min(n*10+int(p.in[p.at]-'0'), maxCount+1)
		p.at++
	}
	digits := p.at - from
	p.blanks()
	if !p.more() {
		return 0, p.fail(start, p.at, "unclosed counted repetition")
	}
	if digits == 0 {
		return 0, p.fail(from, from, "repetition quantifier expects a valid decimal")
	}
	return n, nil
}
