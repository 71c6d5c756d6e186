package loose

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// Node is a read-only view of a value that may not be JSON. The zero Node is absent. Nodes
// are comparable: equal nodes are the same part of the same value (R26).
type Node struct {
	value jsonvalue.Value
	box   *Box
}

// Of wraps a clean value; an absent one gives the absent node.
func Of(v jsonvalue.Value) Node { return Node{value: v} }

// OfBox wraps a box; nil gives the absent node.
func OfBox(b *Box) Node { return Node{box: b} }

// Box returns the box behind the node, or nil for a clean value.
func (n Node) Box() *Box { return n.box }

// Kind returns what the node looks like.
func (n Node) Kind() Kind {
	if n.box != nil {
		return n.box.kind
	}
	return kindOf(n.value)
}

// Clean reports whether the node with all below it is lossless JSON (R39).
func (n Node) Clean() bool {
	if n.box != nil {
		return n.box.clean
	}
	return !n.value.IsAbsent()
}

// Len returns the number of items or members, and 0 for a scalar.
func (n Node) Len() int {
	if n.box != nil {
		return len(n.box.nodes)
	}
	return n.value.Len()
}

// At returns item or member value i.
func (n Node) At(i int) Node {
	if n.box != nil {
		return n.box.nodes[i]
	}
	if n.value.Kind() == jsonvalue.KindObject {
		return Of(n.value.MemberAt(i).Value)
	}
	return Of(n.value.Index(i))
}

// Name returns the name of member i.
func (n Node) Name(i int) string {
	if n.box != nil {
		return n.box.names[i]
	}
	return n.value.Name(i)
}

// Text returns the text of a clean string.
func (n Node) Text() (string, bool) {
	if n.box != nil {
		return "", false
	}
	return n.value.AsString()
}

// True reports whether the node is the literal true.
func (n Node) True() bool {
	b, ok := n.value.AsBool()
	return ok && b
}
