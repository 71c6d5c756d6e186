package lines

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// needles are texts of which every match contains at least one. None means that nothing is known.
type needles struct {
	texts []string
	// folded: the texts are in lower case and are to be looked for in text in lower case.
	folded bool
}

// maxNeedles bounds how many texts are looked for at once.
const maxNeedles = 16

func (n needles) shortest() int {
	if len(n.texts) == 0 {
		return 0
	}
	return len(slices.MinFunc(n.texts, func(a, b string) int { return len(a) - len(b) }))
}

// required finds the needles of an expression.
func required(re *syntax.Regexp) needles {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCharClass:
		return class(re)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var best needles
		for _, sub := range re.Sub {
			if n := required(sub); n.shortest() > best.shortest() {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		return either(re.Sub)
	}
	return needles{}
}

func literal(re *syntax.Regexp) needles {
	text := string(re.Rune)
	if re.Flags&syntax.FoldCase == 0 {
		return needles{texts: []string{text}}
	}
	// A letter that folds to something outside ASCII cannot be looked for.
	unsafe := func(r rune) bool { return r >= utf8.RuneSelf || r|0x20 == 'k' || r|0x20 == 's' }
	best := ""
	for part := range strings.FieldsFuncSeq(text, unsafe) {
		if len(part) > len(best) {
			best = part
		}
	}
	if best == "" {
		return needles{}
	}
	return needles{texts: []string{strings.ToLower(best)}, folded: true}
}

// class makes each member of a small class a needle.
func class(re *syntax.Regexp) needles {
	var n needles
	for i := 0; i+1 < len(re.Rune); i += 2 {
		if re.Rune[i+1]-re.Rune[i] >= maxNeedles {
			return needles{}
		}
		for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
			n.texts = append(n.texts, string(r))
		}
	}
	if len(n.texts) > maxNeedles {
		return needles{}
	}
	return n
}

func either(subs []*syntax.Regexp) needles {
	var all needles
	for _, sub := range subs {
		n := required(sub)
		if len(n.texts) == 0 || len(all.texts)+len(n.texts) > maxNeedles {
			return needles{}
		}
		all.texts = append(all.texts, n.texts...)
		all.folded = all.folded || n.folded
	}
	if all.folded {
		for i, text := range all.texts {
			if strings.ToLower(text) != lowerASCII(text) {
				return needles{}
			}
			all.texts[i] = lowerASCII(text)
		}
	}
	return all
}

func lowerASCII(text string) string { return string(appendLower(nil, []byte(text))) }

// appendLower appends text with the letters of ASCII in lower case.
func appendLower(dst, text []byte) []byte {
	start := len(dst)
	dst = append(dst, text...)
	for i, c := range dst[start:] {
		if c-'A' < 26 {
			dst[start+i] = c | 0x20
		}
	}
	return dst
}

// finder looks for the needles in one piece of text after the other.
type finder struct {
	needles []needle
	folded  bool
	lower   []byte
	hay     []byte
}

// needle remembers where it comes next, so that a text that is rare is not looked for again and
// again because another one is frequent.
type needle struct {
	text []byte
	next int
}

func newFinder(n needles) *finder {
	f := &finder{folded: n.folded}
	for _, text := range n.texts {
		f.needles = append(f.needles, needle{text: []byte(text)})
	}
	return f
}

// load prepares for a piece.
func (f *finder) load(piece []byte) {
	f.hay = piece
	if f.folded {
		f.lower = appendLower(f.lower[:0], piece)
		f.hay = f.lower
	}
	for i := range f.needles {
		f.needles[i].next = -1
	}
}

// find returns where the first needle at or after pos is, or -1.
func (f *finder) find(pos int) int {
	first := -1
	for i := range f.needles {
		n := &f.needles[i]
		if n.next < pos {
			n.next = len(f.hay)
			if at := bytes.Index(f.hay[pos:], n.text); at >= 0 {
				n.next = pos + at
			}
		}
		if n.next < len(f.hay) && (first < 0 || n.next < first) {
			first = n.next
		}
	}
	return first
}
