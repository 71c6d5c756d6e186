package schema_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// TestDeepSchema goes through the form, the check and the validation of a schema deeper
// than any text (R25, U7).
func TestDeepSchema(t *testing.T) {
	node, value := schema.String(), jsonvalue.String("x")
	bad := jsonvalue.Int(1)
	for range deep {
		node = schema.Array(node)
		value, bad = jsonvalue.Array(value), jsonvalue.Array(bad)
	}
	document, err := schema.Value(node)
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Compile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Valid(value) || s.Valid(bad) {
		t.Error("wrong verdict on a deep value")
	}
	vs := s.Violations(bad, "value")
	if len(vs) != 1 || vs[0].Path != "value"+strings.Repeat("[0]", deep) {
		t.Errorf("%d violations", len(vs))
	}
}

func TestDeepObjects(t *testing.T) {
	spec := map[string]any{"type": "string"}
	raw := map[string]any{"type": "string"}
	var value any = "x"
	for range deep {
		spec = map[string]any{"type": "object", "additionalProperties": false,
			"properties": map[string]any{"k": spec}}
		raw = map[string]any{"type": "object", "properties": map[string]any{"k": raw}}
		value = map[string]any{"k": value}
	}
	if _, err := schema.Value(spec); err != nil {
		t.Errorf("form: %v", err)
	}
	s, err := schema.CompileAny(raw)
	if err != nil {
		t.Fatalf("raw: %v", err)
	}
	if _, vs := s.CheckAny(value, ""); vs != nil {
		t.Errorf("value: %v", vs[0].Message[:80])
	}
}

func TestTooDeep(t *testing.T) {
	if deep < schema.MaxDepth/2 {
		t.Skip("under the race detector: it would take a minute")
	}
	node := schema.String()
	for range schema.MaxDepth {
		node = schema.Array(node)
	}
	_, err := schema.Value(node)
	if got := rawError(t, err).Violations; len(got) != 1 || got[0].Kind != schema.KindTooDeep {
		t.Errorf("got %d violations", len(got))
	}
}

// doubled is a chain of unions whose branches are one and the same node.
func doubled(levels int, leaf schema.Node) schema.Node {
	n := leaf
	for range levels {
		n = schema.OneOf(n, schema.Array(n))
	}
	return n
}

// TestSharedNodes is U12: a walk that follows each way to a shared node separately would
// not end here.
func TestSharedNodes(t *testing.T) {
	n := schema.String()
	for range 20 {
		n = schema.OneOf(n, n)
	}
	document, err := schema.Value(n)
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Compile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !schema.Shared(s) {
		t.Error("the sharing was not noticed")
	}
	if s.Valid(jsonvalue.String("x")) {
		t.Error("an overlap of two equal branches is valid")
	}
	vs := s.Violations(jsonvalue.String("x"), "value")
	if len(vs) != 1 || vs[0].Matched != 0 && vs[0].Matched != 2 {
		t.Errorf("got %v", vs)
	}
	for range 20 {
		bs := vs[0].Branches()
		if len(bs) != 2 {
			t.Fatalf("%d branches", len(bs))
		}
		if len(bs[0].Violations) == 0 {
			break
		}
		vs = bs[0].Violations
	}
}

func TestSharedNodesInValues(t *testing.T) {
	s := mustValue(t, doubled(20, schema.Integer()))
	v := jsonvalue.Int(1)
	for range 20 {
		v = jsonvalue.Array(v)
	}
	for _, value := range []jsonvalue.Value{v, jsonvalue.Array(v), jsonvalue.Int(1), jsonvalue.Null()} {
		if got := len(s.Violations(value, "")) == 0; got != s.Valid(value) {
			t.Errorf("verdicts differ on %s", value.Text())
		}
	}
}

// TestSharedTooLarge: sharing costs nothing, but a schema must be writable as text.
func TestSharedTooLarge(t *testing.T) {
	raw := map[string]any{"type": "string"}
	for range 60 {
		raw = map[string]any{"oneOf": []any{raw, raw}}
	}
	_, err := schema.CompileAny(raw)
	if got := rawError(t, err).Violations; len(got) != 1 || got[0].Kind != schema.KindTooLarge {
		t.Errorf("got %v", got)
	}
	_, err = schema.Value(raw)
	if got := rawError(t, err).Violations; len(got) != 1 || got[0].Kind != schema.KindTooLarge {
		t.Errorf("got %v", got)
	}
}

// TestSharedMistake: a part with a mistake is reported at each of its places, and even
// then the walk ends.
func TestSharedMistake(t *testing.T) {
	raw := map[string]any{"type": "strin"}
	for range 40 {
		raw = map[string]any{"oneOf": []any{raw, raw}}
	}
	_, err := schema.CompileAny(raw)
	got := rawError(t, err).Violations
	if last := got[len(got)-1]; len(got) < 100 || last.Kind != schema.KindTruncated {
		t.Errorf("%d violations, the last %v", len(got), last.Kind)
	}
	if len(err.Error()) > 2<<20 {
		t.Errorf("the message has %d bytes", len(err.Error()))
	}
}

// TestLongLists: a deep value with a violation at each level would need a list quadratic
// in its size.
func TestLongLists(t *testing.T) {
	node := schema.Object(schema.Closed)
	value := jsonvalue.NewObject()
	for range min(deep, 20_000) {
		node = schema.Object(schema.Closed, schema.Prop("k", node), schema.Prop("x", schema.Null()).Required())
		value = jsonvalue.NewObject(jsonvalue.Member{Name: "k", Value: value})
	}
	vs := mustValue(t, node).Violations(value, "value")
	if last := vs[len(vs)-1]; len(vs) < 100 || last.Kind != schema.KindTruncated {
		t.Errorf("%d violations, the last %v", len(vs), last.Kind)
	}
	if n := len(schema.Join(vs)); n > 1<<20 {
		t.Errorf("the messages have %d bytes", n)
	}
}

func TestAllocations(t *testing.T) {
	args, recordSchema, value := workload(t)
	raw, tree := value, decoded(parse(t, value.Text()))
	list := decoded(parse(t, records(10_000)))
	for name, check := range map[string]func() bool{
		"tree":    func() bool { return args.Valid(tree) },
		"text":    func() bool { return args.Valid(raw) },
		"records": func() bool { return recordSchema.Valid(list) },
		"list":    func() bool { return args.CheckArguments(tree) == nil },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if !check() {
				t.Errorf("%s: not valid", name)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
}

func mustValue(tb testing.TB, n schema.Node) *schema.Schema {
	tb.Helper()
	document, err := schema.Value(n)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := schema.Compile(document)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
