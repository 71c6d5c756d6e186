package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
)

func manyTools(n int) string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"tool_%d","description":"Does thing number %d.","inputSchema":{"$schema":"x","type":"object","properties":{"q":{"type":"string"}}}}`, i, i)
	}
	b.WriteString(`]}`)
	return b.String()
}

// A large roster is deferred: a model finds tools by search and calls them.
func TestTenThousandTools(t *testing.T) {
	dial, _ := scripted(basic(manyTools(10_000), func(_ *script, r request) any {
		var p struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		_ = json.Unmarshal(r.Params, &p)
		return map[string]any{"content": []any{map[string]any{"type": "text", "text": p.Name + " " + string(p.Arguments)}}}
	}))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	described, err := w.reg.Describe(t.Context(), nil, nil)
	must(t, err)
	if n := len(w.names()); n != 10_002 || len(described.Tools) != 2 {
		t.Fatalf("%d tools, %d of them in the prompt", n, len(described.Tools))
	}
	r := w.run(t.Context(), mcp.SearchTool, `{"query":"thing 4711"}`)
	first, err := r.Value().Lookup("/tools/0/name")
	if name, _ := first.AsString(); err != nil || name != "mcp__s__tool_4711" {
		t.Fatalf("found %s", r.Content().Text())
	}
	var nested int
	must(t, w.reg.Events.Result.On(w.root, func(_ context.Context, o *tools.Outcome) error {
		if o.Call.Nested() && o.Call.Name() == "mcp__s__tool_4711" {
			nested++
		}
		return nil
	}))
	r = w.run(t.Context(), mcp.CallTool, `{"name":"mcp__s__tool_4711","arguments":{"q":"x"}}`)
	if got := r.Content().Text(); got != `tool_4711 {"q":"x"}` || nested != 1 {
		t.Errorf("got %q, %d nested calls", got, nested)
	}
	// A model that knows the name may call it itself.
	r = w.run(t.Context(), "mcp__s__tool_4711", `{"q":"y"}`)
	if got := r.Content().Text(); got != `tool_4711 {"q":"y"}` {
		t.Errorf("got %q", got)
	}
	r = w.run(t.Context(), mcp.CallTool, `{"name":"mcp__s__tool_4711","arguments":{"q":1}}`)
	if r.Failure().Code() != tools.CodeInvalidArgs {
		t.Errorf("got %+v", r.Failure())
	}
	r = w.run(t.Context(), mcp.CallTool, `{"name":"mcp_search_tools","arguments":{}}`)
	if r.Failure().Code() != tools.CodeUnknownTool {
		t.Errorf("got %+v", r.Failure())
	}
}

func TestDeferLoading(t *testing.T) {
	for _, tt := range []struct {
		name   string
		tools  int
		server *bool
		group  mcp.Config
		want   int // tools in all
	}{
		{"few", 100, nil, mcp.Config{}, 100},
		{"many", 101, nil, mcp.Config{}, 103},
		{"never", 101, nil, mcp.Config{DeferAbove: -1}, 101},
		{"always for a server", 1, new(true), mcp.Config{}, 3},
		{"never for a server", 101, new(false), mcp.Config{}, 101},
		{"without search", 101, nil, mcp.Config{NoSearch: true}, 101},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dial, _ := scripted(basic(manyTools(tt.tools), answer("")))
			w := newWorld(t, mcp.Options{Dial: dial})
			c := tt.group
			server := here
			server.DeferLoading = tt.server
			c.Servers = map[string]mcp.ServerConfig{"s": server}
			must(t, w.servers.Install(t.Context(), w.root, c))
			if n := len(w.names()); n != tt.want {
				t.Errorf("%d tools, want %d", n, tt.want)
			}
		})
	}
}

func TestSections(t *testing.T) {
	dial, _ := scripted(basic(oneTool, answer("")))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	s := w.servers.Sections(nil, nil)
	if len(s) != 1 || s[0].Name != "mcp:s" || !strings.Contains(s[0].Text, "begin with mcp__s__:\nBe kind.") {
		t.Errorf("got %+v", s)
	}
}

func TestNameTaken(t *testing.T) {
	dial, _ := scripted(basic(oneTool, answer("")))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	err := w.servers.Install(t.Context(), w.root, mcp.Config{Servers: map[string]mcp.ServerConfig{"s": here}})
	if mcp.CodeOf(err) != mcp.CodeNameTaken {
		t.Errorf("got %v", err)
	}
	if len(w.servers.All()) != 1 {
		t.Error("the live server lost its name")
	}
}

// A prompt has a server's instructions as long as the server's tools are there.
func TestPromptSection(t *testing.T) {
	prompt, err := systemprompt.New(systemprompt.Config{})
	must(t, err)
	list := `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`
	dial, _ := scripted(basic(list, die))
	w := newWorld(t, mcp.Options{Dial: dial, Prompt: prompt})
	c := here
	c.Reconnect.Enabled = new(false)
	w.install(c)
	system := func() string {
		a, err := prompt.Assemble(t.Context(), systemprompt.Input{})
		must(t, err)
		return a.System
	}
	if got := system(); !strings.Contains(got, "Be kind.") {
		t.Errorf("the prompt is %q", got)
	}
	w.call("t", "{}") // the server dies, and is not brought back
	for w.server().Status().State != mcp.StateFailed {
		time.Sleep(time.Millisecond)
	}
	if got := system(); got != "" {
		t.Errorf("the prompt is %q", got)
	}
}
