package coderuntime

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// CheckText decides whether text is JSON that crosses the seam without loss
// (P12, P57): one JSON value in UTF-8, no number that is negative zero or
// beyond a double. It works in one pass without recursion, so the depth is
// bounded by memory alone (P15). The error is an [Error] of [CodeSyntax] or
// [CodeLossy] that names the place as a path such as $.items[3].
func CheckText(text string) error { return newChecker(text).run() }

// CheckTextWhile is CheckText for text that may be long: it asks by the mebibyte
// whether to go on, and gives the error of alive.
func CheckTextWhile(text string, alive func() error) error {
	c := newChecker(text)
	c.alive, c.due = alive, checkedAtOnce
	return c.run()
}

// checkedAtOnce is how many bytes are checked between two questions.
const checkedAtOnce = 1 << 20

// CheckDoubles is CheckText for programs whose numbers are doubles: it also
// refuses a number of which a double would silently lose digits, such as
// 9007199254740993. A number is kept when the double nearest to it, written
// with as many digits, gives the same digits.
func CheckDoubles(text string) error {
	c := newChecker(text)
	c.doubles = true
	return c.run()
}

func newChecker(text string) *checker { return &checker{text: text, due: len(text)} }

// checker walks JSON text with its own stack. Each frame is a container; key
// remembers where its current member name lies, so that a path costs nothing
// until there is an error.
type checker struct {
	text    string
	at      int
	doubles bool
	frames  []frame
	alive   func() error
	due     int // where alive is asked next
}

type frame struct {
	object           bool
	index            int
	keyFrom, keyUpTo int
}

func (c *checker) run() error {
	for {
		opened, err := c.value()
		if err != nil {
			return err
		}
		if opened {
			continue
		}
		done, err := c.next()
		if done || err != nil {
			return err
		}
	}
}

// value consumes one scalar, or an opening bracket with the first member name.
// It reports whether another value must follow inside a container just opened.
func (c *checker) value() (opened bool, err error) {
	c.space()
	if err := c.ask(); err != nil {
		return false, err
	}
	switch b := c.peek(); {
	case b == '"':
		return false, c.string()
	case b == '-' || b >= '0' && b <= '9':
		return false, c.number()
	case b == '[' || b == '{':
		c.at++
		return c.open(b == '{')
	case b == 't':
		return false, c.literal("true")
	case b == 'f':
		return false, c.literal("false")
	case b == 'n':
		return false, c.literal("null")
	}
	return false, c.syntax("a value is missing")
}

func (c *checker) ask() error {
	if c.at < c.due || c.alive == nil {
		return nil
	}
	c.due = c.at + checkedAtOnce
	return c.alive()
}

func (c *checker) open(object bool) (bool, error) {
	c.space()
	empty := byte(']')
	if object {
		empty = '}'
	}
	if c.peek() == empty {
		c.at++
		return false, nil
	}
	c.frames = append(c.frames, frame{object: object})
	if object {
		return true, c.name()
	}
	return true, nil
}

// next consumes what follows a value: closing brackets, or a comma with the
// next member name. It reports done at the end of the text.
func (c *checker) next() (done bool, err error) {
	for {
		c.space()
		if len(c.frames) == 0 {
			if c.at < len(c.text) {
				return false, c.syntax("text follows the value")
			}
			return true, nil
		}
		top := &c.frames[len(c.frames)-1]
		switch b := c.peek(); {
		case b == ',':
			c.at++
			top.index++
			if top.object {
				return false, c.name()
			}
			return false, nil
		case b == '}' && top.object, b == ']' && !top.object:
			c.at++
			c.frames = c.frames[:len(c.frames)-1]
		default:
			return false, c.syntax("a comma or a closing bracket is missing")
		}
	}
}

func (c *checker) name() error {
	c.space()
	from := c.at
	if c.peek() != '"' {
		return c.syntax("a member name is missing")
	}
	if err := c.string(); err != nil {
		return err
	}
	top := &c.frames[len(c.frames)-1]
	top.keyFrom, top.keyUpTo = from, c.at
	c.space()
	if c.peek() != ':' {
		return c.syntax("a colon is missing")
	}
	c.at++
	return nil
}

func (c *checker) string() error {
	c.at++
	for c.at < len(c.text) {
		switch b := c.text[c.at]; {
		case c.at >= c.due:
			if err := c.ask(); err != nil {
				return err
			}
		case b == '"':
			c.at++
			return nil
		case b == '\\':
			if err := c.escape(); err != nil {
				return err
			}
		case b < 0x20:
			return c.syntax("a string holds a bare control character")
		case b < utf8.RuneSelf:
			c.at++
		default:
			r, n := utf8.DecodeRuneInString(c.text[c.at:])
			if r == utf8.RuneError && n == 1 {
				return c.syntax("a string is not UTF-8")
			}
			c.at += n
		}
	}
	return c.syntax("a string does not end")
}

