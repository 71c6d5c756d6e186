// Package api asks the JSON interfaces of search services.
package api

import (
	"context"
	"io"
	"net/http"
	"net/url"

	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/go-json-experiment/json"
)

// mostBytes is how large an answer may be.
const mostBytes = 4 << 20

// Client asks one service. Its connections are not kept.
type Client struct {
	Provider string // names the service in failures
	http     http.Client
}

// NewClient returns a client. Redirects are not followed: an address that is
// configured is the address that is meant, and a credential goes nowhere else.
func NewClient(provider string) *Client {
	return &Client{Provider: provider, http: http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Do sends a request and reads its JSON answer. Failures are coded and hold no part
// of the request.
func (c *Client) Do(ctx context.Context, r *http.Request, into any) error {
	r.Header.Set("Accept", "application/json")
	response, err := c.http.Do(r.WithContext(ctx))
	if err != nil {
		return web.Because(ctx, web.CodeProvider, c.Provider+" could not be asked", bare(err))
	}
	defer response.Body.Close()
	switch code := response.StatusCode; {
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return web.Fail(web.CodeProvider, "%s refuses the credential or the request (HTTP %d)", c.Provider, code)
	case code == http.StatusTooManyRequests:
		return web.Fail(web.CodeProvider, "%s takes no more requests for now (HTTP %d)", c.Provider, code)
	case code != http.StatusOK:
		return web.Fail(web.CodeProvider, "%s answered with HTTP %d", c.Provider, code)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, mostBytes+1))
	if err != nil {
		return web.Because(ctx, web.CodeProvider, c.Provider+" stopped answering", bare(err))
	}
	if len(text) > mostBytes {
		return web.Fail(web.CodeProvider, "%s answered with more than %d bytes", c.Provider, mostBytes)
	}
	if json.Unmarshal(text, into) != nil {
		return web.Fail(web.CodeProvider, "%s answered with something that is not the JSON it should be", c.Provider)
	}
	return nil
}

// bare drops the URL, which may hold what was searched for.
func bare(err error) error {
	if e, ok := err.(*url.Error); ok {
		return e.Err
	}
	return err
}

// Endpoint checks the configured address of a service.
func Endpoint(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, web.Fail(web.CodeConfig, "endpoint must be an http or https URL without credentials")
	}
	return u, nil
}
