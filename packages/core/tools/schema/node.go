package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// shape is the form of a compiled node.
type shape uint8

const (
	shapeAny shape = iota
	shapeString
	shapeNumber
	shapeInteger
	shapeBoolean
	shapeNull
	shapeArray
	shapeObject
	shapeUnion
)

// shapeNames are the seven type names, in the place of their shape.
var shapeNames = [...]string{
	shapeAny: "", shapeString: "string", shapeNumber: "number", shapeInteger: "integer",
	shapeBoolean: "boolean", shapeNull: "null", shapeArray: "array", shapeObject: "object",
	shapeUnion: "",
}

// shapeOf finds a type name; ok is false for what is none of the seven.
func shapeOf(name string) (s shape, ok bool) {
	for s := shapeString; s <= shapeObject; s++ {
		if shapeNames[s] == name {
			return s, true
		}
	}
	return 0, false
}

func (s shape) isScalar() bool { return shapeString <= s && s <= shapeNull }

// node is one compiled schema node. It is immutable; shared parts of a schema are shared
// nodes (U12).
type node struct {
	shape shape
	// closed objects refuse members that they do not declare.
	closed bool
	// plain is the kind that a value needs to have, and no more, to satisfy a scalar
	// without literals; KindAbsent for every other node.
	plain jsonvalue.Kind
	// description is the annotation of that name; titles, defaults and examples stay in
	// the document.
	description string
	// literals is set for a scalar with enum or const.
	literals *literals
	// items is nil for an array of anything.
	items *node
	// object is set for an object.
	object *object
	// branches are those of a union; accepts has for each the kinds it could match.
	branches []*node
	accepts  []kindSet

	// nodes counts the node with all below it, shared parts as often as they occur;
	// visits is the most checks that one part of a value can get. Both saturate.
	nodes, visits int32
}

// object is the member table of an object node.
type object struct {
	// members are in schema order.
	members []member
	// required lists required names in their order, as indexes of members. A name may
	// stand there twice.
	required []int32
	// needed is the number of different required members.
	needed int
	// index finds members where there are too many to look at one by one; quotedIndex
	// does so by the quoted name.
	index, quotedIndex map[string]int32
}

// member is one declared property.
type member struct {
	name string
	// quoted is the name as JSON text writes it, with its colon.
	quoted   string
	node     *node
	required bool
}

// indexFrom is the number of members from which an index is kept.
const indexFrom = 9

// find returns the place of a member, or -1. next is the place to look at first.
func (o *object) find(name string, next int) int {
	if next < len(o.members) && o.members[next].name == name {
		return next
	}
	if o.index != nil {
		if i, ok := o.index[name]; ok {
			return int(i)
		}
		return -1
	}
	for i := range o.members {
		if o.members[i].name == name {
			return i
		}
	}
	return -1
}

// kindSet is a set of JSON kinds.
type kindSet uint16

const allKinds kindSet = 1<<(jsonvalue.KindObject+1) - 1

func setOf(k jsonvalue.Kind) kindSet { return 1 << k }

func (s kindSet) has(k jsonvalue.Kind) bool { return s&setOf(k) != 0 }

var shapeKinds = [...]kindSet{
	shapeAny:     allKinds &^ (1 << jsonvalue.KindAbsent),
	shapeString:  1 << jsonvalue.KindString,
	shapeNumber:  1 << jsonvalue.KindNumber,
	shapeInteger: 1 << jsonvalue.KindNumber,
	shapeBoolean: 1 << jsonvalue.KindBool,
	shapeNull:    1 << jsonvalue.KindNull,
	shapeArray:   1 << jsonvalue.KindArray,
	shapeObject:  1 << jsonvalue.KindObject,
}

// kinds is the set of kinds that the node can match at all.
func (n *node) kinds() kindSet {
	if n.shape != shapeUnion {
		return shapeKinds[n.shape]
	}
	var s kindSet
	for _, k := range n.accepts {
		s |= k
	}
	return s
}