func (c *checker) escape() error {
	rest := c.text[c.at:]
	switch {
	case len(rest) >= 2 && strings.IndexByte(`"\/bfnrt`, rest[1]) >= 0:
		c.at += 2
		return nil
	case len(rest) >= 6 && rest[1] == 'u' && hex4(rest[2:6]):
		c.at += 6
		return nil
	}
	return c.syntax("a string holds a broken escape")
}

func hex4(s string) bool {
	for i := range 4 {
		c := s[i] | 0x20
		if (s[i] < '0' || s[i] > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func (c *checker) literal(word string) error {
	if !strings.HasPrefix(c.text[c.at:], word) {
		return c.syntax("a value is missing")
	}
	c.at += len(word)
	return nil
}

func (c *checker) number() error {
	from := c.at
	if c.peek() == '-' {
		c.at++
	}
	if c.peek() == '0' {
		c.at++
	} else if !c.digits() {
		return c.syntax("a number has no digits")
	}
	if c.peek() == '.' {
		c.at++
		if !c.digits() {
			return c.syntax("a fraction has no digits")
		}
	}
	if b := c.peek(); b == 'e' || b == 'E' {
		c.at++
		if b := c.peek(); b == '+' || b == '-' {
			c.at++
		}
		if !c.digits() {
			return c.syntax("an exponent has no digits")
		}
	}
	return c.double(c.text[from:c.at])
}

func (c *checker) digits() bool {
	from := c.at
	for b := c.peek(); b >= '0' && b <= '9'; b = c.peek() {
		c.at++
	}
	return c.at > from
}

// double checks what a number loses. Integers of up to 15 digits, nearly all
// numbers there are, need no look.
func (c *checker) double(number string) error {
	if number[0] != '-' && len(number) <= 15 && !strings.ContainsAny(number, "eE") {
		return nil
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return c.lossy("the number %s is out of range", short(number))
	}
	if f == 0 && number[0] == '-' && zeroDigits(number) {
		return c.lossy("negative zero is not JSON data")
	}
	if c.doubles && !sameDigits(number, f) {
		return c.lossy("the number %s has more digits than a JavaScript number can hold",
			short(number))
	}
	return nil
}

func zeroDigits(number string) bool {
	mantissa, _, _ := strings.Cut(strings.ToLower(number), "e")
	return !strings.ContainsAny(mantissa, "123456789")
}

// sameDigits compares the significant digits of the text with those of f
// written at the same length.
func sameDigits(number string, f float64) bool {
	mantissa, _, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(number, "-")), "e")
	digits := strings.TrimLeft(strings.Replace(mantissa, ".", "", 1), "0")
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return true
	}
	if len(digits) > 800 { // no double has more significant digits than 767
		return false
	}
	text := strconv.FormatFloat(f, 'e', len(digits)-1, 64)
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "-"), "e")
	return strings.Replace(text, ".", "", 1) == digits
}

func short(number string) string {
	if len(number) > 40 {
		return number[:40] + "…"
	}
	return number
}

func (c *checker) peek() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

func (c *checker) space() {
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case ' ', '\t', '\n', '\r':
			c.at++
		default:
			return
		}
	}
}

func (c *checker) syntax(what string) error {
	return misuse(CodeSyntax, "%s at byte %d (%s)", what, c.at, c.path())
}

func (c *checker) lossy(format string, args ...any) error {
	return misuse(CodeLossy, "%s at %s", fmt.Sprintf(format, args...), c.path())
}

// pathLimit keeps the path of a very deep value readable.
const pathLimit = 12

func (c *checker) path() string {
	var b strings.Builder
	b.WriteByte('$')
	for i, f := range c.frames {
		if i == pathLimit {
			b.WriteString("…")
			break
		}
		f.write(&b, c.text)
	}
	return b.String()
}

func (f frame) write(b *strings.Builder, text string) {
	if !f.object {
		fmt.Fprintf(b, "[%d]", f.index)
		return
	}
	if f.keyUpTo == 0 {
		return
	}
	key := text[f.keyFrom:f.keyUpTo]
	if len(key) > 2 && len(key) <= 42 && identifier(key[1:len(key)-1]) {
		b.WriteString("." + key[1:len(key)-1])
		return
	}
	if len(key) > 80 {
		key = key[:40] + `…"`
	}
	b.WriteString("[" + strings.ToValidUTF8(key, "�") + "]")
}
