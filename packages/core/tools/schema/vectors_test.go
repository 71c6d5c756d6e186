package schema_test

import (
	"errors"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/google/go-cmp/cmp"
)

// expectation is what a vector says of a violation.
type expectation struct {
	Path    string
	Kind    schema.Kind
	Name    string
	Matched int
}

func wanted(list jsonvalue.Value) []expectation {
	var all []expectation
	for _, v := range list.Elements() {
		e := expectation{Path: text(v, "path"), Kind: schema.Kind(text(v, "kind")), Name: text(v, "name")}
		if n, ok := get(v, "matched").AsNumber(); ok {
			m, _ := n.Int64()
			e.Matched = int(m)
		}
		all = append(all, e)
	}
	return all
}

func found(violations []schema.Violation) []expectation {
	var all []expectation
	for _, v := range violations {
		all = append(all, expectation{v.Path, v.Kind, v.Name, v.Matched})
	}
	return all
}

func TestVectorsAccept(t *testing.T) {
	var skipped skips
	for _, c := range get(loadVectors(t, "json-schema-accept.json"), "cases").Elements() {
		t.Run(text(c, "id"), func(t *testing.T) {
			s, err := schema.Compile(get(c, "schema"))
			if err != nil {
				t.Fatal(err)
			}
			value, why := decodeSpecial(get(c, "value"))
			if why != "" {
				skipped.note(t, why)
			}
			root := "value"
			if label, ok := c.Get("rootPath"); ok {
				root, _ = label.AsString()
			}
			checked, got := s.CheckAny(value, root)
			if diff := cmp.Diff(wanted(get(c, "violations")), found(got)); diff != "" {
				t.Errorf("%s: violations (-want +got):\n%s", text(c, "reason"), diff)
			}
			valid, _ := get(c, "valid").AsBool()
			if !checked.IsAbsent() && s.Valid(checked) != valid {
				t.Errorf("Valid = %v, want %v", !valid, valid)
			}
			if !checked.IsAbsent() {
				reparsed, err := jsonvalue.ParseString(checked.Text())
				if err != nil {
					t.Fatal(err)
				}
				if s.Valid(reparsed) != valid {
					t.Errorf("Valid of the text = %v, want %v", !valid, valid)
				}
			}
		})
	}
	skipped.expect(t, 2)
}

func rawError(t *testing.T, err error) *schema.Error {
	t.Helper()
	if err == nil {
		return &schema.Error{}
	}
	e, ok := errors.AsType[*schema.Error](err)
	if !ok {
		t.Fatalf("error of type %T: %v", err, err)
	}
	if e.Code != schema.CodeUnsupported || schema.CodeOf(err) != "UNSUPPORTED_SCHEMA" {
		t.Errorf("code %q", e.Code)
	}
	return e
}

func TestVectorsReject(t *testing.T) {
	var skipped skips
	for _, c := range get(loadVectors(t, "json-schema-reject.json"), "cases").Elements() {
		t.Run(text(c, "id"), func(t *testing.T) {
			raw, why := decodeSpecial(get(c, "schema"))
			if why != "" {
				skipped.note(t, why)
			}
			_, err := schema.CompileAny(raw)
			if guard, _ := get(c, "objectRoot").AsBool(); guard {
				_, err = schema.CompileObject(get(c, "schema"))
			}
			e := rawError(t, err)
			if diff := cmp.Diff(wanted(get(c, "violations")), found(e.Violations)); diff != "" {
				t.Errorf("%s: violations (-want +got):\n%s", text(c, "reason"), diff)
			}
		})
	}
	skipped.expect(t, 0)
}

func TestVectorsRejectStructural(t *testing.T) {
	root := map[string]any{"type": "object"}
	root["properties"] = map[string]any{"me": root}
	_, err := schema.CompileAny(root)
	want := []expectation{{Path: "schema.properties.me", Kind: schema.KindCircular}}
	if diff := cmp.Diff(want, found(rawError(t, err).Violations)); diff != "" {
		t.Errorf("rej-cycle (-want +got):\n%s", diff)
	}
	leaf := map[string]any{"type": "string"}
	_, err = schema.CompileAny(map[string]any{"type": "object", "properties": map[string]any{
		"a": leaf, "b": leaf, "c": map[string]any{"type": "array", "items": leaf}}})
	if err != nil {
		t.Errorf("rej-shared-ok: %v", err)
	}
}

func TestVectorsDSL(t *testing.T) {
	var skipped skips
	for _, c := range get(loadVectors(t, "dsl-to-json-schema.json"), "cases").Elements() {
		t.Run(text(c, "id"), func(t *testing.T) {
			spec, why := decodeSpecial(get(c, "spec"))
			if why != "" {
				skipped.note(t, why)
			}
			compile := schema.Value
			if text(c, "form") == "parameters" {
				compile = schema.Parameters
			}
			got, err := compile(spec)
			if ok, _ := get(c, "ok").AsBool(); ok {
				if err != nil || got.Text() != get(c, "schema").Text() {
					t.Errorf("%s: got %s, %v\nwant %s", text(c, "reason"), got.Text(), err, get(c, "schema").Text())
				}
				return
			}
			e := rawError(t, err)
			if string(e.Stage) != text(c, "stage") {
				t.Errorf("stage %q, want %q", e.Stage, text(c, "stage"))
			}
			if diff := cmp.Diff(wanted(get(c, "errors")), found(e.Violations)); diff != "" {
				t.Errorf("%s: errors (-want +got):\n%s", text(c, "reason"), diff)
			}
		})
	}
	skipped.expect(t, 0)
}

func TestVectorsDSLStructural(t *testing.T) {
	spec := map[string]any{"type": "string"}
	for range 4000 {
		spec = map[string]any{"type": "array", "items": spec}
	}
	deep, err := schema.Value(spec)
	if err != nil {
		t.Fatal(err)
	}
	depth := 0
	for items, ok := deep.Get("items"); ok; items, ok = items.Get("items") {
		depth++
	}
	if depth != 4000 {
		t.Errorf("dsl-depth-4000: depth %d", depth)
	}
	got, err := schema.Parameters(schema.Props(
		schema.Prop("beta", schema.String()),
		schema.Prop("10", schema.String()).Required(),
		schema.Prop("2", schema.String()).Required(),
	))
	want := `{"type":"object","properties":{"beta":{"type":"string"},"10":{"type":"string"},` +
		`"2":{"type":"string"}},"required":["10","2"]}`
	if err != nil || got.Text() != want {
		t.Errorf("dsl-js-artifact-integer-keys: %s, %v", got.Text(), err)
	}
}
