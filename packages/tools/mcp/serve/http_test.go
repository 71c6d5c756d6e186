package serve_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestHTTP(t *testing.T) {
	w := newWorld(t)
	w.tool("echo", tools.Traits{}, echo)
	s := w.listen(serve.HTTPOptions{})
	c := w.dial(s.URL, nil)
	if got := textOf(call(t, c, "echo", words{"hi"})); got != "hi" {
		t.Errorf("got %q", got)
	}
}

func TestHTTPGuards(t *testing.T) {
	w := newWorld(t)
	open := w.listen(serve.HTTPOptions{Origins: []string{"https://good.example"}})
	locked := w.listen(serve.HTTPOptions{Token: "let-me-in"})
	for _, tt := range []struct {
		name, url     string
		header, value string
		want          int
	}{
		{"no origin", open.URL, "", "", http.StatusOK},
		{"own machine", open.URL, "Origin", "http://localhost:5173", http.StatusOK},
		{"allowed", open.URL, "Origin", "https://good.example", http.StatusOK},
		{"foreign page", open.URL, "Origin", "https://evil.example", http.StatusForbidden},
		{"nonsense origin", open.URL, "Origin", "null", http.StatusForbidden},
		{"foreign name", open.URL, "Host", "evil.example", http.StatusForbidden},
		{"no token", locked.URL, "", "", http.StatusUnauthorized},
		{"wrong token", locked.URL, "Authorization", "Bearer let-me-out", http.StatusUnauthorized},
		{"wrong scheme", locked.URL, "Authorization", "Basic let-me-in", http.StatusUnauthorized},
		{"token", locked.URL, "Authorization", "Bearer let-me-in", http.StatusOK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, tt.url, body)
			must(t, err)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			if tt.header == "Host" {
				r.Host = tt.value
			} else if tt.header != "" {
				r.Header.Set(tt.header, tt.value)
			}
			resp, err := http.DefaultClient.Do(r)
			must(t, err)
			_ = resp.Body.Close()
			if resp.StatusCode != tt.want {
				t.Errorf("got %d, want %d", resp.StatusCode, tt.want)
			}
		})
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestAddress(t *testing.T) {
	for _, tt := range []struct{ address, token, want, problem string }{
		{"8080", "", "127.0.0.1:8080", ""},
		{":8080", "", "127.0.0.1:8080", ""},
		{"localhost:1", "", "localhost:1", ""},
		{"[::1]:1", "", "[::1]:1", ""},
		{"0.0.0.0:1", "", "", "needs a bearer token"},
		{"example.com:1", "", "", "needs a bearer token"},
		{"0.0.0.0:1", "t", "0.0.0.0:1", ""},
		{"a:b:c", "", "", "must be a port or host:port"},
	} {
		got, err := serve.Address(tt.address, tt.token)
		if got != tt.want || (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
			t.Errorf("%s: got %q, %v", tt.address, got, err)
		}
	}
}

// A client whose connection breaks, that ends its session, or whose server is
// closed, has its running call cancelled.
func TestHTTPClientGoesAway(t *testing.T) {
	for _, name := range []string{"the request breaks off", "the session is ended", "the server is closed"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			running, cancelled := gated(w, "slow")
			s := w.listen(serve.HTTPOptions{})
			transport := &breakable{}
			c, err := sdk.NewClient(&sdk.Implementation{Name: "t", Version: "1"}, nil).Connect(t.Context(),
				&sdk.StreamableClientTransport{Endpoint: s.URL, HTTPClient: &http.Client{Transport: transport}}, nil)
			must(t, err)
			defer c.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() { _, _ = c.CallTool(ctx, &sdk.CallToolParams{Name: "slow"}) }()
			eventually(t, "the body runs", running)
			switch name {
			case "the request breaks off":
				transport.silent.Store(true) // no notification tells of the cancellation
				cancel()
			case "the session is ended":
				go endSession(t, s.URL, c.ID())
			default:
				go w.server.Close()
			}
			eventually(t, "the body is cancelled", cancelled)
		})
	}
	http.DefaultClient.CloseIdleConnections()
}

func endSession(t *testing.T, url, id string) {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodDelete, url, nil)
	if err != nil {
		t.Error(err)
		return
	}
	r.Header.Set("Mcp-Session-Id", id)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return
	}
	_ = resp.Body.Close()
}

// breakable can keep further requests from being sent.
type breakable struct{ silent atomic.Bool }

func (b *breakable) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.silent.Load() {
		return nil, errors.New("the network is gone")
	}
	return http.DefaultTransport.RoundTrip(r)
}

func TestIdleSessionsEnd(t *testing.T) {
	w := newWorld(t)
	w.tool("echo", tools.Traits{}, echo)
	s := w.listen(serve.HTTPOptions{IdleTimeout: 50 * time.Millisecond})
	c := w.dial(s.URL, nil)
	call(t, c, "echo", nil)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for {
			w.mu.Lock()
			n := len(w.agents)
			w.mu.Unlock()
			if n == 0 {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	eventually(t, "the agent is closed", gone)
}
