package schema

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// Node is a value node of the authoring form under construction (R17): the second way to
// write a schema, beside Go types and JSON text. Nodes are immutable: every method returns
// a new one, so a node can be used in several places. The zero Node is refused by [Value].
//
// Mistakes (an enum on an object, a lossy default, a property declared twice) are reported
// by [Value] and [Parameters], with their place.
type Node struct{ box *loose.Box }

// Openness says whether an object takes members that it does not declare. The zero value
// says neither and is refused: there is no default (R19).
type Openness uint8

const (
	// Closed objects refuse undeclared members.
	Closed Openness = iota + 1
	// Open objects take any further members.
	Open
)

// Property is a named member of an object; see [Prop].
type Property struct {
	name string
	node Node
}

// Properties is a property map, the root of parameters (R18); see [Props].
type Properties struct{ box *loose.Box }

// String is a node for text.
func String() Node { return ofType("string") }

// Number is a node for any finite number.
func Number() Node { return ofType("number") }

// Integer is a node for numbers without a fraction; 1.0 is one.
func Integer() Node { return ofType("integer") }

// Boolean is a node for true and false.
func Boolean() Node { return ofType("boolean") }

// Null is a node for null.
func Null() Node { return ofType("null") }

// Any is a node for every lossless JSON value (type "json").
func Any() Node { return ofType("json") }

// Array is a node for lists of items.
func Array(items Node) Node { return ofType("array").with("items", items.loose()) }

// List is a node for lists of anything.
func List() Node { return ofType("array") }

// Object is a node for records. A closed object without properties takes only {}.
func Object(openness Openness, properties ...Property) Node {
	n := ofType("object")
	if openness == Closed || openness == Open {
		n = n.with("additionalProperties", loose.Of(jsonvalue.Bool(openness == Open)))
	}
	if len(properties) > 0 {
		n = n.with("properties", loose.OfBox(Props(properties...).box))
	}
	return n
}

// OneOf is a node for values that match exactly one of the branches (R24). Give two or
// more that exclude each other: an overlap is a violation, not a first match.
func OneOf(branches ...Node) Node {
	nodes := make([]loose.Node, len(branches))
	for i, b := range branches {
		nodes[i] = b.loose()
	}
	return Node{loose.Record(loose.Member{Name: "oneOf", Node: loose.OfBox(loose.List(nodes...))})}
}

// Prop is an optional property; [Property.Required] makes it required.
func Prop(name string, node Node) Property { return Property{name, node} }

// Required returns the property as a required one. Required means present: null counts
// (R34).
func (p Property) Required() Property {
	p.node = p.node.with("required", loose.Of(jsonvalue.Bool(true)))
	return p
}

// Props is a property map in the order given, for [Parameters].
func Props(properties ...Property) Properties {
	members := make([]loose.Member, len(properties))
	for i, p := range properties {
		members[i] = loose.Member{Name: p.name, Node: p.node.loose()}
	}
	return Properties{loose.Record(members...)}
}

// Describe sets the description, the text a model reads about the node.
func (n Node) Describe(text string) Node { return n.annotate("description", text) }

// Title sets the title.
func (n Node) Title(text string) Node { return n.annotate("title", text) }

// Default sets the default, anything [jsonvalue.From] accepts. It is an annotation: it is
// shown and never applied (R15).
func (n Node) Default(v any) Node { return n.annotate("default", v) }

// Examples sets the examples, each anything [jsonvalue.From] accepts.
func (n Node) Examples(examples ...any) Node { return n.annotate("examples", examples) }

// Enum sets the allowed literals of a scalar node: at least one, all of its type (R23).
func (n Node) Enum(literals ...any) Node { return n.annotate("enum", literals) }

// Const sets the only allowed literal of a scalar node (R23).
func (n Node) Const(literal any) Node { return n.annotate("const", literal) }

func ofType(name string) Node {
	return Node{loose.Record(loose.Member{Name: "type", Node: textNode(name)})}
}

func (n Node) annotate(key string, v any) Node { return n.with(key, loose.From(v, unwrap)) }

func (n Node) with(key string, node loose.Node) Node {
	if n.box == nil {
		return n
	}
	return Node{n.box.With(key, node)}
}

func (n Node) loose() loose.Node { return loose.OfBox(n.box) }

// unwrap lets nodes stand inside records and the other way round.
func unwrap(v any) (loose.Node, bool) {
	switch v := v.(type) {
	case Node:
		return v.loose(), true
	case Properties:
		return loose.OfBox(v.box), true
	}
	return loose.Node{}, false
}
