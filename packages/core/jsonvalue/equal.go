package jsonvalue

// Equal reports whether two values are the same JSON: numbers by their value (1 equals
// 1.0), strings by their characters, arrays by their elements in order, objects by their
// members in any order. Absent equals only absent.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind {
		return false
	}
	if v.kind != KindArray && v.kind != KindObject {
		return equalScalars(v, w)
	}
	if v.text != "" && v.text == w.text {
		return true // one comparison of the whole: at each level it would be quadratic
	}
	var room [16]pair
	open := append(room[:0], pair{v: v, w: w})
	for len(open) > 0 {
		top := &open[len(open)-1]
		if top.v.Len() != top.w.Len() {
			return false
		}
		if top.v.ref == top.w.ref || top.next == top.v.Len() {
			open = open[:len(open)-1]
			continue
		}
		a, b := top.advance()
		switch {
		case a.kind != b.kind:
			return false
		case a.kind == KindArray || a.kind == KindObject:
			open = append(open, pair{v: a, w: b})
		case !equalScalars(a, b):
			return false
		}
	}
	return true
}

// pair is two containers of one kind being compared.
type pair struct {
	v, w Value
	next int
}

func (p *pair) advance() (a, b Value) {
	i := p.next
	p.next++
	if p.v.kind == KindArray {
		return p.v.Index(i), p.w.Index(i)
	}
	m := p.v.MemberAt(i)
	if twin := p.w.MemberAt(i); twin.Name == m.Name {
		return m.Value, twin.Value
	}
	b, _ = p.w.Get(m.Name)
	return m.Value, b
}

func equalScalars(v, w Value) bool {
	switch v.kind {
	case KindString:
		a, _ := v.AsString()
		b, _ := w.AsString()
		return a == b
	case KindNumber:
		return Number(v.text).Cmp(Number(w.text)) == 0
	}
	return v.text == w.text
}
