package tstypes_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

const rest = " & Record<string, JsonValue>"

// What TypeScript can say of schemas beyond the subset.
func TestFull(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"in the subset", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`, "{\n  a: string;\n}"},
		{"ranges and patterns", `{"type":"object","properties":{"n":{"type":"integer","minimum":1,"description":"How many."}}}`,
			"{\n  /** How many. */\n  n?: number;\n}" + rest},
		{"branches that overlap", `{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false},` +
			`{"type":"object","properties":{"b":{}},"additionalProperties":false}]}`, "{\n  a?: string;\n} | {\n  b?: JsonValue;\n}"},
		{"numbers", `{"anyOf":[{"type":"integer"},{"type":"number"}]}`, "number"},
		{"a branch of anything", `{"anyOf":[{"type":"string"},{}]}`, "JsonValue"},
		{"several types", `{"type":["string","null"],"minLength":1}`, "string | null"},
		{"array of a union", `{"type":"array","items":{"type":["string","null"]}}`, "(string | null)[]"},
		{"records", `{"type":"object","additionalProperties":{"type":"number"}}`, "Record<string, number>"},
		{"records by pattern", `{"type":"object","patternProperties":{"^a":{"type":"string"},"^b":{"type":"null"}},"additionalProperties":false}`,
			"Record<string, string | null>"},
		{"members and others", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"number"}}`, "{\n  a?: string;\n}" + rest},
		{"no members", `{"type":"object","additionalProperties":false}`, "Record<string, never>"},
		{"any object", `{"type":"object"}`, "Record<string, JsonValue>"},
		{"required alone", `{"type":"object","required":["x"]}`, "{\n  x: JsonValue;\n}" + rest},
		{"one of two members", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			"{\n  a?: string;\n  b?: string;\n}" + rest + " & ({\n  a: JsonValue;\n}" + rest + " | {\n  b: JsonValue;\n}" + rest + ")"},
		{"all", `{"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","properties":{"b":{"type":"null"}}}]}`,
			"{\n  a?: string;\n} & {\n  b?: null;\n}" + rest},
		{"tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":["null","number"]}],"items":false,"minItems":1}`, "[string, (null | number)?]"},
		{"older tuple", `{"type":"array","items":[{"type":"string"}],"additionalItems":{"type":"number"}}`, "[string?, ...number[]]"},
		{"open tuple", `{"type":"array","prefixItems":[{"type":"string"}]}`, "[string?, ...JsonValue[]]"},
		{"reference", `{"type":"object","properties":{"p":{"$ref":"#/$defs/p"}},"additionalProperties":false,` +
			`"$defs":{"p":{"description":"A point.","type":"object","properties":{"x":{"type":"number"}},"additionalProperties":false}}}`,
			"{\n  /** A point. */\n  p?: {\n    x?: number;\n  };\n}"},
		{"cycle", `{"type":"object","properties":{"next":{"$ref":"#"}},"additionalProperties":false}`, "{\n  next?: {\n    next?: JsonValue;\n  };\n}"},
		{"nothing but itself", `{"$ref":"#"}`, "JsonValue"},
		{"elsewhere", `{"$ref":"https://example.com/x"}`, "JsonValue"},
		{"literals", `{"enum":["a",1,null,{"b":[true]}]}`, `"a" | 1 | null | {"b":[true]}`},
		{"never", `{"type":"array","items":false}`, "never[]"},
		{"true", `true`, "JsonValue"},
		{"no schema", `7`, "JsonValue"},
		{"unknown type", `{"type":"banana"}`, "JsonValue"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			raw, err := jsonvalue.ParseString(tt.schema)
			if err != nil {
				t.Fatal(err)
			}
			if got := tstypes.Full(raw, 0); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// The text is bounded whatever the schema.
func TestFullBounds(t *testing.T) {
	deep := strings.Repeat(`{"type":"array","items":`, 300) + `{}` + strings.Repeat("}", 300)
	var wide strings.Builder
	wide.WriteString(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{`)
	for c := 'A'; c < 'Z'; c++ {
		next := `{"$ref":"#/$defs/` + string(c+1) + `"}`
		wide.WriteString(`"` + string(c) + `":{"type":"object","properties":{"x":` + next + `,"y":` + next + `}},`)
	}
	wide.WriteString(`"Z":{}}}`)
	for _, text := range []string{deep, wide.String()} {
		raw, err := jsonvalue.ParseString(text)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(tstypes.Full(raw, 0)); n > 1<<20 {
			t.Errorf("%d bytes", n)
		}
	}
}

// Any JSON has a type, whose text is balanced; it stands in a declaration as it is.
func FuzzFull(f *testing.F) {
	for _, c := range get(loadVectors(f, "ts-types.json"), "cases").Elements() {
		f.Add(get(c, "schema").Text())
	}
	f.Add(`{"anyOf":[{"$ref":"#"},{"type":"array","items":[{"const":"*/"}]}],"description":"*/"}`)
	f.Fuzz(func(t *testing.T, document string) {
		raw, err := jsonvalue.ParseString(document)
		if err != nil {
			return
		}
		typ := tstypes.Full(raw, 1)
		balanced(t, typ)
		d := tstypes.Declare(tstypes.Tool{Name: "t", Args: typ, Output: (*schema.Schema)(nil)})
		if d.Args() != "  t: "+typ+";\n" || d.Output() != "  t: unknown;\n" {
			t.Errorf("declared %s%s", d.Args(), d.Output())
		}
	})
}
