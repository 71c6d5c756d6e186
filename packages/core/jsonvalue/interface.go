package jsonvalue

// Interface returns the value as the plain Go values nil, bool, string, [Number], []any
// and map[string]any: what [From] accepts, less the order of members. An absent value
// gives nil, as null does. The result is the caller's to change.
func (v Value) Interface() any {
	return v.plain(func(n Number) any { return n })
}

// plain is Interface with the numbers as the function makes them.
func (v Value) plain(number func(Number) any) any {
	if v.kind != KindArray && v.kind != KindObject {
		return v.plainScalar(number)
	}
	root := newPlainFrame(v)
	open := []plainFrame{root}
	for len(open) > 0 {
		top := &open[len(open)-1]
		if top.next == top.value.Len() {
			open = open[:len(open)-1]
			continue
		}
		name, part := top.advance()
		if part.kind != KindArray && part.kind != KindObject {
			top.put(name, part.plainScalar(number))
			continue
		}
		inner := newPlainFrame(part)
		top.put(name, inner.result())
		open = append(open, inner)
	}
	return root.result()
}

// plainFrame is a container being filled.
type plainFrame struct {
	value Value
	items []any
	names map[string]any
	next  int
}

func newPlainFrame(v Value) plainFrame {
	if v.kind == KindArray {
		return plainFrame{value: v, items: make([]any, v.Len())}
	}
	return plainFrame{value: v, names: make(map[string]any, v.Len())}
}

func (f *plainFrame) result() any {
	if f.names != nil {
		return f.names
	}
	return f.items
}

func (f *plainFrame) advance() (string, Value) {
	i := f.next
	f.next++
	if f.names == nil {
		return "", f.value.Index(i)
	}
	m := f.value.MemberAt(i)
	return m.Name, m.Value
}

func (f *plainFrame) put(name string, v any) {
	if f.names != nil {
		f.names[name] = v
		return
	}
	f.items[f.next-1] = v
}

func (v Value) plainScalar(number func(Number) any) any {
	switch v.kind {
	case KindBool:
		return v.text == "true"
	case KindNumber:
		return number(Number(v.text))
	case KindString:
		s, _ := v.AsString()
		return s
	}
	return nil
}
