package mcp_test

import (
	"strings"
	"testing"

	full "github.com/dsh-go/dsh/packages/core/json-schema-full"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"pgregory.net/rapid"
)

func parse(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseString(text)
	must(t, err)
	return v
}

// What programs see of schemas beyond the subset.
func TestProjection(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"keywords beyond the subset", `{"type":"object","properties":{"n":{"type":"integer","minimum":1},"s":{"type":"string","format":"uri","pattern":"x"}},"required":["n"]}`,
			"{\n  n: number;\n  s?: string;\n} & Record<string, JsonValue>"},
		{"reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/p"}},"additionalProperties":false,"$defs":{"p":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"],"additionalProperties":false}}}`,
			"{\n  a?: {\n    x: number;\n  };\n}"},
		{"cycle", `{"type":"object","properties":{"next":{"$ref":"#"},"v":{"type":"string"}}}`,
			"{\n  next?: {\n    next?: JsonValue;\n    v?: string;\n  } & Record<string, JsonValue>;\n  v?: string;\n} & Record<string, JsonValue>"},
		{"several types", `{"type":["string","null"],"maxLength":3}`, "string | null"},
		{"numbers", `{"type":["integer","number"],"maximum":3}`, "number"},
		{"anyOf apart", `{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string","minLength":1}}]}`, "string | string[]"},
		{"anyOf together", `{"anyOf":[{"type":"object","properties":{"a":{}}},{"type":"object"}]}`, "JsonValue"},
		{"told apart", `{"anyOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}`,
			"{\n  k: \"a\";\n} & Record<string, JsonValue> | {\n  k: \"b\";\n} & Record<string, JsonValue>"},
		{"enum without a type", `{"enum":["a",1,null,true]}`, `"a" | 1 | null | true`},
		{"enum of objects", `{"enum":[{}]}`, "JsonValue"},
		{"all", `{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"number"}}}]}`,
			"{\n  a: string;\n  b?: number;\n} & Record<string, JsonValue>"},
		{"elsewhere", `{"$ref":"https://example.com/x"}`, "JsonValue"},
		{"boolean", `true`, "JsonValue"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tstypes.Of(mcp.Project(parse(t, tt.schema)), 0); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A projection unfolds in bounds, whatever the schema.
func TestProjectionBounds(t *testing.T) {
	deep := `{"type":"string"}`
	for range 300 {
		deep = `{"type":"array","items":` + deep + `}`
	}
	var wide strings.Builder
	wide.WriteString(`{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range 40 {
		n := string(rune('A' + i%26))
		wide.WriteString(`"d` + itoa(i) + `":{"type":"object","properties":{"` + n + `":{"$ref":"#/$defs/d` + itoa(i+1) + `"},"x":{"$ref":"#/$defs/d` + itoa(i+1) + `"}}},`)
	}
	wide.WriteString(`"d40":{"type":"string"}}}`)
	for _, text := range []string{deep, wide.String()} {
		if _, err := schema.Compile(mcp.Project(parse(t, text))); err != nil {
			t.Error(err)
		}
	}
}

func itoa(i int) string { return jsonvalue.Int(int64(i)).Text() }

// Whatever a schema accepts, its projection accepts.
func TestProjectionAcceptsMore(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		raw := parse(t, drawSchema(r, 3))
		exact, err := full.Compile(raw)
		if err != nil {
			return
		}
		loose, err := schema.Compile(mcp.Project(raw))
		if err != nil {
			r.Fatalf("%s\nprojects to %s\n%v", raw.Text(), mcp.Project(raw).Text(), err)
		}
		for range 20 {
			v := parse(t, drawValue(r, 3))
			if len(exact.Violations(v, "value")) == 0 && !loose.Valid(v) {
				r.Fatalf("%s accepts %s, but %s does not: %v", raw.Text(), v.Text(), loose, loose.Violations(v, "value"))
			}
		}
	})
}

func drawSchema(r *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{`{"type":"string"}`, `{"type":"integer"}`, `{}`, `{"enum":["a",1]}`, `{"const":true}`, `{"type":"null"}`}).Draw(r, "leaf")
	}
	sub := func() string { return drawSchema(r, depth-1) }
	return rapid.SampledFrom([]func() string{
		func() string {
			return `{"type":"object","properties":{"a":` + sub() + `,"b":` + sub() + `},"required":["a"],"additionalProperties":` +
				rapid.SampledFrom([]string{"true", "false", `{"type":"string"}`}).Draw(r, "more") + `}`
		},
		func() string { return `{"type":"array","items":` + sub() + `,"maxItems":2}` },
		func() string { return `{"anyOf":[` + sub() + `,` + sub() + `]}` },
		func() string { return `{"oneOf":[` + sub() + `,` + sub() + `]}` },
		func() string { return `{"allOf":[` + sub() + `,` + sub() + `]}` },
		func() string { return `{"type":["string","object","number"],"properties":{"a":` + sub() + `}}` },
		func() string { return `{"properties":{"a":` + sub() + `}}` },
		func() string { return `{"not":` + sub() + `}` },
		func() string { return `{"$ref":"#/$defs/x","$defs":{"x":` + sub() + `}}` },
		sub,
	}).Draw(r, "form")()
}

func drawValue(r *rapid.T, depth int) string {
	scalars := []string{`"a"`, `"b"`, `1`, `2.5`, `true`, `null`, `{}`, `[]`}
	if depth == 0 {
		return rapid.SampledFrom(scalars).Draw(r, "scalar")
	}
	switch rapid.IntRange(0, 3).Draw(r, "kind") {
	case 0:
		return `{"a":` + drawValue(r, depth-1) + `}`
	case 1:
		return `{"a":` + drawValue(r, depth-1) + `,"b":` + drawValue(r, depth-1) + `}`
	case 2:
		return `[` + drawValue(r, depth-1) + `]`
	}
	return rapid.SampledFrom(scalars).Draw(r, "scalar")
}

// Arguments are checked against the whole schema before the server is called,
// and structured content against the server's output schema.
func TestWholeSchemas(t *testing.T) {
	list := `{"tools":[{"name":"t","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
		`"properties":{"node":{"$ref":"#/$defs/node"}},"required":["node"],"$defs":{"node":{"type":"object","properties":{` +
		`"v":{"type":"string","pattern":"^[a-z]+$"},"next":{"$ref":"#/$defs/node"}},"required":["v"]}}},` +
		`"outputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"]}}]}`
	calls := 0
	dial, _ := scripted(basic(list, func(_ *script, r request) any {
		calls++
		if strings.Contains(string(r.Params), `"good"`) {
			return map[string]any{"content": []any{}, "structuredContent": map[string]any{"n": 1}}
		}
		return map[string]any{"content": []any{}, "structuredContent": map[string]any{"n": 0}}
	}))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	r := w.call("t", `{"node":{"v":"a","next":{"v":"B"}}}`)
	if r.Failure() == nil || r.Failure().Code() != "INVALID_ARGS" || calls != 0 || !strings.Contains(r.Failure().Message(), "node.next.v") {
		t.Errorf("%d calls, %+v", calls, r.Failure())
	}
	if r = w.call("t", `{"node":{"v":"good","next":{"v":"b"}}}`); r.IsError() {
		t.Error(r.Failure().Message())
	}
	r = w.call("t", `{"node":{"v":"bad"}}`)
	if r.Failure() == nil || r.Failure().Code() != "INVALID_TOOL_OUTPUT" {
		t.Errorf("%+v", r.Failure())
	}
	reg, _ := w.reg.Get("mcp__s__t", nil, nil)
	if got := reg.TypeScript().Args(); !strings.Contains(got, "next?: JsonValue;") {
		t.Errorf("programs see %s", got)
	}
	if got := reg.Declaration().Parameters.Text(); !strings.Contains(got, `"pattern":"^[a-z]+$"`) {
		t.Errorf("models see %s", got)
	}
}

// Programs see what TypeScript can say, which is more than the subset.
func TestTypesOfPrograms(t *testing.T) {
	dial, _ := scripted(basic(`{"tools":[{"name":"t","inputSchema":{"type":"object","additionalProperties":false,"properties":{`+
		`"labels":{"type":"object","additionalProperties":{"type":"string"}},"at":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,"items":false},`+
		`"who":{"anyOf":[{"type":"object","properties":{"id":{"type":"integer"}},"additionalProperties":false},{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":false}]}}},`+
		`"outputSchema":{"type":"object","properties":{"counts":{"type":"object","additionalProperties":{"type":"integer","minimum":0}}},"required":["counts"],"additionalProperties":false}},`+
		`{"name":"plain","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}]}`, answer("")))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	reg, _ := w.reg.Get("mcp__s__t", nil, nil)
	args := `  mcp__s__t: {
    labels?: Record<string, string>;
    at?: [number, number];
    who?: {
      id?: number;
    } | {
      name?: string;
    };
  };
`
	if got := reg.TypeScript().Args(); got != args {
		t.Errorf("arguments %s", got)
	}
	output := `  mcp__s__t: {
    content: JsonValue[];
    structuredContent: {
      counts: Record<string, number>;
    };
  };
`
	if got := reg.TypeScript().Output(); got != output {
		t.Errorf("output %s", got)
	}
	reg, _ = w.reg.Get("mcp__s__plain", nil, nil)
	if got, want := reg.TypeScript().Args(), "  mcp__s__plain: {\n    a?: string;\n  };\n"; got != want {
		t.Errorf("arguments %s", got)
	}
}
