package scripted_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
)

func TestParseRefuses(t *testing.T) {
	turns := func(turn string) string { return `{"version":1,"name":"x","turns":[` + turn + `]}` }
	cases := []struct{ name, text, reason string }{
		{"no JSON", "{\n\"version\": 1,,}", "line 2, column 14"},
		{"no object", "[]", `line 1`},
		{"no version", `{"name":"x","turns":[{"respond":{}}]}`, "version is 0, this program reads 1"},
		{"later version", `{"version":2,"name":"x","turns":[{"respond":{}}]}`, "version is 2"},
		{"no turns", `{"version":1,"name":"x"}`, "no turns"},
		{"unknown member", "{\"version\":1,\n\"turns\":[{\"respnd\":{}}]}", `line 2: "/turns/0/respnd" is no member of the format`},
		{"wrong type", turns(`{"respond":{"text":5}}`), `"/turns/0/respond/text" does not fit the format`},
		{"neither", turns(`{}`), "/turns/0 must have either respond or fail"},
		{"both", turns(`{"respond":{},"fail":{"code":"LLM_AUTH"}}`), "either respond or fail"},
		{"fail without code", turns(`{"fail":{}}`), "fails without a code"},
		{"negative wait", turns(`{"fail":{"code":"LLM_AUTH","retryAfterMs":-1}}`), "negative time"},
		{"unknown role", turns(`{"expect":{"role":"system"},"respond":{}}`), `the role "system"`},
		{"unknown reason", turns(`{"respond":{"finishReason":"length"}}`), `finishReason "length"`},
		{"arguments that are a list", turns(`{"respond":{"toolCalls":[{"name":"x","arguments":[]}]}}`), "arguments are of kind array"},
		{"lossy arguments", turns(`{"respond":{"toolCalls":[{"name":"x","arguments":{"x":-0}}]}}`), "negative zero"},
		{"unknown end", `{"version":1,"name":"x","turns":[{"respond":{}}],"then":"stop"}`, `/then is "stop"`},
		{"conversation without when", `{"version":1,"name":"x","conversations":[{"when":[],"turns":[{"respond":{}}]}]}`, "/conversations/0 must have either when or is"},
		{"conversation without turns", `{"version":1,"name":"x","conversations":[{"when":["a"]}]}`, "/conversations/0 has no turns"},
		{"turn of a conversation", `{"version":1,"name":"x","conversations":[{"when":["a"],"turns":[{}]}]}`, "/conversations/0/turns/0 must have"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := scripted.Parse([]byte(c.text))
			if llm.CodeOf(err) != scripted.CodeScript || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error = %v, want %s", err, c.reason)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	path := t.TempDir() + "/script.json"
	if _, err := scripted.Load(path); llm.CodeOf(err) != scripted.CodeScript || !strings.Contains(err.Error(), "script.json") {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := scripted.Load(path); llm.CodeOf(err) != scripted.CodeScript || !strings.Contains(err.Error(), "script.json") {
		t.Errorf("no script: %v", err)
	}
}

func TestEncode(t *testing.T) {
	script := load(t)
	text, err := script.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := scripted.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(script, back); diff != "" {
		t.Error(diff)
	}
	if again, _ := back.Encode(); string(again) != string(text) {
		t.Error("written differently the second time")
	}
}

func TestDefaultIsAScript(t *testing.T) {
	text, err := os.ReadFile("default.json")
	if err != nil {
		t.Fatal(err)
	}
	want, err := scripted.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, scripted.Default()); diff != "" {
		t.Error(diff)
	}
}
