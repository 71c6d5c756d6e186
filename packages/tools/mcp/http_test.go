package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// serveHTTP starts a streamable HTTP server around the SDK's.
func serveHTTP(t *testing.T, server *sdk.Server, o *sdk.StreamableHTTPOptions) *httptest.Server {
	t.Helper()
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, o)
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		for session := range server.Sessions() {
			_ = session.Close()
		}
		s.Close()
	})
	return s
}

func TestHTTP(t *testing.T) {
	for name, o := range map[string]*sdk.StreamableHTTPOptions{
		"events": {}, "json": {JSONResponse: true}, "stateless": {Stateless: true},
	} {
		t.Run(name, func(t *testing.T) {
			server := newServer()
			addSum(server)
			server.AddTool(&sdk.Tool{Name: "exact", InputSchema: json.RawMessage(`{"type":"object","properties":{"z":{},"a":{}}}`)},
				func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
					return &sdk.CallToolResult{StructuredContent: r.Params.Arguments}, nil
				})
			s := serveHTTP(t, server, o)
			w := newWorld(t, mcp.Options{})
			w.install(mcp.ServerConfig{URL: s.URL})
			if got := w.call("sum", `{"a":1,"b":2}`); got.IsError() || got.Content().Text() != `{"sum":3}` {
				t.Errorf("got %v, %v; %v", got.Content(), got.Failure(), w.server().Status().Err)
			}
			r := w.call("exact", `{"z":9007199254740993,"a":1.10}`)
			if got, want := r.Value().Text(), `{"content":[],"structuredContent":{"z":9007199254740993,"a":1.10}}`; got != want {
				t.Errorf("got %s, want %s (%v)", got, want, r.Failure())
			}
			if d := w.reg.Schemas(nil, nil); !strings.Contains(d[0].Parameters.Text()+d[1].Parameters.Text(), `"z":{},"a":{}`) {
				t.Errorf("declared %+v", d)
			}
		})
	}
}

// Headers go to the server's own origin and nowhere else.
func TestHTTPHeaders(t *testing.T) {
	var leaked, given atomic.Value
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leaked.Store(r.Header.Get("X-Api-Key"))
		http.Error(w, "no", http.StatusTeapot)
	}))
	defer elsewhere.Close()
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given.Store(r.Header.Get("X-Api-Key"))
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	}))
	defer home.Close()
	w := newWorld(t, mcp.Options{Lookup: func(string) (string, bool) { return "k-secret", true }})
	w.install(mcp.ServerConfig{URL: home.URL, Headers: map[string]string{"X-Api-Key": "${K}"}})
	if given.Load() != "k-secret" || leaked.Load() != "" {
		t.Errorf("home got %v, elsewhere %v", given.Load(), leaked.Load())
	}
	if err := w.server().Status().Err; mcp.CodeOf(err) != mcp.CodeConnect || strings.Contains(err.Error(), "k-secret") {
		t.Errorf("got %v", err)
	}
}
