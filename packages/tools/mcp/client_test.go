package mcp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type sumIn struct {
	A int `json:"a"`
	B int `json:"b"`
}

type sumOut struct {
	Sum int `json:"sum"`
}

func addSum(s *sdk.Server) {
	sdk.AddTool(s, &sdk.Tool{Name: "sum", Description: "Adds."},
		func(_ context.Context, _ *sdk.CallToolRequest, in sumIn) (*sdk.CallToolResult, sumOut, error) {
			return nil, sumOut{in.A + in.B}, nil
		})
}

func TestCall(t *testing.T) {
	server := newServer()
	addSum(server)
	w := newWorld(t, mcp.Options{Dial: inProcess(server)})
	w.install(here)
	if diff := cmp.Diff([]string{"mcp__s__sum"}, w.names()); diff != "" {
		t.Fatal(diff)
	}
	r := w.call("sum", `{"a":2,"b":3}`)
	if got, want := r.Value().Text(), `{"content":[{"type":"text","text":"{\"sum\":5}"}],"structuredContent":{"sum":5}}`; got != want {
		t.Errorf("value %s, want %s (%v)", got, want, r.Failure())
	}
	if got, want := r.Content().Text(), `{"sum":5}`; got != want {
		t.Errorf("content %s, want %s", got, want)
	}
	r = w.call("sum", `{"a":2}`)
	if got, want := r.Failure().Message(), `invalid arguments: missing required property "b"`; got != want {
		t.Errorf("failure %s, want %s", got, want)
	}
}

// Every digit, the order of members and unknown blocks come through.
func TestExactResults(t *testing.T) {
	result := `{"content":[{"type":"text","text":"one"},{"type":"hologram","z":1,"a":2},{"type":"audio","mimeType":"audio/wav","data":"AA=="},` +
		`{"type":"resource_link","uri":"file:///x","name":"x"},{"type":"resource","resource":{"uri":"file:///y","text":"why"}}],` +
		`"structuredContent":{"z":9007199254740993,"a":1.10,"big":1e300}}`
	dial, _ := scripted(basic(`{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`, func(*script, request) any {
		return json.RawMessage(result)
	}))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	r := w.call("t", "")
	if got := r.Value().Text(); got != result {
		t.Errorf("value %s (%v)", got, r.Failure())
	}
	want := "one\n[unknown content hologram]\n[audio audio/wav]\nx: file:///x\n[resource file:///y]\nwhy"
	if got := r.Content().Text(); got != want {
		t.Errorf("content %q, want %q", got, want)
	}
}

func TestResultForms(t *testing.T) {
	for _, tt := range []struct{ name, result, content, failure string }{
		{"error", `{"content":[{"type":"text","text":"no"},{"type":"text","text":"way"}],"isError":true}`, "Error: no\nway", "no\nway"},
		{"nothing visible", `{"content":[]}`, "(t returned no model-visible content)", ""},
		{"only structured", `{"content":[],"structuredContent":{"a":1}}`, `{"a":1}`, ""},
		{"legacy", `{"toolResult":{"a":1}}`, `{"a":1}`, ""},
		{"lossy number", `{"content":[],"structuredContent":{"a":1e999}}`, "", "cannot be kept exactly"},
		{"no result at all", `{}`, "", "no tool result"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dial, _ := scripted(basic(`{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`, func(*script, request) any {
				return json.RawMessage(tt.result)
			}))
			w := newWorld(t, mcp.Options{Dial: dial})
			w.install(here)
			r := w.call("t", "{}")
			switch {
			case tt.failure == "" && r.IsError():
				t.Fatal(r.Failure().Message())
			case tt.failure != "" && !strings.Contains(r.Failure().Message(), tt.failure):
				t.Errorf("failure %q, want %q", r.Failure().Message(), tt.failure)
			case tt.content != "" && r.Content().Text() != tt.content:
				t.Errorf("content %q, want %q", r.Content().Text(), tt.content)
			}
		})
	}
}
