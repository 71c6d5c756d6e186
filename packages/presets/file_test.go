package presets_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/presets"
)

func TestParseFile(t *testing.T) {
	f, err := presets.ParseFile("f.yaml", []byte("preset: minimal\nrows:\n  - plugin: a\n    config: {n: 9007199254740993, s: [x]}\n  - {plugin: b, disabled: true}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Preset != "minimal" || len(f.Rows) != 2 || string(f.Rows[0].Config) != `{"n": 9007199254740993, "s": ["x"]}`+"\n" && strings.TrimSpace(string(f.Rows[0].Config)) != `{"n": 9007199254740993, "s": ["x"]}` || !f.Rows[1].Disabled {
		t.Errorf("got %+v with %s", f, f.Rows[0].Config)
	}
}

func TestParseFileNamesThePlace(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"unknown member", "preset: a\nrow: []\n", "[2:1]"},
		{"wrong type", "rows: 7\n", "[1:7]"},
		{"no plugin", "rows: [{config: {}}]\n", "rows[0] has no plugin"},
		{"not YAML", "rows: [\n", "f.yaml"},
		{"duplicate member", "preset: a\npreset: b\n", "[2:1]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := presets.ParseFile("f.yaml", []byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestWith(t *testing.T) {
	p := presets.Preset{Shared: []presets.Row{{Plugin: "a"}}, Agent: []presets.Row{{Plugin: "b"}}}
	q := p.With(presets.Row{Plugin: "b", Disabled: true}, presets.Row{Plugin: "c"})
	if !q.Agent[0].Disabled || len(q.Shared) != 2 || q.Shared[1].Plugin != "c" || p.Agent[0].Disabled {
		t.Errorf("got %+v from %+v", q, p)
	}
}

// Servers come as other MCP clients write them; the rest of such a file is
// theirs.
func TestServersOfOtherClients(t *testing.T) {
	const row = `{"mcpServers": {"a": {"args": ["-y"], "command": "x"}}}`
	for _, text := range []string{
		`{"mcpServers": {"a": {"command": "x", "args": ["-y"]}}}`,
		`{"theme": "dark", "mcpServers": {"a": {"command": "x", "args": ["-y"]}}}`,
		"preset: minimal\nrows: [{plugin: b}]\nmcpServers: {a: {command: x, args: [-y]}}\n",
	} {
		f, err := presets.ParseFile("f", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if f.Rows[0].Plugin != "mcp" || strings.TrimSpace(string(f.Rows[0].Config)) != row {
			t.Errorf("%s: got %+v with %s", text, f, f.Rows[0].Config)
		}
	}
	for text, want := range map[string]string{
		"preset: minimal\ntheme: dark\nmcpServers: {}\n":         "theme",
		"rows: [{plugin: mcp}]\nmcpServers: {a: {command: x}}\n": "keep one",
		`{"theme": "dark", "mcpServers": ["a"]}`:                 "f",
	} {
		if _, err := presets.ParseFile("f", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
