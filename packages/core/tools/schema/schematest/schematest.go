// Package schematest makes random schemas of the enforced subset, and values that nearly
// satisfy them, for property tests and for comparing validators.
package schematest

import (
	"math/rand/v2"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// names are few, so that members of different objects meet.
var names = []string{"a", "b", "key", "a b", "", "é", "q\"q", "x/y~z", "10"}

// texts are the strings of enums and values.
var texts = []string{"", "a", "b|c", "é", "\u2028", "line\nbreak", "q\"q", "\\", "constructor"}

// numbers come in several spellings of equal values.
var numbers = []jsonvalue.Number{
	"0", "1", "1.0", "-1", "2.5", "1e2", "100", "9007199254740993", "1e300", "-0.125",
}

// Node returns a random node of the authoring form, of at most depth levels. It always
// compiles.
func Node(r *rand.Rand, depth int) schema.Node {
	kinds := 9
	if depth <= 0 {
		kinds = 6
	}
	n := node(r, depth, r.IntN(kinds))
	switch r.IntN(8) {
	case 0:
		n = n.Describe(texts[r.IntN(len(texts))])
	case 1:
		n = n.Title("t").Default(Value(r, 1)).Examples(1, "x")
	}
	return n
}

func node(r *rand.Rand, depth, kind int) schema.Node {
	switch kind {
	case 0:
		return schema.Any()
	case 1:
		return schema.Null()
	case 2:
		return literals(r, schema.Boolean(), true, false)
	case 3:
		return literals(r, schema.String(), anyOf(texts)...)
	case 4:
		return literals(r, schema.Number(), anyOf(numbers)...)
	case 5:
		return literals(r, schema.Integer(), jsonvalue.Number("1"), jsonvalue.Number("1e2"), 7, 0)
	case 6:
		if r.IntN(4) == 0 {
			return schema.List()
		}
		return schema.Array(Node(r, depth-1))
	case 7:
		branches := make([]schema.Node, 2+r.IntN(2))
		for i := range branches {
			branches[i] = Node(r, depth-1)
		}
		if r.IntN(3) == 0 {
			branches[1] = branches[0]
		}
		return schema.OneOf(branches...)
	}
	openness := schema.Closed
	if r.IntN(2) == 0 {
		openness = schema.Open
	}
	return schema.Object(openness, Properties(r, depth-1)...)
}

// Properties returns up to twelve random properties.
func Properties(r *rand.Rand, depth int) []schema.Property {
	var all []schema.Property
	count := r.IntN(4)
	for _, i := range r.Perm(len(names))[:count] {
		p := schema.Prop(names[i], Node(r, depth))
		if r.IntN(2) == 0 {
			p = p.Required()
		}
		all = append(all, p)
	}
	if r.IntN(6) == 0 { // enough for an index
		for i := range 9 {
			all = append(all, schema.Prop("m"+string(rune('0'+i)), schema.Any()))
		}
	}
	return all
}

func anyOf[T any](list []T) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = list[i]
	}
	return out
}

// literals adds an enum, a constant, both or neither.
func literals(r *rand.Rand, n schema.Node, choices ...any) schema.Node {
	kept := choices[:1+r.IntN(len(choices))]
	switch r.IntN(4) {
	case 0:
		return n.Enum(kept...)
	case 1:
		return n.Const(kept[len(kept)-1])
	case 2:
		return n.Enum(kept...).Const(kept[len(kept)-1])
	}
	return n
}

// Value returns a random value of at most depth levels.
func Value(r *rand.Rand, depth int) jsonvalue.Value {
	kinds := 7
	if depth <= 0 {
		kinds = 5
	}
	switch r.IntN(kinds) {
	case 0:
		return jsonvalue.Null()
	case 1:
		return jsonvalue.Bool(r.IntN(2) == 0)
	case 2:
		return number(r)
	case 3, 4:
		return jsonvalue.String(texts[r.IntN(len(texts))])
	case 5:
		items := make([]jsonvalue.Value, r.IntN(4))
		for i := range items {
			items[i] = Value(r, depth-1)
		}
		return jsonvalue.Array(items...)
	}
	var members []jsonvalue.Member
	for _, i := range r.Perm(len(names))[:r.IntN(4)] {
		members = append(members, jsonvalue.Member{Name: names[i], Value: Value(r, depth-1)})
	}
	return jsonvalue.NewObject(members...)
}

func number(r *rand.Rand) jsonvalue.Value {
	v, err := jsonvalue.NewNumber(numbers[r.IntN(len(numbers))])
	if err != nil {
		return jsonvalue.Int(0)
	}
	return v
}
