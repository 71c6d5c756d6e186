package schema_test

import (
	"math/rand/v2"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/schematest"
)

// TestAllChecksAgree holds the four ways to check a value against one another: by tree, by
// text, all nodes together, and by the list of violations.
func TestAllChecksAgree(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		document, err := schema.Value(schematest.Node(r, 4))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		s, err := schema.Compile(parse(t, document.Text()))
		if err != nil {
			t.Fatalf("seed %d: the document does not compile again: %v", seed, err)
		}
		for range 8 {
			agree(t, s, schematest.Satisfying(r, s.Root(), r.IntN(2)*6))
		}
	}
}

func agree(t *testing.T, s *schema.Schema, v jsonvalue.Value) {
	t.Helper()
	tree := s.Valid(v)
	text := s.Valid(parse(t, v.Text()))
	together := schema.ValidTogether(s, v)
	violations := s.Violations(v, "value")
	_, loose := s.CheckAny(v.Interface(), "value")
	if tree != text || tree != together || tree != (len(violations) == 0) || tree != (len(loose) == 0) {
		t.Fatalf("schema %s\nvalue %s\ntree %v, text %v, together %v, violations %v, loose %v",
			s, v.Text(), tree, text, together, violations, loose)
	}
	for _, w := range violations {
		matched := 0
		for _, b := range w.Branches() {
			if len(b.Violations) == 0 {
				matched++
			}
		}
		if matched != w.Matched {
			t.Fatalf("schema %s\nvalue %s\n%s: %d branches have no violation", s, v.Text(), w.Message, matched)
		}
	}
}

// TestSatisfyingArguments is the property that upstream relies on (R116): arguments that
// satisfy a property map pass, a required name that is dropped is named, and what is no
// object fails.
func TestSatisfyingArguments(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 2))
		document, err := schema.Parameters(schema.Props(schematest.Properties(r, 2)...))
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.CompileObject(document)
		if err != nil {
			t.Fatal(err)
		}
		args := schematest.Satisfying(r, s.Root(), 0)
		for _, v := range s.CheckArguments(args) {
			if v.Kind != schema.KindOneOf {
				t.Fatalf("seed %d: schema %s\narguments %s: %s", seed, s, args.Text(), v.Message)
			}
		}
		for i := range s.Root().NumMembers() {
			if m := s.Root().Member(i); m.Required {
				namesDropped(t, s, args, m.Name)
			}
		}
		if vs := s.CheckArguments(jsonvalue.Array()); len(vs) != 1 ||
			vs[0].Message != `"arguments" must be an object` {
			t.Fatalf("an array gives %v", vs)
		}
	}
}

func namesDropped(t *testing.T, s *schema.Schema, args jsonvalue.Value, name string) {
	t.Helper()
	var kept []jsonvalue.Member
	for n, v := range args.Members() {
		if n != name {
			kept = append(kept, jsonvalue.Member{Name: n, Value: v})
		}
	}
	for _, v := range s.CheckArguments(jsonvalue.NewObject(kept...)) {
		if v.Kind == schema.KindMissing && v.Message == `missing required property "`+name+`"` {
			return
		}
	}
	t.Fatalf("schema %s: nothing says that %q is missing", s, name)
}
