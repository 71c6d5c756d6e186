package jsonvalue

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// lastWins rewrites a loosely valid text so that each name occurs once in its object,
// with the last value at the place of the first. Values that lose are dropped before
// anything in them could be found wanting, as in ECMAScript.
func lastWins(text []byte) ([]byte, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(text), allowRepeatedNames, allowBadStrings)
	r := rewriter{text: text, dec: dec}
	root, err := r.value()
	if err != nil {
		return nil, err
	}
	return root.appendTo(make([]byte, 0, len(text)), text), nil
}

// stretch is a part of the text. Where something in it changes, pieces tell what stands
// in its place; so only what changes takes memory, besides the members of open objects.
type stretch struct {
	start, end int
	pieces     []stretch
}

// literal returns a piece that is not in the text.
func literal(c byte) stretch { return stretch{start: -1, end: int(c)} }

func (s stretch) appendTo(dst, text []byte) []byte {
	switch {
	case s.start < 0:
		return append(dst, byte(s.end))
	case s.pieces == nil:
		return append(dst, text[s.start:s.end]...)
	}
	for _, piece := range s.pieces {
		dst = piece.appendTo(dst, text)
	}
	return dst
}

// rewriter reads the text; its recursion ends at MaxTextDepth, the decoder's limit.
type rewriter struct {
	text []byte
	dec  *jsontext.Decoder
}

// entry is a member of an object: its name as it is written, and its value.
type entry struct{ name, value stretch }

func (r *rewriter) value() (stretch, error) {
	switch r.dec.PeekKind() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	}
	return r.scalar()
}

func (r *rewriter) scalar() (stretch, error) {
	raw, err := r.dec.ReadValue()
	end := int(r.dec.InputOffset())
	return stretch{start: end - len(raw), end: end}, err
}

// bracket reads an opening or closing bracket and returns the place behind it.
func (r *rewriter) bracket() (int, error) {
	_, err := r.dec.ReadToken()
	return int(r.dec.InputOffset()), err
}

func (r *rewriter) array() (stretch, error) {
	start, err := r.bracket()
	whole := stretch{start: start - 1}
	var items []stretch
	for err == nil && r.dec.PeekKind() != ']' {
		var item stretch
		if item, err = r.value(); item.pieces != nil {
			items = append(items, item)
		}
	}
	if err != nil {
		return whole, err
	}
	whole.end, err = r.bracket()
	whole.replace(items)
	return whole, err
}

func (r *rewriter) object() (stretch, error) {
	start, err := r.bracket()
	whole := stretch{start: start - 1}
	var entries []entry
	repeats, places := false, map[string]int{}
	for err == nil && r.dec.PeekKind() != '}' {
		var e entry
		if e, err = r.entry(); err != nil {
			break
		}
		// A name that is not valid UTF-8 becomes an error later, with its place.
		name, _ := jsontext.AppendUnquote(nil, r.text[e.name.start:e.name.end])
		if at, known := places[string(name)]; known {
			repeats, entries[at].value = true, e.value
			continue
		}
		places[string(name)] = len(entries)
		entries = append(entries, e)
	}
	if err != nil {
		return whole, err
	}
	if whole.end, err = r.bracket(); repeats {
		whole.rewrite(entries)
		return whole, err
	}
	var changed []stretch
	for _, e := range entries {
		if e.value.pieces != nil {
			changed = append(changed, e.value)
		}
	}
	whole.replace(changed)
	return whole, err
}

func (r *rewriter) entry() (e entry, err error) {
	if e.name, err = r.scalar(); err == nil {
		e.value, err = r.value()
	}
	return e, err
}

// replace puts changed parts, in order, in the place of what they stand for.
func (s *stretch) replace(changed []stretch) {
	at := s.start
	for _, part := range changed {
		s.pieces = append(s.pieces, stretch{start: at, end: part.start}, part)
		at = part.end
	}
	if s.pieces != nil {
		s.pieces = append(s.pieces, stretch{start: at, end: s.end})
	}
}

// rewrite makes an object of the entries.
func (s *stretch) rewrite(entries []entry) {
	s.pieces = append(s.pieces, stretch{start: s.start, end: s.start + 1})
	for i, e := range entries {
		if i > 0 {
			s.pieces = append(s.pieces, literal(','))
		}
		s.pieces = append(s.pieces, e.name, literal(':'), e.value)
	}
	s.pieces = append(s.pieces, stretch{start: s.end - 1, end: s.end})
}
