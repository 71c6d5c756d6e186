package exact

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestPack(t *testing.T) {
	for _, tt := range []struct {
		name, result string
		packed       bool
	}{
		{"call", `{"content":[{"type":"hologram"}],"structuredContent":{"n":9007199254740993}}`, true},
		{"error", `{"isError":true}`, true},
		{"listing", `{"tools":[{"name":"a"}],"nextCursor":"x","_meta":{"b":1}}`, true},
		{"asks for more", `{"content":[],"inputRequests":{}}`, false},
		{"handshake", `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}`, false},
		{"no object", `[1]`, false},
		{"empty", `{}`, false},
		{"cut", `{"content":[`, false},
		{"bad UTF-8", "{\"content\":[\"\xff\"]}", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, slim := range []bool{false, true} {
				out := string(pack([]byte(tt.result), slim))
				if !tt.packed {
					if out != tt.result {
						t.Errorf("changed to %s", out)
					}
					continue
				}
				var r struct {
					Meta       sdk.Meta `json:"_meta"`
					NextCursor string
				}
				if err := json.Unmarshal([]byte(out), &r); err != nil {
					t.Fatalf("%v in %s", err, out)
				}
				got, ok := Take(r.Meta)
				if !ok || got != kept(tt.result) {
					t.Errorf("took %q", got)
				}
				if strings.Contains(tt.result, "nextCursor") && r.NextCursor != "x" {
					t.Errorf("no cursor in %s", out)
				}
			}
		})
	}
}

// kept is what should be found again of a result.
func kept(result string) string {
	if !utf8.ValidString(result) {
		return notText
	}
	return result
}

type fixed struct{ contentType, body string }

func (f fixed) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: 200, Header: http.Header{"Content-Type": {f.contentType}},
		Body: io.NopCloser(iotest.OneByteReader(strings.NewReader(f.body))),
	}, nil
}

func body(t *testing.T, f fixed) (string, error) {
	t.Helper()
	resp, err := (&RoundTripper{Inner: f, Max: 1000}).RoundTrip(&http.Request{})
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	return string(text), err
}

func TestHTTPBodies(t *testing.T) {
	const packed = `{"content":[],"_meta":{"io.github.dsh-go/exact":"{\"content\":[1]}"}}`
	const message = `{"jsonrpc":"2.0","id":1,"result":{"content":[1]}}`
	const want = `{"jsonrpc":"2.0","id":1,"result":` + packed + `}`
	for _, tt := range []struct{ name, contentType, body, want string }{
		{"json", "application/json; charset=utf-8", message, want},
		{"other json", "application/json", `[1]`, `[1]`},
		{"text", "text/plain", message, message},
		{"event", "text/event-stream", "event: message\nid: 1\ndata: " + message + "\n\n", "event: message\nid: 1\ndata: " + want + "\n\n"},
		{"events", "text/event-stream", "id: 1\nretry: 5\ndata: \n\n:comment\n\ndata: {}\r\n\r\n", "id: 1\nretry: 5\ndata: \n\n:comment\n\ndata: {}\n\n"},
		{"data over lines", "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":1,\ndata: \"result\":{\"content\":[1]}}\n\n", "data: " + want + "\n\n"},
		{"cut off", "text/event-stream", "id: 7\ndata: {}", "id: 7\ndata: {}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := body(t, fixed{tt.contentType, tt.body})
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
	for _, contentType := range []string{"application/json", "text/event-stream"} {
		if _, err := body(t, fixed{contentType, strings.Repeat("x", 2000)}); !errors.Is(err, ErrBodyTooLarge) {
			t.Errorf("%s: got %v", contentType, err)
		}
	}
}

// FuzzPack: a packed result is JSON and carries the original.
func FuzzPack(f *testing.F) {
	f.Add(`{"content":[],"a":1}`)
	f.Add(`{"tools":[null],"_meta":{},"tools":7}`)
	f.Fuzz(func(t *testing.T, text string) {
		out := pack([]byte(text), true)
		if string(out) == text {
			return
		}
		var r struct {
			Meta sdk.Meta `json:"_meta"`
		}
		if err := json.Unmarshal(out, &r); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		if got, ok := Take(r.Meta); !ok || got != kept(text) {
			t.Fatalf("took %q of %q", got, text)
		}
	})
}
