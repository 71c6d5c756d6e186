package schema

// countMost is where the counts of a node stop growing.
const countMost = 1 << 29

// measure sets the counts of a node whose parts are measured.
func (n *node) measure() {
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
