package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// validTree checks a value by its tree. The depth of the recursion is that of the schema.
func validTree(n *node, v jsonvalue.Value) bool {
	switch n.shape {
	case shapeAny:
		return !v.IsAbsent()
	case shapeArray:
		return validItems(n, v)
	case shapeObject:
		return validMembers(n, v)
	case shapeUnion:
		return n.matches(v) == 1
	}
	return validScalar(n, v)
}

func validScalar(n *node, v jsonvalue.Value) bool {
	if !shapeKinds[n.shape].has(v.Kind()) {
		return false
	}
	if n.shape == shapeInteger && !isIntegral(v) {
		return false
	}
	return n.literals == nil || n.literals.match(v)
}

// isIntegral reports whether a number has no fraction, in mathematics (R39).
func isIntegral(v jsonvalue.Value) bool {
	number, ok := v.AsNumber()
	return ok && (isDigits(string(number)) || number.IsInteger())
}

// isDigits recognises the plain spelling of an integer, which nearly all have.
func isDigits(number string) bool {
	for i := range len(number) {
		if c := number[i]; (c < '0' || '9' < c) && c != '-' {
			return false
		}
	}
	return true
}

func validItems(n *node, v jsonvalue.Value) bool {
	if v.Kind() != jsonvalue.KindArray {
		return false
	}
	if n.items == nil {
		return true
	}
	for _, item := range v.Elements() {
		if !validTree(n.items, item) {
			return false
		}
	}
	return true
}

// validMembers goes over the members of the value. As their names are distinct, counting
// those that are required tells whether all are there.
func validMembers(n *node, v jsonvalue.Value) bool {
	if v.Kind() != jsonvalue.KindObject {
		return false
	}
	next, required := 0, 0
	for name, value := range v.Members() {
		at := n.object.find(name, next)
		if at < 0 {
			if n.closed {
				return false
			}
			continue
		}
		declared := &n.object.members[at]
		if !validTree(declared.node, value) {
			return false
		}
		if declared.required {
			required++
		}
		next = at + 1
	}
	return required == n.object.needed
}

// matches counts the branches of a union that the value satisfies (R24).
func (n *node) matches(v jsonvalue.Value) int {
	matched, kind := 0, v.Kind()
	for i, branch := range n.branches {
		if n.accepts[i].has(kind) && validTree(branch, v) {
			matched++
		}
	}
	return matched
}
