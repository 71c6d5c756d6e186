package schema

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// literals compiles enum and const of a scalar node (R23).
func (c *checker) literals(n *node, raw loose.Node, k *keywords) {
	if !k.has(kwEnum) && !k.has(kwConst) {
		return
	}
	l := &literals{}
	name := shapeNames[n.shape]
	wellFormed := true
	if k.has(kwEnum) {
		l.enum = literalList(n.shape, k.get(raw, kwEnum))
		if wellFormed = l.enum != nil; !wellFormed {
			c.at("enum", KindEnumShape, "must be a list of at least one literal of type %s", name)
		}
	}
	if k.has(kwConst) {
		constant, ok := literal(n.shape, k.get(raw, kwConst))
		l.constant = constant
		switch {
		case !ok:
			c.at("const", KindConstType, "must be a literal of type %s", name)
		case wellFormed && l.enum != nil && !contains(l.enum, constant):
			c.at("const", KindConstNotInEnum, "must be one of the enum beside it")
		}
	}
	l.seal(n.shape)
	n.literals = l
}

// literalList returns the literals of an enum, or nil when it is malformed.
func literalList(s shape, raw loose.Node) []jsonvalue.Value {
	if raw.Kind() != loose.Array || raw.Len() == 0 {
		return nil
	}
	list := make([]jsonvalue.Value, raw.Len())
	for i := range list {
		v, ok := literal(s, raw.At(i))
		if !ok {
			return nil
		}
		list[i] = v
	}
	return list
}

// literal returns a literal that has exactly the type of the node.
func literal(s shape, raw loose.Node) (v jsonvalue.Value, ok bool) {
	v, err := raw.Value()
	if err != nil || !shapeKinds[s].has(v.Kind()) {
		return jsonvalue.Value{}, false
	}
	if s == shapeInteger && !isIntegral(v) {
		return jsonvalue.Value{}, false
	}
	return v, true
}
