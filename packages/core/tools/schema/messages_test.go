package schema_test

import (
	"math"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/google/go-cmp/cmp"
)

func messages(vs []schema.Violation) []string {
	var all []string
	for _, v := range vs {
		all = append(all, v.Message)
	}
	return all
}

// TestMessages has every form of R33, under both kinds of root.
func TestMessages(t *testing.T) {
	nan := math.NaN()
	closed := schema.Object(schema.Closed, schema.Prop("k", schema.Any()).Required())
	for _, c := range []struct {
		name  string
		node  schema.Node
		value any
		root  string
		want  []string
	}{
		{"string", schema.String(), 1, "value", []string{`"value" must be a string`}},
		{"number", schema.Number(), "1", "", []string{`"arguments" must be a number`}},
		{"integer", schema.Integer(), 1.5, "value", []string{`"value" must be an integer`}},
		{"integer nan", schema.Integer(), nan, "value", []string{`"value" must be an integer`}},
		{"boolean", schema.Boolean(), nil, "value", []string{`"value" must be a boolean`}},
		{"null", schema.Null(), false, "value", []string{`"value" must be null`}},
		{"array", schema.List(), map[string]any{}, "value", []string{`"value" must be an array`}},
		{"object", schema.Object(schema.Open), []any{}, "", []string{`"arguments" must be an object`}},
		{"finite", schema.Number(), nan, "value", []string{`"value" must be a finite JSON number`}},
		{"enum", schema.String().Enum("a", "b\"c"), "x", "value", []string{`"value" must be one of ["a","b\"c"]`}},
		{"enum numbers", schema.Number().Enum(1, 1e21), 2, "value", []string{`"value" must be one of [1,1e+21]`}},
		{"const", schema.Boolean().Const(true), false, "value", []string{`"value" must be true`}},
		{"missing", closed, map[string]any{}, "", []string{`missing required property "k"`}},
		{"missing below", closed, map[string]any{}, "value", []string{`missing required property "value.k"`}},
		{"undeclared", closed, map[string]any{"k": 1, "z": 1}, "value",
			[]string{`"value.z" is not a declared property (additionalProperties: false)`}},
		{"union", schema.OneOf(schema.Integer(), schema.Number()), 1, "value",
			[]string{`"value" must match exactly one oneOf branch (matched 2)`}},
		{"lossy", schema.Any(), nan, "value", []string{`"value" must be a lossless JSON value`}},
		{"lossy text", schema.String(), "\xff", "value", []string{`"value" must be a lossless JSON value`}},
		{"lossy array", schema.List(), []any{nan}, "value", []string{`"value" must be a dense lossless JSON array`}},
		{"lossy object", schema.Object(schema.Open), map[string]any{"a": nan}, "value",
			[]string{`"value" must be a lossless JSON object`}},
		{"lossy name", schema.Object(schema.Open), map[string]any{"\xff": 1}, "value",
			[]string{`"value" must be a lossless JSON object`}},
		{"index under the empty root", schema.Array(schema.Null()), []any{1}, "", []string{`"[0]" must be null`}},
		{"null is present", closed, map[string]any{"k": nil}, "", nil},
		{"integral spellings", schema.Array(schema.Integer()),
			[]any{1.0, jsonvalue.Number("1e2"), jsonvalue.Number("2.50e1"), uint8(3)}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, vs := mustValue(t, c.node).CheckAny(c.value, c.root)
			if diff := cmp.Diff(c.want, messages(vs)); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPointers(t *testing.T) {
	s := mustValue(t, schema.Object(schema.Open, schema.Prop("a/b~c",
		schema.Array(schema.Object(schema.Open, schema.Prop("x.y", schema.Null()).Required())))))
	vs := s.Violations(parse(t, `{"a/b~c":[{"x.y":null},{"x.y":1},{}]}`), "")
	if len(vs) != 2 || vs[0].Pointer != "/a~1b~0c/1/x.y" || vs[1].Pointer != "/a~1b~0c/2/x.y" {
		t.Errorf("got %v", vs)
	}
	if vs[0].Path != "a/b~c[1].x.y" {
		t.Errorf("path %q", vs[0].Path)
	}
}

// TestBranches is U13: the message has only a count, the value tells the rest.
func TestBranches(t *testing.T) {
	s := mustValue(t, schema.Object(schema.Open, schema.Prop("u", schema.OneOf(
		schema.String(),
		schema.Object(schema.Closed, schema.Prop("n", schema.OneOf(schema.Null(), schema.Boolean())).Required()),
	))))
	vs := s.Violations(parse(t, `{"u":{"n":1}}`), "")
	if len(vs) != 1 || vs[0].Path != "u" {
		t.Fatalf("got %v", vs)
	}
	branches := vs[0].Branches()
	if diff := cmp.Diff([]string{`"u" must be a string`}, messages(branches[0].Violations)); diff != "" {
		t.Error(diff)
	}
	inner := branches[1].Violations
	if diff := cmp.Diff([]string{`"u.n" must match exactly one oneOf branch (matched 0)`}, messages(inner)); diff != "" {
		t.Error(diff)
	}
	if got := inner[0].Branches(); len(got) != 2 || got[1].Violations[0].Pointer != "/u/n" {
		t.Errorf("got %v", got)
	}
	if branches[0].Violations[0].Branches() != nil {
		t.Error("a violation of another kind has branches")
	}
	if !vs[0].Equal(s.Violations(parse(t, `{"u":{"n":1}}`), "")[0]) {
		t.Error("equal violations differ")
	}
}

func TestRefusalMessages(t *testing.T) {
	_, err := schema.Compile(parse(t, `{"type":"object","properties":{"a":{"$ref":"#"},"b":{"type":["string"]}},"required":["c"]}`))
	want := `unsupported schema: "schema.properties.a.$ref" is outside the supported subset of JSON Schema: remove it; ` +
		`"schema.properties.b.type" must be one type name, not a list: use oneOf; ` +
		`"schema.required" names "c", which properties does not declare`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	for _, raw := range []any{nil, jsonvalue.Value{}, "x", []any{}, func() {}, map[int]any{}} {
		if _, err := schema.CompileAny(raw); schema.CodeOf(err) != schema.CodeUnsupported {
			t.Errorf("%T: %v", raw, err)
		}
	}
	if schema.CodeOf(nil) != "" {
		t.Error("no error has a code")
	}
}

func TestRefusedNames(t *testing.T) {
	raw := map[string]any{"type": "object", "properties": map[string]any{"\xff": map[string]any{}}}
	if _, err := schema.CompileAny(raw); schema.CodeOf(err) != schema.CodeUnsupported {
		t.Errorf("got %v", err)
	}
}

func TestAbsentValue(t *testing.T) {
	if mustValue(t, schema.Any()).Valid(jsonvalue.Value{}) {
		t.Error("an absent value is valid")
	}
}

func TestPlace(t *testing.T) {
	v := parse(t, `{"0":[{"a/b":1}]}`)
	path, pointer := schema.Place(v, "", []string{"0", "0", "a/b", "7"})
	if path != "0[0].a/b.7" || pointer != "/0/0/a~1b/7" {
		t.Errorf("got %s, %s", path, pointer)
	}
	if path, pointer = schema.Place(v, "", nil); path != "arguments" || pointer != "" {
		t.Errorf("got %s, %s", path, pointer)
	}
}
