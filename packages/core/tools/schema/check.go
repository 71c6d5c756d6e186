package schema

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// checker walks a schema once, in the order of R32, and builds the compiled nodes. It
// gathers every violation.
type checker struct {
	path path
	out  report
	// done has the nodes compiled without violation, once the schema is large enough for
	// sharing to matter. A part with violations is walked again at its other places,
	// because the paths differ.
	done map[loose.Node]*node
	// open are the boxes that enclose the present place (R26).
	open  map[*loose.Box]struct{}
	depth int
	nodes int32
}

// memoFrom is the number of nodes from which compiled parts are remembered.
const memoFrom = 32

func (c *checker) add(kind Kind, message string) {
	c.out.add(Violation{
		Path: c.path.shown(), Pointer: string(c.path.pointer), Kind: kind, Message: message,
	})
}

// addf reports a violation at the present place; the message begins with that place.
func (c *checker) addf(kind Kind, format string, args ...any) {
	c.add(kind, fmt.Sprintf("%q "+format, append([]any{c.path.shown()}, args...)...))
}

// at reports a violation at a keyword of the present node.
func (c *checker) at(keyword string, kind Kind, format string, args ...any) {
	m := c.path.member(keyword)
	c.addf(kind, format, args...)
	c.path.back(m)
}

// node compiles one node. The result means something only while nothing was reported.
func (c *checker) node(raw loose.Node) *node {
	switch {
	case c.out.full():
		return anyNode
	case raw.Kind() != loose.Object:
		c.addf(KindNotASchema, "must be a schema: an object of keywords")
		return anyNode
	case c.depth >= MaxDepth:
		c.addf(KindTooDeep, "is nested more than %d levels deep", MaxDepth)
		return anyNode
	}
	if known := c.done[raw]; known != nil {
		return known
	}
	if !c.enter(raw.Box()) {
		c.addf(KindCircular, "contains itself: schemas must be finite")
		return anyNode
	}
	before := c.out.len()
	c.depth++
	n := c.body(raw)
	c.depth--
	c.leave(raw.Box())
	if c.nodes++; c.out.len() == before {
		n.measure()
		c.remember(raw, n)
	}
	return n
}

// anyNode stands in where nothing could be compiled.
var anyNode = &node{nodes: 1, visits: 1}

// enter notes that b encloses what follows; it fails when b does so already.
func (c *checker) enter(b *loose.Box) bool {
	if b == nil {
		return true
	}
	if _, circular := c.open[b]; circular {
		return false
	}
	if c.open == nil {
		c.open = map[*loose.Box]struct{}{}
	}
	c.open[b] = struct{}{}
	return true
}

func (c *checker) leave(b *loose.Box) {
	if b != nil {
		delete(c.open, b)
	}
}

func (c *checker) remember(raw loose.Node, n *node) {
	if c.nodes < memoFrom {
		return
	}
	if c.done == nil {
		c.done = map[loose.Node]*node{}
	}
	c.done[raw] = n
}

// body compiles a node that is a record.
func (c *checker) body(raw loose.Node) *node {
	k := c.keywords(raw)
	n := &node{}
	n.description, _ = k.get(raw, kwDescription).Text()
	switch {
	case k.has(kwType) && k.has(kwOneOf):
		c.addf(KindTypeAndOneOf, "must not have both type and oneOf: keep one")
	case k.has(kwOneOf):
		c.union(n, raw, &k)
	case k.has(kwType):
		c.typed(n, raw, &k)
	default:
		for _, kw := range constraints {
			if k.has(kw) {
				c.at(keywordNames[kw], KindNeedsType, "needs a type (or oneOf) beside it")
			}
		}
	}
	return n
}

// typed compiles a node with a type.
func (c *checker) typed(n *node, raw loose.Node, k *keywords) {
	kind := k.get(raw, kwType)
	if kind.Kind() == loose.Array {
		c.at("type", KindTypeArray, "must be one type name, not a list: use oneOf")
		return
	}
	name, _ := kind.Text()
	s, ok := shapeOf(name)
	if !ok {
		c.at("type", KindTypeUnknown,
			"must be one of string, number, integer, boolean, null, array, object")
		return
	}
	n.shape = s
	for _, kw := range constraints {
		if k.has(kw) && !s.takes(kw) {
			c.at(keywordNames[kw], KindMisplacedKeyword, "does not belong to type %s", name)
		}
	}
	switch {
	case s == shapeObject:
		c.object(n, raw, k)
	case s == shapeArray && k.has(kwItems):
		m := c.path.member("items")
		n.items = c.node(k.get(raw, kwItems))
		c.path.back(m)
	case s.isScalar():
		c.literals(n, raw, k)
	}
}

// takes reports whether a constraint belongs to the type (R31).
func (s shape) takes(kw keyword) bool {
	switch kw {
	case kwProperties, kwRequired, kwAdditional:
		return s == shapeObject
	case kwItems:
		return s == shapeArray
	}
	return s.isScalar()
}

// union compiles a node with oneOf.
func (c *checker) union(n *node, raw loose.Node, k *keywords) {
	n.shape = shapeUnion
	list := k.get(raw, kwOneOf)
	if list.Kind() != loose.Array || list.Len() < 2 {
		c.at("oneOf", KindOneOfShape, "must be a list of two or more schemas")
	} else {
		n.branches = make([]*node, list.Len())
		n.accepts = make([]kindSet, list.Len())
		for i := range n.branches {
			m := c.path.branch(i)
			n.branches[i] = c.node(list.At(i))
			n.accepts[i] = n.branches[i].kinds()
			c.path.back(m)
		}
	}
	for _, kw := range constraints {
		if k.has(kw) {
			c.at(keywordNames[kw], KindBesideOneOf,
				"must not stand beside oneOf: put it in the branches")
		}
	}
}
