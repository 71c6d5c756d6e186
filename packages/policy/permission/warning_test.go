package permission_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/testkit"
)

// withParameters is a tool that declares these arguments and checks nothing.
func withParameters(t testing.TB, name, schema string) tools.Definition {
	t.Helper()
	d := testkit.Tool(name, ok)
	d.Parameters, d.Arguments = args(t, schema), nil
	return d
}

func warnings(k *testkit.Kit, p *permission.Policy) string {
	var lines []string
	for _, w := range p.Warnings(k.Registry, k.Root.Key()) {
		lines = append(lines, w.Pointer+" "+w.At(""))
	}
	return strings.Join(lines, "\n")
}

func registerTyped(k *testkit.Kit) {
	k.Helper()
	for name, schema := range map[string]string{
		"bash": `{"type": "object", "properties": {"command": {"type": "string"}, "limits": {"type": "object",
			"properties": {"a/b": {}}, "additionalProperties": false}}, "additionalProperties": false}`,
		"write": `{"type": "object", "properties": {"path": {"type": "string"}}}`,
		"clock": `{"type": "object", "properties": {}, "additionalProperties": false}`,
		"vague": `{"type": "object"}`,
		"mixed": `{"type": "object", "properties": {"a": {}}, "anyOf": [{"properties": {"b": {}}}]}`,
	} {
		k.Register(withParameters(k, name, schema))
	}
}

func TestWarnings(t *testing.T) {
	k := testkit.New(t)
	registerTyped(k)
	for _, tt := range []struct{ tool, argument, want string }{
		{"bash", "command", ""},
		{"bash", "comand", `/rules/0/where/0/argument rule 1: tool "bash" has no argument "comand", did you mean "command"? The rule never matches`},
		{"bash", "Command", `/rules/0/where/0/argument rule 1: tool "bash" has no argument "Command", did you mean "command"? The rule never matches`},
		{"bash", "script", `/rules/0/where/0/argument rule 1: tool "bash" has no argument "script"; there are: command, limits. The rule never matches`},
		{"bash", "/limits/a~1b", ""},
		{"bash", "/command/0", ""}, // nothing is known below a text
		{"bash", "/limits/A~1B", `/rules/0/where/0/argument rule 1: tool "bash" has no argument "/limits/A~1B", did you mean "/limits/a~1b"? The rule never matches`},
		{"write", "pth", `/rules/0/where/0/argument rule 1: tool "write" has no argument "pth", did you mean "path"? The rule never matches`},
		{"clock", "zone", `/rules/0/where/0/argument rule 1: tool "clock" has no argument "zone"; there it has none. The rule never matches`},
		{"vague", "x", ""}, {"mixed", "x", ""},
		{"Bash", "command", `/rules/0/tool rule 1: no tool is named "Bash", did you mean "bash"? The rule never matches`},
		{"bsah", "command", `/rules/0/tool rule 1: no tool is named "bsah", did you mean "bash"? The rule never matches`},
		{"writes", "path", `/rules/0/tool rule 1: no tool is named "writes", did you mean "write"? The rule never matches`},
		{"run_cod", "code", `/rules/0/tool rule 1: no tool is named "run_cod", did you mean "run_code"? The rule never matches`},
		{"task", "x", ""}, {"run_code", "x", ""}, {"Bas*", "x", ""}, {"", "comand", ""},
	} {
		p := rules(t, `{"rules": [{"action": "deny", "tool": "`+tt.tool+`", "where": [{"argument": "`+tt.argument+`", "matches": ["*"]}]}]}`)
		if got := warnings(k, p); got != tt.want {
			t.Errorf("%s of %s:\n%s\nwant\n%s", tt.argument, tt.tool, got, tt.want)
		}
	}
}

// mountLogged mounts the plugin as a host does, and returns what it logs.
func mountLogged(k *testkit.Kit, p permission.Params, config string) *bytes.Buffer {
	k.Helper()
	log := &bytes.Buffer{}
	p.Tools, p.Logger = k.Registry, slog.New(slog.NewTextHandler(log, nil))
	ctx := plugin.WithPlaces(k.Context(), func(pointer string) string { return "f.yaml:" + pointer })
	must(k, permission.Plugin(p).Install(ctx, k.Root, []byte(config)))
	return log
}

// A rule is told of when an agent is created, and not again for the next agent
// and for calls.
func TestWarningsAreLoggedOnce(t *testing.T) {
	k := testkit.New(t)
	registerTyped(k)
	agents := newAgents(t)
	log := mountLogged(k, permission.Params{Agents: agents}, `{"rules": [
		{"action": "deny", "tool": "write"}, {"action": "deny", "tool": "bash", "where": [{"argument": "comand", "matches": ["*"]}]}]}`)
	if log.Len() > 0 {
		t.Errorf("before there is an agent: %s", log)
	}
	a := create(k, agents, "a", nil)
	want := `level=WARN msg="rule 2 (f.yaml:/rules/1/where/0/argument): tool \"bash\" has no argument \"comand\", ` +
		`did you mean \"command\"? The rule never matches" agent=a`
	if !strings.Contains(log.String(), want) {
		t.Errorf("got %s", log)
	}
	b := create(k, agents, "b", a)
	k.Run(t.Context(), &tools.Batch{Agent: b.Identity(), Calls: testkit.Calls("bash", "", "bash", "")})
	if n := strings.Count(log.String(), "WARN"); n != 1 {
		t.Errorf("%d warnings: %s", n, log)
	}
}

// Tools that come after the agent are looked at before its next call.
func TestWarningsAboutLateTools(t *testing.T) {
	k := testkit.New(t)
	agents := newAgents(t)
	log := mountLogged(k, permission.Params{Agents: agents}, `{"rules": [{"action": "deny", "tool": "Fetch"}]}`)
	a := create(k, agents, "a", nil)
	k.Register(testkit.Tool("fetch", func(context.Context, *tools.Exec) (any, error) { return log.String(), nil }))
	r := k.Run(t.Context(), &tools.Batch{Agent: a.Identity(), Calls: testkit.Calls("fetch", "")})
	if text := r.Outcomes[0].Result.Content().Text(); !strings.Contains(text, `The rule never matches`) {
		t.Errorf("at the call: %s", text)
	}
}

func TestNothingToWarnOf(t *testing.T) {
	k := testkit.New(t)
	p, err := permission.New(permission.Config{}, nil)
	must(t, err)
	must(t, p.Warn(k.Root, k.Registry, newAgents(t), nil))
	if got := warnings(k, p); got != "" {
		t.Error(got)
	}
}
