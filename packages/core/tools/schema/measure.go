package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// countMost is where the counts of a node stop growing.
const countMost = 1 << 29

// plainKinds are the kinds that decide about a scalar alone.
var plainKinds = [...]jsonvalue.Kind{
	shapeString: jsonvalue.KindString, shapeNumber: jsonvalue.KindNumber,
	shapeBoolean: jsonvalue.KindBool, shapeNull: jsonvalue.KindNull, shapeUnion: 0,
}

// measure completes a node whose parts are complete.
func (n *node) measure() {
	if n.literals == nil {
		n.plain = plainKinds[n.shape]
	}
	n.nodes, n.visits = 1, 1
	if n.items != nil {
		n.count(n.items)
	}
	if n.object != nil {
		for i := range n.object.members {
			n.count(n.object.members[i].node)
		}
	}
	visits := int32(0)
	for _, branch := range n.branches {
		n.nodes = plus(n.nodes, branch.nodes)
		visits = plus(visits, branch.visits)
	}
	n.visits = max(n.visits, visits)
}

// count takes in a part that looks at another part of the value.
func (n *node) count(part *node) {
	n.nodes = plus(n.nodes, part.nodes)
	n.visits = max(n.visits, part.visits)
}

func plus(a, b int32) int32 { return min(a+b, countMost) }
