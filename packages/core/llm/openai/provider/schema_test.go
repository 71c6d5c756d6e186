package provider_test

import (
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"github.com/go-json-experiment/json"
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
func project(t testing.TB, d provider.Dialect, parameters jsonvalue.Value) string {
	t.Helper()
	tools := provider.Project([]llm.ToolDeclaration{{Name: "tool", Parameters: parameters}}, d)
	if len(tools.List) == 0 {
		return "left out: " + tools.Warnings[0].Text
	}
	return tools.List[0].Parameters.Text()
}

// The cases are in testdata/projection.json: for each dialect, or all, either the projected schema or
// what the warning says about the tool that was left out.
func TestProjection(t *testing.T) {
	text, err := os.ReadFile("testdata/projection.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name    string                     `json:"name"`
		In      jsonvalue.Value            `json:"in"`
		Want    map[string]jsonvalue.Value `json:"want"`
		LeftOut map[string]string          `json:"leftOut"`
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for name, d := range dialects() {
			got := project(t, d, c.In)
			want, ok := choose(c.Want, name)
			says, _ := choose(c.LeftOut, name)
			switch {
			case ok && got != want.Text():
				t.Errorf("%s, %s:\n got %s\nwant %s", c.Name, name, got, want)
			case !ok && !strings.Contains(got, says):
				t.Errorf("%s, %s: %s does not say %q", c.Name, name, got, says)
			}
		}
	}
}

func dialects() map[string]provider.Dialect {
	return map[string]provider.Dialect{
		"compatible": provider.Compatible(), "full": provider.Full(), "gemini": provider.Gemini(),
	}
}

func choose[V any](byDialect map[string]V, name string) (V, bool) {
	if v, ok := byDialect[name]; ok {
		return v, true
	}
	v, ok := byDialect["all"]
	return v, ok
}

func TestDeepSchemas(t *testing.T) {
	deep := strings.Repeat(`{"type":"array","items":`, 5_000) + "{}" + strings.Repeat("}", 5_000)
	got := project(t, provider.Compatible(), parse(t, `{"properties":{"p":`+deep+`}}`))
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
	in := parse(t, `{"properties":{"z":{"type":["a","b"]},"y":{"oneOf":[{},{"type":"null"}]},`+
		`"x":{"$ref":"#/$defs/w"}},"$defs":{"w":{"const":[1]}}}`)
	for _, d := range dialects() {
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
		for _, d := range dialects() {
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
