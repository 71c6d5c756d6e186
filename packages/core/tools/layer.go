package tools

import "slices"

// layer is what one scope, or the global plane, contributes (R40). Its lists are
// read and written under the registry's lock; views copy what they keep.
type layer struct {
	tools        []*Registration
	names        map[string]*Registration
	restrictions []*mask
	guards       guardList
}

func (l *layer) empty() bool {
	return len(l.tools) == 0 && len(l.restrictions) == 0 && l.guards.empty()
}

func (l *layer) add(r *Registration) (remove func()) {
	if l.names == nil {
		l.names = map[string]*Registration{}
	}
	l.tools = append(l.tools, r)
	l.names[r.def.Name] = r
	r.live.Store(true)
	return func() {
		r.live.Store(false)
		delete(l.names, r.def.Name)
		l.tools = slices.DeleteFunc(l.tools, func(x *Registration) bool { return x == r })
	}
}

func (l *layer) restrict(m *mask) (lift func()) {
	l.restrictions = append(l.restrictions, m)
	return func() {
		l.restrictions = slices.DeleteFunc(l.restrictions, func(x *mask) bool { return x == m })
	}
}
