package loose

import "unicode/utf8"

// Box is a container or an unclean scalar taken from Go memory, or a record built by an
// author. It is immutable once it has been handed out, and its address is its identity.
// Clean scalars are never boxed.
type Box struct {
	kind Kind
	// clean is the verdict on a finished box; pure is what it will be.
	clean, pure bool
	names       []string
	nodes       []Node
}

// Member is one entry of a record.
type Member struct {
	// Name is the key.
	Name string
	// Node is what it holds.
	Node Node
}

// Record returns a new record of the members, in their order; names are not checked for
// repetition.
func Record(members ...Member) *Box {
	b := &Box{kind: Object, pure: true}
	for _, m := range members {
		b.add(m.Name, m.Node)
	}
	b.clean = b.pure
	return b
}

// List returns a new array of the items.
func List(items ...Node) *Box {
	b := &Box{kind: Array, pure: true}
	for _, item := range items {
		b.append(item)
	}
	b.clean = b.pure
	return b
}

// With returns a copy of the record in which the member has this node: in the place of the
// member of the same name, or last.
func (b *Box) With(name string, node Node) *Box {
	next := &Box{kind: Object, pure: true}
	found := false
	for i, have := range b.names {
		if have == name {
			next.add(name, node)
			found = true
			continue
		}
		next.add(have, b.nodes[i])
	}
	if !found {
		next.add(name, node)
	}
	next.clean = next.pure
	return next
}

func (b *Box) add(name string, node Node) {
	b.names = append(b.names, name)
	b.nodes = append(b.nodes, node)
	b.pure = b.pure && node.Clean() && utf8.ValidString(name)
}

func (b *Box) append(node Node) {
	b.nodes = append(b.nodes, node)
	b.pure = b.pure && node.Clean()
}

// Len returns the number of items or members.
func (b *Box) Len() int { return len(b.nodes) }
