package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// validTree checks a value by its tree. The depth of the recursion is that of the schema.
func validTree(n *node, v jsonvalue.Value) bool {
	kind := v.Kind()
	switch n.shape {
	case shapeString:
		return kind == jsonvalue.KindString && (n.literals == nil || n.literals.match(v))
	case shapeNumber:
		return kind == jsonvalue.KindNumber && (n.literals == nil || n.literals.match(v))
	case shapeInteger:
		return isIntegral(v) && (n.literals == nil || n.literals.match(v))
	case shapeBoolean:
		return kind == jsonvalue.KindBool && (n.literals == nil || n.literals.match(v))
	case shapeNull:
		return kind == jsonvalue.KindNull
	case shapeArray:
		return kind == jsonvalue.KindArray && (n.items == nil || validItems(n.items, v))
	case shapeObject:
		return kind == jsonvalue.KindObject && validMembers(n, v)
	case shapeUnion:
		return n.matches(v) == 1
	}
	return kind != jsonvalue.KindAbsent
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

func validItems(items *node, v jsonvalue.Value) bool {
	for _, item := range v.Elements() {
		if items.plain != item.Kind() && !validTree(items, item) {
			return false
		}
	}
	return true
}

// validMembers goes over the members of the value. As their names are distinct, counting
// those that are required tells whether all are there. Plain scalars are decided here: a
// call for each costs more than the check.
func validMembers(n *node, v jsonvalue.Value) bool {
	o := n.object
	next, required := 0, 0
	for name, value := range v.Members() {
		at := next
		if at >= len(o.members) || o.members[at].name != name {
			if at = o.find(name, next); at < 0 {
				if n.closed {
					return false
				}
				continue
			}
		}
		declared := &o.members[at]
		if declared.node.plain != value.Kind() && !validTree(declared.node, value) {
			return false
		}
		if declared.required {
			required++
		}
		next = at + 1
	}
	return required == o.needed
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
