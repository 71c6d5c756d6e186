package dialect

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is the characters from lo to hi.
type span struct{ lo, hi rune }

// ranges is a set of characters. The operations take and return sets in order, without overlap.
type ranges []span

// String writes the set as a class of Go's syntax, without the line ending.
func (s ranges) String() string {
	var out strings.Builder
	out.WriteByte('[')
	for _, r := range s.minus(ranges{{'\n', '\n'}}) {
		fmt.Fprintf(&out, `\x{%x}-\x{%x}`, r.lo, r.hi)
	}
	if out.Len() == 1 {
		return `[^\x00-\x{10FFFF}]`
	}
	out.WriteByte(']')
	return out.String()
}

// union adds sets and puts them in order.
func union(sets ...ranges) ranges {
	all := slices.Concat(sets...)
	slices.SortFunc(all, func(a, b span) int { return int(a.lo) - int(b.lo) })
	out := all[:0]
	for _, r := range all {
		if n := len(out); n > 0 && r.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, r.hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

func (s ranges) negate() ranges {
	var out ranges
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			out = append(out, span{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= utf8.MaxRune {
		out = append(out, span{next, utf8.MaxRune})
	}
	return out
}

func (s ranges) and(t ranges) ranges { return union(s.negate(), t.negate()).negate() }

func (s ranges) minus(t ranges) ranges { return s.and(t.negate()) }

func (s ranges) xor(t ranges) ranges { return union(s.minus(t), t.minus(s)) }

// fold adds the other cases of the characters. It looks at the characters that have one, not at
// all of the set.
func (s ranges) fold() ranges {
	var more ranges
	for _, table := range []*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.So} {
		for _, r := range s.and(fromTable(table)) {
			for c := r.lo; c <= r.hi; c++ {
				for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
					more = append(more, span{f, f})
				}
			}
		}
	}
	return union(s, more)
}

func fromTable(table *unicode.RangeTable) ranges {
	var out ranges
	for _, r := range table.R16 {
		out = addStride(out, rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range table.R32 {
		out = addStride(out, rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return union(out)
}

func addStride(out ranges, lo, hi, stride rune) ranges {
	if stride == 1 {
		return append(out, span{lo, hi})
	}
	for c := lo; c <= hi; c += stride {
		out = append(out, span{c, c})
	}
	return out
}
