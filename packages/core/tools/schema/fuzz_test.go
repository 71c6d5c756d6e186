package schema_test

import (
	"math/rand/v2"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/schematest"
)

func addVectors(f *testing.F, file, member string) {
	for _, c := range get(loadVectors(f, file), "cases").Elements() {
		f.Add(get(c, member).Text(), `{"a":1}`)
	}
}

// FuzzCompile compiles any JSON. What compiles is stable: its document compiles again to
// the same, and all checks agree on any value. What does not is refused with a code.
func FuzzCompile(f *testing.F) {
	addVectors(f, "json-schema-reject.json", "schema")
	addVectors(f, "json-schema-accept.json", "schema")
	f.Fuzz(func(t *testing.T, document, value string) {
		raw, err := jsonvalue.ParseString(document)
		if err != nil {
			return
		}
		s, err := schema.Compile(raw)
		_, second := schema.CompileAny(raw.Interface())
		if (err == nil) != (second == nil) {
			t.Fatalf("as value: %v; as Go: %v", err, second)
		}
		if err != nil {
			if schema.CodeOf(err) != schema.CodeUnsupported {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		if s.Value().Text() != raw.Text() {
			t.Fatalf("the document changed to %s", s)
		}
		r := rand.New(rand.NewPCG(uint64(len(document)), uint64(len(value))))
		for _, v := range []jsonvalue.Value{
			schematest.Satisfying(r, s.Root(), 0), schematest.Satisfying(r, s.Root(), 5), schematest.Value(r, 3),
		} {
			agree(t, s, v)
		}
		if v, err := jsonvalue.ParseString(value); err == nil {
			agree(t, s, v)
		}
	})
}

// FuzzDSL compiles any JSON as an authoring form. What compiles is in the subset, and the
// form of a compiled schema, with json for what has no type, means the same again.
func FuzzDSL(f *testing.F) {
	addVectors(f, "dsl-to-json-schema.json", "spec")
	f.Fuzz(func(t *testing.T, spec, value string) {
		raw, err := jsonvalue.ParseString(spec)
		if err != nil {
			return
		}
		for _, compile := range []func(any) (jsonvalue.Value, error){schema.Value, schema.Parameters} {
			document, err := compile(raw)
			if err != nil {
				e := rawError(t, err)
				if len(e.Violations) == 0 || e.Stage == schema.StageAuthor && len(e.Violations) != 1 {
					t.Fatalf("%d violations at stage %s", len(e.Violations), e.Stage)
				}
				continue
			}
			s, err := schema.Compile(document)
			if err != nil {
				t.Fatalf("the result is outside the subset: %v", err)
			}
			if v, err := jsonvalue.ParseString(value); err == nil {
				agree(t, s, v)
			}
		}
	})
}
