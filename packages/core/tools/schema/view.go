package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// View is a read-only look at one node of a compiled schema, for renderers: text for
// models, documentation, projections for providers. Views are small values; equal views
// are the same node, so a walk can tell shared parts (U12). The zero View is a node without
// constraints.
type View struct{ node *node }

// MemberView is one declared member of an object.
type MemberView struct {
	// Name is the member's name.
	Name string
	// Node is its schema.
	Node View
	// Required is set when the member must be there.
	Required bool
}

// Root returns the view of the schema's root.
func (s *Schema) Root() View { return View{s.root} }

func (v View) get() *node {
	if v.node == nil {
		return anyNode
	}
	return v.node
}

// Type returns the type name; "oneOf" for a union and "" for a node without constraints.
func (v View) Type() string {
	if v.get().shape == shapeUnion {
		return "oneOf"
	}
	return shapeNames[v.get().shape]
}

// Description returns the description, "" when there is none.
func (v View) Description() string { return v.get().description }

// Items returns the schema of the items of an array, and false when any item will do.
func (v View) Items() (items View, ok bool) {
	n := v.get()
	return View{n.items}, n.items != nil
}

// Closed reports whether an object refuses members that it does not declare (R19).
func (v View) Closed() bool { return v.get().closed }

// NumMembers returns the number of declared members of an object.
func (v View) NumMembers() int {
	if o := v.get().object; o != nil {
		return len(o.members)
	}
	return 0
}

// Member returns declared member i, in schema order; i is below [View.NumMembers].
func (v View) Member(i int) MemberView {
	m := &v.get().object.members[i]
	return MemberView{Name: m.name, Node: View{m.node}, Required: m.required}
}

// NumBranches returns the number of branches of a union.
func (v View) NumBranches() int { return len(v.get().branches) }

// Branch returns branch i of a union; i is below [View.NumBranches].
func (v View) Branch(i int) View { return View{v.get().branches[i]} }

// NumEnum returns the number of literals of the enum, 0 when there is none.
func (v View) NumEnum() int {
	if l := v.get().literals; l != nil {
		return len(l.enum)
	}
	return 0
}

// Enum returns literal i of the enum, in declaration order; i is below [View.NumEnum].
func (v View) Enum(i int) jsonvalue.Value { return v.get().literals.enum[i] }

// Const returns the constant, and false when there is none.
func (v View) Const() (jsonvalue.Value, bool) {
	l := v.get().literals
	if l == nil || l.constant.IsAbsent() {
		return jsonvalue.Value{}, false
	}
	return l.constant, true
}
