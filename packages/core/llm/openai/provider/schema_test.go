package provider_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

func parse(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func declare(t testing.TB, name, parameters string) llm.ToolDeclaration {
	t.Helper()
	d := llm.ToolDeclaration{Name: name, Description: "about " + name}
	if parameters != "" {
		d.Parameters = parse(t, parameters)
	}
	return d
}

// project projects one tool's parameters; a tool that was left out gives its warning.
func project(t testing.TB, d provider.Dialect, parameters string) string {
	t.Helper()
	tools := provider.Project([]llm.ToolDeclaration{declare(t, "tool", parameters)}, d)
	if len(tools.List) == 0 {
		return "left out: " + tools.Warnings[0].Text
	}
	return tools.List[0].Parameters.Text()
}

func TestProjection(t *testing.T) {
	dialects := map[string]provider.Dialect{
		"compatible": provider.Compatible(), "full": provider.Full(), "gemini": provider.Gemini(),
	}
	const empty = `{"type":"object","properties":{}}`
	of := func(schema string) string { return `{"type":"object","properties":{"p":` + schema + `}}` }
	for _, test := range []struct {
		name, in string
		want     map[string]string // by dialect; "" stands for all others
	}{
		{"absent", "", map[string]string{"": empty}},
		{"null", "null", map[string]string{"": empty}},
		{"true", "true", map[string]string{"": empty}},
		{"empty", "{}", map[string]string{"": empty}},
		{"no properties", `{"type":"object"}`, map[string]string{"": empty}},
		{"no type", `{"properties":{"a":{"type":"string"}}}`, map[string]string{
			"": `{"type":"object","properties":{"a":{"type":"string"}}}`,
		}},
		{"nullable root", `{"type":["null","object"]}`, map[string]string{"": empty}},
		{"order is kept", `{"$schema":"x","required":["z"],"properties":{"z":{"type":"string"},"a":{"type":"number"}},"type":"object"}`,
			map[string]string{
				"": `{"type":"object","required":["z"],"properties":{"z":{"type":"string"},"a":{"type":"number"}}}`,
			}},
		{"array without items", of(`{"type":"array"}`), map[string]string{
			"": of(`{"type":"array","items":{}}`),
		}},
		{"nullable array", of(`{"type":["array","null"],"description":"d","items":{"type":"string"},"minItems":1}`), map[string]string{
			"full":   of(`{"type":["array","null"],"description":"d","items":{"type":"string"},"minItems":1}`),
			"":       of(`{"description":"d","anyOf":[{"type":"array","items":{"type":"string"},"minItems":1},{"type":"null"}]}`),
			"gemini": of(`{"description":"d","nullable":true,"type":"array","items":{"type":"string"},"minItems":1}`),
		}},
		{"list of one type", of(`{"type":["string"],"minLength":1}`), map[string]string{
			"full": of(`{"type":["string"],"minLength":1}`),
			"":     of(`{"type":"string","minLength":1}`),
		}},
		{"several types", of(`{"type":["string","integer","null"],"enum":["a",1,null],"minimum":0}`), map[string]string{
			"full":       of(`{"type":["string","integer","null"],"enum":["a",1,null],"minimum":0}`),
			"compatible": of(`{"anyOf":[{"type":"string","enum":["a"]},{"type":"integer","enum":[1],"minimum":0},{"type":"null","enum":[null]}]}`),
			"gemini":     of(`{"anyOf":[{"type":"string"},{"type":"integer","minimum":0}],"nullable":true}`),
		}},
		{"one of", of(`{"oneOf":[{"type":"string"},{"type":"null"}]}`), map[string]string{
			"full":   of(`{"oneOf":[{"type":"string"},{"type":"null"}]}`),
			"":       of(`{"anyOf":[{"type":"string"},{"type":"null"}]}`),
			"gemini": of(`{"nullable":true,"type":"string"}`),
		}},
		{"const", of(`{"const":"x"}`), map[string]string{
			"full": of(`{"const":"x"}`), "": of(`{"enum":["x"]}`),
		}},
		{"numeric enum", of(`{"type":"integer","enum":[1,2]}`), map[string]string{
			"": of(`{"type":"integer","enum":[1,2]}`), "gemini": of(`{"type":"integer"}`),
		}},
		{"closed", `{"type":"object","properties":{},"additionalProperties":false}`, map[string]string{
			"":       `{"type":"object","properties":{},"additionalProperties":false}`,
			"gemini": empty,
		}},
		{"map", of(`{"type":"object","additionalProperties":{"type":["string","null"]}}`), map[string]string{
			"full":       of(`{"type":"object","additionalProperties":{"type":["string","null"]}}`),
			"compatible": of(`{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"null"}]}}`),
			"gemini":     of(`{"type":"object"}`),
		}},
		{"reference", `{"type":"object","properties":{"p":{"$ref":"#/$defs/q","description":"here"}},"$defs":{"q":{"type":"array","description":"there"}}}`, map[string]string{
			"full": `{"type":"object","properties":{"p":{"$ref":"#/$defs/q","description":"here"}},"$defs":{"q":{"type":"array","description":"there","items":{}}}}`,
			"":     of(`{"type":"array","description":"here","items":{}}`),
		}},
		{"recursion", `{"type":"object","properties":{"p":{"$ref":"#"}}}`, map[string]string{
			"full": `{"type":"object","properties":{"p":{"$ref":"#"}}}`,
			"":     `contains itself through "#"`,
		}},
		{"dangling reference", of(`{"$ref":"#/$defs/none"}`), map[string]string{
			"full": of(`{"$ref":"#/$defs/none"}`), "": "leads nowhere",
		}},
		{"foreign reference", of(`{"$ref":"https://example.com/s.json"}`), map[string]string{
			"full": of(`{"$ref":"https://example.com/s.json"}`), "": "leads out of the schema",
		}},
		{"boolean schemas", of(`{"type":"object","properties":{"a":true,"b":false},"additionalProperties":true}`), map[string]string{
			"":       of(`{"type":"object","properties":{"a":{}},"additionalProperties":true}`),
			"gemini": of(`{"type":"object","properties":{"a":{}}}`),
		}},
		{"tuple", of(`{"type":"array","items":[{"type":"string"},{"type":"number"}]}`), map[string]string{
			"": of(`{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"}]}}`),
		}},
		{"closed tuple", of(`{"type":"array","prefixItems":[{"type":"string"}],"items":false}`), map[string]string{
			"full": of(`{"type":"array","prefixItems":[{"type":"string"}],"items":{}}`),
			"":     of(`{"type":"array","items":{}}`),
		}},
		{"conditions", of(`{"type":"string","not":{"const":"x"},"if":{},"then":{}}`), map[string]string{
			"full": of(`{"type":"string","not":{"const":"x"},"if":{},"then":{}}`),
			"":     of(`{"type":"string"}`),
		}},
		{"union at the root", `{"oneOf":[{"type":"object","properties":{"a":{"type":"string"},"k":{"const":1}},"required":["a","k"]},{"properties":{"b":{"type":"string"},"k":{"const":2}},"required":["b","k"],"additionalProperties":false}]}`, map[string]string{
			"full":       `{"type":"object","properties":{"a":{"type":"string"},"k":{"anyOf":[{"const":1},{"const":2}]},"b":{"type":"string"}},"required":["k"]}`,
			"compatible": `{"type":"object","properties":{"a":{"type":"string"},"k":{"anyOf":[{"enum":[1]},{"enum":[2]}]},"b":{"type":"string"}},"required":["k"]}`,
			"gemini":     `{"type":"object","properties":{"a":{"type":"string"},"k":{},"b":{"type":"string"}},"required":["k"]}`,
		}},
		{"all of at the root", `{"type":"object","properties":{"a":{}},"required":["a"],"allOf":[{"properties":{"b":{}},"required":["b"]},{"required":["a","c"]}]}`, map[string]string{
			"full":       `{"type":"object","properties":{"a":{},"b":{}},"required":["a","b","c"]}`,
			"compatible": `{"type":"object","properties":{"a":{},"b":{}},"required":["a","b","c"]}`,
			"gemini":     `{"type":"object","properties":{"a":{},"b":{}},"required":["a","b","c"]}`,
		}},
		{"not an object", `{"type":"string"}`, map[string]string{"": "arguments are an object"}},
		{"not a schema", `[1]`, map[string]string{"": "a schema is an object or a boolean"}},
		{"nothing allowed", `false`, map[string]string{"": "allows nothing"}},
		{"bad property", of(`7`), map[string]string{"": "parameters/properties/p: a schema is"}},
		{"bad union", of(`{"anyOf":{}}`), map[string]string{"": "parameters/properties/p/anyOf: this must"}},
		{"union of others at the root", `{"anyOf":[{"type":"string"}]}`, map[string]string{"": "arguments are an object"}},
	} {
		for name, d := range dialects {
			want, ok := test.want[name]
			if !ok {
				want = test.want[""]
			}
			got := project(t, d, test.in)
			if got != want && (strings.HasPrefix(want, "{") || !strings.Contains(got, want)) {
				t.Errorf("%s, %s:\n got %s\nwant %s", test.name, name, got, want)
			}
		}
	}
}

func TestDeepSchemas(t *testing.T) {
	deep := strings.Repeat(`{"type":"array","items":`, 5_000) + "{}" + strings.Repeat("}", 5_000)
	got := project(t, provider.Compatible(), `{"properties":{"p":`+deep+`}}`)
	if !strings.Contains(got, "nested more than 100 deep") {
		t.Errorf("got %.200s", got)
	}
}

// One tool that cannot be declared does not take the others with it.
func TestToolsThatAreLeftOut(t *testing.T) {
	tools := provider.Project([]llm.ToolDeclaration{
		declare(t, "good", `{}`),
		declare(t, "bad", `{"type":"string"}`),
		declare(t, "", `{}`),
		declare(t, "good", `{}`),
		declare(t, "last", `{}`),
	}, provider.Compatible())
	if len(tools.List) != 2 || tools.List[0].Name != "good" || tools.List[1].Name != "last" {
		t.Errorf("declared %+v", tools.List)
	}
	if len(tools.Warnings) != 3 || tools.Warnings[0].Subject != "bad" ||
		!strings.Contains(tools.Warnings[0].Text, `tool "bad" is left out`) {
		t.Errorf("warnings %+v", tools.Warnings)
	}
	if !tools.Has("good") || tools.Has("bad") || tools.Has("") {
		t.Error("Has is wrong")
	}
}

func TestNames(t *testing.T) {
	long := strings.Repeat("a", 64)
	names := []string{"read", "mcp__s__t", "a.b", "a-b", "a/b", "ünï", "日本", long, long + "x", long + "y"}
	var declared []llm.ToolDeclaration
	for _, name := range names {
		declared = append(declared, declare(t, name, ""))
	}
	tools := provider.Project(declared, provider.Compatible())
	if len(tools.List) != len(names) {
		t.Fatalf("declared %d of %d: %+v", len(tools.List), len(names), tools.Warnings)
	}
	seen := map[string]bool{}
	for i, tool := range tools.List {
		plain := strings.Trim(tool.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
		if plain != "" || len(tool.Name) > 64 || seen[tool.Name] {
			t.Errorf("%q became %q", names[i], tool.Name)
		}
		seen[tool.Name] = true
		if tools.Original(tool.Name) != names[i] || tools.Wire(names[i]) != tool.Name {
			t.Errorf("%q does not come back from %q", names[i], tool.Name)
		}
	}
	if tools.Wire("read") != "read" || tools.Wire(long) != long {
		t.Error("a good name was changed")
	}
	if tools.Original("unknown") != "unknown" {
		t.Error("an unknown name was changed")
	}
}

// The bytes of a declaration depend on nothing but the declaration.
func TestProjectionIsStable(t *testing.T) {
	const in = `{"properties":{"z":{"type":["a","b"]},"y":{"oneOf":[{},{"type":"null"}]},"x":{"$ref":"#/$defs/w"}},"$defs":{"w":{"const":[1]}}}`
	for _, d := range []provider.Dialect{provider.Compatible(), provider.Full(), provider.Gemini()} {
		first := project(t, d, in)
		for range 50 {
			if again := project(t, d, in); again != first {
				t.Fatalf("first %s\nthen %s", first, again)
			}
		}
	}
}

// Whatever the parameters are, what is declared is an object with properties and no union.
func FuzzProject(f *testing.F) {
	f.Add([]byte(`{"anyOf":[{"properties":{"a":{"type":["string","null"]}}},true]}`))
	f.Add([]byte(`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}`))
	f.Add([]byte(`{"properties":{"p":{"items":[{"const":null},false],"enum":[1,"x"]}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := jsonvalue.Parse(text)
		if err != nil {
			return
		}
		for _, d := range []provider.Dialect{provider.Compatible(), provider.Full(), provider.Gemini()} {
			tools := provider.Project([]llm.ToolDeclaration{{Name: "t", Parameters: v}}, d)
			if len(tools.List)+len(tools.Warnings) != 1 {
				t.Fatalf("%d tools and %d warnings", len(tools.List), len(tools.Warnings))
			}
			for _, tool := range tools.List {
				checkRoot(t, tool.Parameters)
			}
		}
	})
}

func checkRoot(t *testing.T, v jsonvalue.Value) {
	t.Helper()
	kind, _ := v.Get("type")
	properties, ok := v.Get("properties")
	if s, _ := kind.AsString(); s != "object" || !ok || properties.Kind() != jsonvalue.KindObject {
		t.Errorf("declared %s", v.Text())
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf", "enum", "not"} {
		if _, ok := v.Get(keyword); ok {
			t.Errorf("declared with %s: %s", keyword, v.Text())
		}
	}
}
