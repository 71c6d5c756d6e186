package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// validTogether checks a value against a schema whose shared parts would make a plain walk
// exponential (U12): a union whose branches lead to one and the same node asks that node
// twice about one part of the value, and a chain of such unions doubles at every link.
// Here each part of the value is visited once, with the list of different nodes that are
// to judge it. The time is at most the number of nodes times the size of the value.
func validTogether(n *node, v jsonvalue.Value) bool {
	return judge([]*node{n}, v)[n]
}

// verdicts tells for each node whether it accepts the value.
type verdicts map[*node]bool

func judge(asked []*node, v jsonvalue.Value) verdicts {
	all := together(asked)
	found := make(verdicts, len(all))
	for _, n := range all {
		if n.shape < shapeArray {
			found[n] = validTree(n, v)
		}
	}
	switch v.Kind() {
	case jsonvalue.KindArray:
		judgeItems(all, v, found)
	case jsonvalue.KindObject:
		judgeMembers(all, v, found)
	}
	// The list has branches behind their unions, so from its end every union finds its
	// branches judged.
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].shape == shapeUnion {
			found[all[i]] = all[i].tally(found) == 1
		}
	}
	return found
}

func (n *node) tally(found verdicts) int {
	matched := 0
	for _, branch := range n.branches {
		if found[branch] {
			matched++
		}
	}
	return matched
}

// together lists the nodes and all branches below them, each once, every union before its
// branches.
func together(asked []*node) []*node {
	var order []*node
	seen := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, branch := range n.branches {
			visit(branch)
		}
		order = append(order, n)
	}
	for _, n := range asked {
		visit(n)
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

func judgeItems(all []*node, v jsonvalue.Value, found verdicts) {
	var arrays, items []*node
	for _, n := range all {
		if n.shape != shapeArray {
			continue
		}
		found[n] = true
		if n.items != nil {
			arrays, items = append(arrays, n), append(items, n.items)
		}
	}
	if len(arrays) == 0 {
		return
	}
	for i := range v.Len() {
		verdict := judge(items, v.Index(i))
		for _, n := range arrays {
			found[n] = found[n] && verdict[n.items]
		}
	}
}

func judgeMembers(all []*node, v jsonvalue.Value, found verdicts) {
	var objects []*node
	required := map[*node]int{}
	for _, n := range all {
		if n.shape == shapeObject {
			objects = append(objects, n)
			found[n] = true
		}
	}
	for name, value := range v.Members() {
		judgeMember(objects, name, value, found, required)
	}
	for _, n := range objects {
		found[n] = found[n] && required[n] == n.object.needed
	}
}

// judgeMember judges one member of the value for all objects that declare it.
func judgeMember(
	objects []*node, name string, v jsonvalue.Value, found verdicts, required map[*node]int,
) {
	var asked []*node
	for _, n := range objects {
		if at := n.object.find(name, 0); at >= 0 {
			asked = append(asked, n.object.members[at].node)
		}
	}
	verdict := verdicts{}
	if len(asked) > 0 {
		verdict = judge(asked, v)
	}
	for _, n := range objects {
		at := n.object.find(name, 0)
		if at < 0 {
			found[n] = found[n] && !n.closed
			continue
		}
		declared := &n.object.members[at]
		found[n] = found[n] && verdict[declared.node]
		if declared.required {
			required[n]++
		}
	}
}
