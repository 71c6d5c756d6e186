package schema_test

import (
	"math"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

func TestBuilder(t *testing.T) {
	leaf := schema.String()
	document, err := schema.Parameters(schema.Props(
		schema.Prop("argv", schema.Array(leaf.Describe("one word"))).Required(),
		schema.Prop("mode", leaf.Enum("fg", "bg").Title("Mode").Default("fg").Examples("bg", "fg")),
		schema.Prop("env", schema.Object(schema.Open)),
		schema.Prop("out", schema.OneOf(schema.Null(), schema.Object(schema.Closed,
			schema.Prop("n", schema.Integer().Const(3)).Required(), schema.Prop("any", schema.Any())))),
		schema.Prop("list", schema.List().Describe("first").Describe("second")),
	))
	want := `{"type":"object","properties":{` +
		`"argv":{"type":"array","items":{"type":"string","description":"one word"}},` +
		`"mode":{"type":"string","title":"Mode","default":"fg","examples":["bg","fg"],"enum":["fg","bg"]},` +
		`"env":{"type":"object","additionalProperties":true},` +
		`"out":{"oneOf":[{"type":"null"},{"type":"object","additionalProperties":false,` +
		`"properties":{"n":{"type":"integer","const":3},"any":{}},"required":["n"]}]},` +
		`"list":{"type":"array","description":"second"}},"required":["argv"]}`
	if err != nil || document.Text() != want {
		t.Errorf("got  %s, %v\nwant %s", document.Text(), err, want)
	}
}

// TestMixture: nodes stand in records and records in nodes.
func TestMixture(t *testing.T) {
	document, err := schema.Value(map[string]any{
		"type": "object", "additionalProperties": true,
		"properties": schema.Props(schema.Prop("b", schema.Null()), schema.Prop("a", schema.Null())),
	})
	want := `{"type":"object","additionalProperties":true,"properties":{"b":{"type":"null"},"a":{"type":"null"}}}`
	if err != nil || document.Text() != want {
		t.Errorf("got %s, %v", document.Text(), err)
	}
}

func TestBuilderMistakes(t *testing.T) {
	prop := schema.Prop("a", schema.Null())
	for name, c := range map[string]struct {
		node schema.Node
		path string
		kind schema.Kind
	}{
		"zero node":      {schema.Node{}, "schema", schema.KindNotARecord},
		"zero item":      {schema.Array(schema.Node{}), "schema.items", schema.KindNotARecord},
		"openness":       {schema.Object(0, prop), "schema.additionalProperties", schema.KindOpennessMissing},
		"twice":          {schema.Object(schema.Open, prop, prop), "schema.properties.a", schema.KindDuplicateMember},
		"enum on object": {schema.Object(schema.Open).Enum(1), "schema.enum", schema.KindUnknownKey},
		"zero property":  {schema.Object(schema.Open, schema.Property{}), "schema.properties.", schema.KindNotARecord},
		"lossy default":  {schema.Number().Default(math.NaN()), "schema.default", schema.KindAnnotationLossy},
		"empty enum":     {schema.Number().Enum(), "schema.enum", schema.KindEnumShape},
		"lossy enum":     {schema.Number().Enum(func() {}), "schema.enum", schema.KindEnumShape},
		"one branch":     {schema.OneOf(schema.Null()), "schema.oneOf", schema.KindOneOfShape},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.Value(c.node)
			e := rawError(t, err)
			if len(e.Violations) != 1 || e.Violations[0].Path != c.path || e.Violations[0].Kind != c.kind {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := schema.Parameters(schema.Properties{}); schema.CodeOf(err) == "" {
		t.Error("the zero property map compiles")
	}
	if _, err := schema.Parameters(nil); schema.CodeOf(err) == "" {
		t.Error("nil compiles")
	}
}

func TestCircularForm(t *testing.T) {
	node := map[string]any{"type": "array"}
	node["items"] = node
	_, err := schema.Value(node)
	want := expectation{Path: "schema.items", Kind: schema.KindCircular}
	if got := found(rawError(t, err).Violations); len(got) != 1 || got[0] != want {
		t.Errorf("got %v", got)
	}
	properties := map[string]any{}
	properties["a"] = map[string]any{"type": "object", "additionalProperties": true, "properties": properties}
	_, err = schema.Parameters(properties)
	want.Path = "parameters.a.properties"
	if got := found(rawError(t, err).Violations); len(got) != 1 || got[0] != want {
		t.Errorf("got %v", got)
	}
}

func TestViews(t *testing.T) {
	s := mustValue(t, schema.Object(schema.Closed,
		schema.Prop("l", schema.Array(schema.Integer().Enum(1, 2))).Required(),
		schema.Prop("u", schema.OneOf(schema.Null().Const(nil), schema.List())),
	))
	root := s.Root()
	l, u := root.Member(0), root.Member(1)
	items, ok := l.Node.Items()
	_, anything := u.Node.Branch(1).Items()
	constant, has := u.Node.Branch(0).Const()
	if root.Type() != "object" || !root.Closed() || root.NumMembers() != 2 || !l.Required || u.Required ||
		!ok || items.NumEnum() != 2 || items.Enum(1).Text() != "2" || anything ||
		u.Node.Type() != "oneOf" || u.Node.NumBranches() != 2 || !has || !constant.IsNull() {
		t.Error("a view is wrong")
	}
	var zero schema.View
	if _, ok := zero.Const(); zero.Type() != "" || zero.NumMembers()+zero.NumBranches()+zero.NumEnum() != 0 ||
		zero.Closed() || zero.Description() != "" || ok {
		t.Error("the zero view is not unconstrained")
	}
}
