package mcp_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/mcp"
)

// A schema that nothing can be made of leaves the check to the server, and is
// reported.
func TestProblems(t *testing.T) {
	dial, _ := scripted(basic(`{"tools":[{"name":"ok","inputSchema":{"type":"object","properties":{"a":{"minimum":1}}}},`+
		`{"name":"elsewhere","inputSchema":{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}},`+
		`{"name":"nonsense","inputSchema":{"type":"object"},"outputSchema":{"type":"banana"}}]}`, answer("ran")))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	var got []string
	for _, p := range w.server().Problems() {
		got = append(got, p.Tool+" "+p.Err.Error()[:5])
	}
	if strings.Join(got, ";") != "elsewhere input;nonsense outpu" {
		t.Errorf("got %v", w.server().Problems())
	}
	if r := w.call("elsewhere", `{"a":1}`); r.IsError() {
		t.Error(r.Failure().Message())
	}
}
