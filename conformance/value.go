package conformance

// The values of vector files are handed to a driver as plain Go values: nil,
// bool, string, []any, and the types below. A special value of a file (see
// [Special]) arrives as the Go value that it stands for: a NaN, a function, a
// map that contains itself.

// Number is the exact text of a JSON number.
type Number string

// Object is a JSON object whose members keep the order of the file. Pointers
// are shared and may form cycles where a case says so; whoever converts one
// must keep both.
type Object struct {
	Members []Member
}

// Member is one member of an [Object].
type Member struct {
	Name  string
	Value any
}

// Get returns the value of a member, and false if there is none. A nil Object
// is empty.
func (o *Object) Get(name string) (any, bool) {
	if o != nil {
		for _, m := range o.Members {
			if m.Name == name {
				return m.Value, true
			}
		}
	}
	return nil, false
}

// Set replaces a member, or appends it.
func (o *Object) Set(name string, value any) {
	for i := range o.Members {
		if o.Members[i].Name == name {
			o.Members[i].Value = value
			return
		}
	}
	o.Members = append(o.Members, Member{Name: name, Value: value})
}

// Names returns the names of the members in order.
func (o *Object) Names() []string {
	names := make([]string, len(o.Members))
	for i, m := range o.Members {
		names[i] = m.Name
	}
	return names
}

// Absent stands for a value that is not there at all, which is not null.
type Absent struct{}
