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
	if got := f.PresetPlace.Prefix(""); got != "f.yaml:1: " {
		t.Errorf("the preset is at %q", got)
	}
	if f.Preset != "minimal" || len(f.Rows) != 2 || string(f.Rows[0].Config) != `{"n": 9007199254740993, "s": ["x"]}`+"\n" && strings.TrimSpace(string(f.Rows[0].Config)) != `{"n": 9007199254740993, "s": ["x"]}` || !f.Rows[1].Disabled {
		t.Errorf("got %+v with %s", f, f.Rows[0].Config)
	}
}

func TestParseFileNamesThePlace(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"unknown member", "preset: a\nrow: []\n",
			`f.yaml:2: unknown field "row", did you mean "rows"? (known: mcpServers, preset, rows)`},
		{"unknown member of a row", "rows:\n  - plugin: a\n    confg: {}\n",
			`f.yaml:3: unknown field "confg", did you mean "config"? (known: config, disabled, plugin)`},
		{"far from everything", "preset: a\nxyzzy: 1\n",
			`f.yaml:2: unknown field "xyzzy" (known: mcpServers, preset, rows)`},
		{"not a mapping", "- a\n", "f.yaml:1: the file must be a mapping of mcpServers, preset, rows"},
		{"rows no list", "rows: 7\n", "f.yaml:1: rows must be a list"},
		{"row no mapping", "rows:\n  - a\n", "f.yaml:2: rows[0] must be a mapping of config, disabled, plugin"},
		{"plugin no name", "rows:\n  - plugin: [a]\n", "f.yaml:2: plugin must be a name"},
		{"config no mapping", "rows:\n  - plugin: a\n    config: 7\n", "f.yaml:3: config must be a mapping"},
		{"disabled no boolean", "rows:\n- plugin: a\n  disabled: maybe\n", "f.yaml:3: disabled must be true or false"},
		{"preset no name", "preset: 7\n", "f.yaml:1: preset must be a name"},
		{"no plugin", "rows:\n- disabled: true\n- config: {}\n",
			"f.yaml:2: rows[0] has no plugin: name the plugin that the row mounts"},
		{"plugin twice", "rows:\n- plugin: a\n- plugin: b\n- {plugin: a, disabled: true}\n",
			`f.yaml:4: rows[2] is a second row of plugin "a": keep this one or that of line 2`},
		{"not YAML", "preset: a\nrows: [\n", "f.yaml:2: "},
		{"duplicate member", "preset: a\npreset: b\n", `f.yaml:2: mapping key "preset" already defined`},
		{"duplicate configuration", "rows:\n- plugin: a\n  config:\n    n: 1\n    n: 2\n", "f.yaml:5: "},
		{"two documents", "preset: a\n---\npreset: b\n", "f.yaml:3: a second document"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := presets.ParseFile("f.yaml", []byte(tt.text)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// Members of configurations have lines, through anchors and in every style.
func TestPlaces(t *testing.T) {
	f, err := presets.ParseFile("f.yaml", []byte(`rows:
  - plugin: a
    config: &shared
      rules:
        - tool: bash
          where: [{argument: x},
            {argument: y}]
  - {plugin: b, config: *shared}
`))
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"": "f.yaml:2: ", "/rules": "f.yaml:4: ", "/rules/0/tool": "f.yaml:5: ",
		"/rules/0/where/1/argument": "f.yaml:7: ", "/rules/0/none/of/these": "f.yaml:5: ", "/nowhere": "f.yaml:2: ",
	} {
		if got := f.Rows[0].Place.Prefix(pointer); got != want {
			t.Errorf("%q: got %q, want %q", pointer, got, want)
		}
	}
	if got := f.Rows[1].Place.Prefix("/rules"); got != "f.yaml:8: " || string(f.Rows[1].Config) != string(f.Rows[0].Config) {
		t.Errorf("the alias: %q with %s", got, f.Rows[1].Config)
	}
	for text, want := range map[string]string{
		"rules[0].where[1].argument is blank": "/rules/0/where/1/argument", "rule 7 of rules is none": "/rules",
		"rules[9].tool": "/rules", "nothing is named": "", "": "",
	} {
		if got := f.Rows[0].Place.Named(text); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
	if got := (presets.Place{}).Prefix("/x"); got != "" {
		t.Errorf("nowhere: %q", got)
	}
}

func TestNear(t *testing.T) {
	known := []string{"tool-bash", "tool-bash-persistent", "tool-read", "tool-read-image", "policy-retry"}
	for name, want := range map[string]string{
		"tool-raed": "tool-read", "bash": "tool-bash tool-bash-persistent", "Tool-Read": "tool-read",
		"policy-rety": "policy-retry", "kubernetes": "", "": "",
	} {
		if got := strings.Join(presets.Near(name, known), " "); got != want && !strings.HasPrefix(got, want+" ") || want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func FuzzParseFile(f *testing.F) {
	f.Add("preset: a\nrows:\n  - {plugin: b, config: {c: [1, 2]}}\n")
	f.Add("a: &a [*a]\n")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := presets.ParseFile("f", []byte(text)); err != nil && err.Error() == "" {
			t.Error("an error without a text")
		}
	})
}

func TestWith(t *testing.T) {
	p := presets.Preset{Shared: []presets.Row{{Plugin: "a"}}, Agent: []presets.Row{{Plugin: "b"}}}
	q := p.With(presets.Row{Plugin: "b", Disabled: true}, presets.Row{Plugin: "c"})
	if !q.Agent[0].Disabled || len(q.Shared) != 2 || q.Shared[1].Plugin != "c" || p.Agent[0].Disabled {
		t.Errorf("got %+v from %+v", q, p)
	}
}

// A changed row keeps what it does not name, so that nothing is unconfined by a
// change of something else.
func TestWithLaysConfigurationsOver(t *testing.T) {
	for _, c := range []struct{ preset, row, want string }{
		{`{"sandbox":{"mode":"workspace-write"}}`, `{"timeoutMs":3}`, `{"sandbox":{"mode":"workspace-write"},"timeoutMs":3}`},
		{`{"sandbox":{"mode":"read-only","x":1}}`, `{"sandbox":{"mode":"y"}}`, `{"sandbox":{"mode":"y","x":1}}`},
		{`{"a":[1,2],"b":12345678901234567890}`, `{"a":[3]}`, `{"a":[3],"b":12345678901234567890}`},
		{`{"a":1,"b":{"c":1,"d":2}}`, `{"a":null,"b":{"c":null}}`, `{"b":{"d":2}}`},
		{`{"a":1}`, `{"a":{"b":1,"c":null}}`, `{"a":{"b":1}}`},
		{`{"a":1}`, ``, `{"a":1}`},
		{``, `{"a":1}`, `{"a":1}`},
		{``, ``, ``},
		{`{"a":1}`, `[1]`, `[1]`}, // refused where it is read
	} {
		p := presets.Preset{Shared: []presets.Row{{Plugin: "a", Config: []byte(c.preset)}}}
		got := string(p.With(presets.Row{Plugin: "a", Config: []byte(c.row)}).Shared[0].Config)
		if got != c.want {
			t.Errorf("%s over %s is %s, want %s", c.row, c.preset, got, c.want)
		}
		if before := string(p.Shared[0].Config); before != c.preset {
			t.Errorf("the preset itself became %s", before)
		}
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
