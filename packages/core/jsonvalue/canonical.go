package jsonvalue

import (
	"cmp"
	"slices"
)

// Canonical returns the one text that all equal values share, for hashing and comparing:
// as RFC 8785, with two differences. Members are ordered by the bytes of their names in
// UTF-8, and numbers keep all their digits: they are laid out as ECMAScript does, but
// never rounded. Of an absent value it is nil.
func (v Value) Canonical() []byte {
	if v.kind != KindArray && v.kind != KindObject {
		return v.appendCanonicalScalar(nil)
	}
	var room [16]canonicalFrame
	open := append(room[:0], frameOf(v))
	dst := append(make([]byte, 0, v.roomFor()), opening(v.kind))
	for len(open) > 0 {
		top := &open[len(open)-1]
		if top.next == top.value.Len() {
			dst = append(dst, closing(top.value.kind))
			open = open[:len(open)-1]
			continue
		}
		if top.next > 0 {
			dst = append(dst, ',')
		}
		var part Value
		dst, part = top.advance(dst)
		if part.kind != KindArray && part.kind != KindObject {
			dst = part.appendCanonicalScalar(dst)
			continue
		}
		dst = append(dst, opening(part.kind))
		open = append(open, frameOf(part))
	}
	return dst
}

// canonicalFrame is a container being written, with its members in order.
type canonicalFrame struct {
	value   Value
	members []Member
	next    int
}

func frameOf(v Value) canonicalFrame {
	members := v.memberList()
	byName := func(a, b Member) int { return cmp.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(members, byName) {
		members = slices.SortedFunc(slices.Values(members), byName)
	}
	return canonicalFrame{value: v, members: members}
}

func (f *canonicalFrame) advance(dst []byte) ([]byte, Value) {
	i := f.next
	f.next++
	if f.value.kind == KindArray {
		return dst, f.value.Index(i)
	}
	return append(appendQuoted(dst, f.members[i].Name), ':'), f.members[i].Value
}

func (v Value) appendCanonicalScalar(dst []byte) []byte {
	if v.kind == KindNumber {
		return Number(v.text).appendCanonical(dst)
	}
	return v.AppendText(dst)
}
