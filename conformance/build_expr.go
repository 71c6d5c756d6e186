package conformance

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hole is the place in a template that takes the inner value.
const hole = "…"

// expression reads one value of the notation of [build].
func (b *builder) expression(source string) (any, error) {
	r := reader{text: strings.ReplaceAll(strings.TrimSpace(source), "...", hole), vars: b.vars}
	v, err := r.value()
	if err == nil && strings.TrimSpace(r.text) != "" {
		err = fmt.Errorf("unexpected %q", r.text)
	}
	return v, err
}

// reader consumes its text from the front.
type reader struct {
	text string
	vars map[string]any
}

var errCut = errors.New("the description ends too early")

func (r *reader) value() (any, error) {
	r.space()
	switch {
	case r.text == "":
		return nil, errCut
	case r.take("{"):
		return r.object()
	case r.take("["):
		return r.list()
	case r.text[0] == '"':
		return r.quoted()
	case r.take(hole):
		return r.vars[hole], nil
	}
	return r.word()
}

func (r *reader) object() (any, error) {
	o := &Object{}
	for {
		r.space()
		if r.take("}") {
			return o, nil
		}
		name, err := r.name()
		if err != nil {
			return nil, err
		}
		r.space()
		if !r.take(":") {
			return nil, fmt.Errorf("no colon after %q", name)
		}
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		o.Set(name, v)
		r.space()
		r.take(",")
	}
}

func (r *reader) list() (any, error) {
	list := []any{}
	for {
		r.space()
		if r.take("]") {
			return list, nil
		}
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		r.space()
		r.take(",")
	}
}

func (r *reader) name() (string, error) {
	if strings.HasPrefix(r.text, `"`) {
		v, err := r.quoted()
		name, _ := v.(string)
		return name, err
	}
	name := r.letters()
	if name == "" {
		return "", fmt.Errorf("no name at %q", r.text)
	}
	return name, nil
}

func (r *reader) quoted() (any, error) {
	text, err := strconv.QuotedPrefix(r.text)
	if err != nil {
		return nil, err
	}
	r.text = r.text[len(text):]
	return strconv.Unquote(text)
}

// word is a variable, a literal, a number, or itself.
func (r *reader) word() (any, error) {
	word := r.letters()
	switch v, ok := r.vars[word]; {
	case word == "":
		return nil, fmt.Errorf("unexpected %q", r.text)
	case ok:
		return v, nil
	case word == "true" || word == "false":
		return word == "true", nil
	case word == "null":
		return nil, nil
	}
	if _, err := strconv.ParseFloat(word, 64); err == nil {
		return Number(word), nil
	}
	return word, nil
}

func (r *reader) letters() string {
	end := strings.IndexFunc(r.text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '$' && c != '-' && c != '.'
	})
	if end < 0 {
		end = len(r.text)
	}
	word := r.text[:end]
	r.text = r.text[end:]
	return word
}

func (r *reader) space() { r.text = strings.TrimLeftFunc(r.text, unicode.IsSpace) }

func (r *reader) take(prefix string) bool {
	rest, ok := strings.CutPrefix(r.text, prefix)
	if ok && utf8.ValidString(rest) {
		r.text = rest
	}
	return ok
}
