package jsonvalue

import "iter"

// Object is an ordered object under construction, for [From]: its values are the Go
// values that From accepts. The zero Object is empty and ready. It is not safe for
// concurrent use while it is being changed; a copy shares its members until one of the
// two is changed, so hand it on by pointer or do not change it again.
type Object struct {
	members []field
	index   map[string]int
}

type field struct {
	name  string
	value any
}

// Set gives the member this value; a new member comes last, a known one keeps its place.
func (o *Object) Set(name string, value any) {
	if i, ok := o.place(name); ok {
		o.members[i].value = value
		return
	}
	if o.index != nil {
		o.index[name] = len(o.members)
	}
	o.members = append(o.members, field{name, value})
}

// Get returns the member with this name and whether there is one. A nil Object is empty.
func (o *Object) Get(name string) (value any, ok bool) {
	if o == nil {
		return nil, false
	}
	if i, ok := o.place(name); ok {
		return o.members[i].value, true
	}
	return nil, false
}

// Len returns the number of members. A nil Object is empty.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.members)
}

// Members goes over the members in their order. A nil Object is empty.
func (o *Object) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if o == nil {
			return
		}
		for _, m := range o.members {
			if !yield(m.name, m.value) {
				return
			}
		}
	}
}

func (o *Object) place(name string) (int, bool) {
	if o.index == nil && len(o.members) >= indexFrom {
		o.index = make(map[string]int, 2*len(o.members))
		for i, m := range o.members {
			o.index[m.name] = i
		}
	}
	if o.index != nil {
		i, ok := o.index[name]
		return i, ok
	}
	for i, m := range o.members {
		if m.name == name {
			return i, true
		}
	}
	return 0, false
}
