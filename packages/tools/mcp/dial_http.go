package mcp

import (
	"context"
	"net/http"
	"net/url"

	"github.com/dsh-go/dsh/packages/tools/mcp/internal/exact"
	"github.com/dsh-go/dsh/packages/tools/mcp/internal/wire"
	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// dialHTTP prepares the transport; the address is contacted by the handshake.
func dialHTTP(e *Endpoint, oauth func(*Endpoint) (auth.OAuthHandler, error)) (Link, error) {
	target, err := url.Parse(e.URL)
	if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
		return Link{}, plainError("url must be an absolute http or https address")
	}
	base := http.DefaultTransport.(*http.Transport).Clone()
	client := &http.Client{Transport: &exact.RoundTripper{
		Inner: &originHeaders{inner: base, target: target, headers: e.Headers}, Max: wire.DefaultMaxLine,
	}}
	transport := &sdk.StreamableClientTransport{
		Endpoint: e.URL, HTTPClient: client, MaxEventSize: -1, // bounded by our round tripper
	}
	if oauth != nil {
		if transport.OAuthHandler, err = oauth(e); err != nil {
			return Link{}, err
		}
	}
	return Link{
		HTTP:      true,
		Transport: transport,
		Close: func(context.Context) error {
			base.CloseIdleConnections()
			return nil
		},
	}, nil
}

// originHeaders adds the configured headers to requests to the server's own
// origin, so that a redirect cannot carry them elsewhere.
type originHeaders struct {
	inner   http.RoundTripper
	target  *url.URL
	headers map[string]string
}

// RoundTrip sends a copy of the request with the headers.
func (t *originHeaders) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme == t.target.Scheme && r.URL.Host == t.target.Host && len(t.headers) > 0 {
		r = r.Clone(r.Context())
		for name, value := range t.headers {
			r.Header.Set(name, value)
		}
	}
	return t.inner.RoundTrip(r)
}
