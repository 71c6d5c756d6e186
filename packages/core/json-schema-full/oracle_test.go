package jsonschemafull_test

import (
	"math/rand/v2"
	"testing"

	full "github.com/dsh-go/dsh/packages/core/json-schema-full"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/schematest"
)

// compare holds the enforced subset against the library, an independent implementation.
func compare(t *testing.T, ours *schema.Schema, theirs *full.Schema, v jsonvalue.Value) {
	t.Helper()
	violations := theirs.Violations(v, "value")
	for _, w := range violations {
		if w.Kind == full.KindBudget || w.Kind == full.KindTooDeep {
			return
		}
	}
	if ours.Valid(v) != (len(violations) == 0) {
		t.Fatalf("schema %s\nvalue %s\nvalid: %v, the oracle: %v", ours, v.Text(), ours.Valid(v), violations)
	}
}

func TestOracle(t *testing.T) {
	valid, all := 0, 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 4))
		document, err := schema.Value(schematest.Node(r, 4))
		if err != nil {
			t.Fatal(err)
		}
		ours, err := schema.Compile(document)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := full.Compile(document)
		if err != nil {
			t.Fatalf("the oracle refuses %s: %v", document, err)
		}
		for range 10 {
			v := schematest.Satisfying(r, ours.Root(), r.IntN(2)*6)
			compare(t, ours, theirs, v)
			if all++; ours.Valid(v) {
				valid++
			}
		}
	}
	t.Logf("%d of %d values were valid", valid, all)
}

// FuzzOracle compares the two on any schema of the subset and any value.
func FuzzOracle(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"oneOf":[{"type":"integer"},{"enum":[1.5],"type":"number"}]}}}`,
		`{"a":1.0}`, uint64(1))
	f.Add(`{"type":"array","items":{"type":"string","enum":["\u0000","é"]}}`, `["é"]`, uint64(2))
	f.Add(`{"oneOf":[{"type":"object","additionalProperties":false,"properties":{"x":{}},"required":["x","x"]},{}]}`,
		`{"x":null}`, uint64(3))
	f.Fuzz(func(t *testing.T, document, value string, seed uint64) {
		raw, err := jsonvalue.ParseString(document)
		if err != nil {
			return
		}
		ours, err := schema.Compile(raw)
		if err != nil {
			return
		}
		theirs, err := full.Compile(raw)
		if err != nil {
			if full.CodeOf(err) == full.CodeInvalid && !knownDifference(raw) {
				t.Fatalf("the oracle refuses %s: %v", document, err)
			}
			return
		}
		r := rand.New(rand.NewPCG(seed, 5))
		compare(t, ours, theirs, schematest.Satisfying(r, ours.Root(), 4))
		if v, err := jsonvalue.ParseString(value); err == nil {
			compare(t, ours, theirs, v)
		}
	})
}

// knownDifference finds what the meta-schema refuses and the subset lets pass: a required
// that names a member twice, and examples that are no list. Both are harmless.
func knownDifference(v jsonvalue.Value) bool {
	if v.Kind() == jsonvalue.KindArray {
		for _, item := range v.Elements() {
			if knownDifference(item) {
				return true
			}
		}
	}
	for name, member := range v.Members() {
		switch {
		case name == "examples" && member.Kind() != jsonvalue.KindArray:
			return true
		case name == "required" && repeats(member):
			return true
		case knownDifference(member):
			return true
		}
	}
	return false
}

func repeats(list jsonvalue.Value) bool {
	seen := map[string]bool{}
	for _, item := range list.Elements() {
		if seen[item.Text()] {
			return true
		}
		seen[item.Text()] = true
	}
	return false
}
