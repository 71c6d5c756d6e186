// Package httpfetch fetches pages over HTTP for web_fetch (§12.3).
//
// Only public addresses are connected to. A host's addresses are vetted after
// resolution, for every connection and so on every redirect, and the vetted
// address is what is dialled. No proxy and no cookie takes part. Redirects stay
// within one origin.
package httpfetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/dsh-go/dsh/packages/tools/web"
)

// ID is the provider's id.
const ID = "http"

// Limits of a page (§12.3).
const (
	longestURL   = 2048
	mostBytes    = 5_000_000
	mostChars    = 100_000
	mostHops     = 5
	longestFetch = 30 * time.Second
)

// userAgent is how the provider names itself.
const userAgent = "dsh-web-fetch/1 (agent tool)"

const accept = "text/html, application/xhtml+xml, text/plain;q=0.9, application/json;q=0.9, " +
	"application/xml;q=0.8, text/*;q=0.8"

// Config configures the provider.
type Config struct {
	// Allow are address ranges that may be fetched from although they are not
	// public, for example ["10.1.0.0/16"].
	Allow []string `json:"allow,omitempty"`
}

// Validate refuses what is no address range.
func (c Config) Validate() error {
	_, err := c.prefixes()
	return err
}

func (c Config) prefixes() ([]netip.Prefix, error) {
	var list []netip.Prefix
	for _, text := range c.Allow {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, web.Fail(web.CodeConfig, "allow: %q is no address range such as 10.1.0.0/16", text)
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// Fetcher is the provider. Create it with [New]. Safe for concurrent use.
type Fetcher struct{ client *http.Client }

var _ web.FetchProvider = (*Fetcher)(nil)

// New returns a provider. A nil resolver means the system's.
func New(c Config, resolver Resolver) (*Fetcher, error) {
	allowed, err := c.prefixes()
	if err != nil {
		return nil, err
	}
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	d := &dialer{resolver: resolver, allowed: allowed, dial: new(net.Dialer).DialContext}
	return &Fetcher{client: &http.Client{
		Transport: &http.Transport{
			DialContext: d.DialContext, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: 10 * time.Second, MaxResponseHeaderBytes: 1 << 20,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// ID returns the provider's id.
func (f *Fetcher) ID() string { return ID }

// Available reports true: there is nothing to configure.
func (f *Fetcher) Available() bool { return true }

// errTime is the cause of the provider's own deadline.
var errTime = errors.New("the page took too long")

// Fetch fetches a page, following redirects within its origin.
func (f *Fetcher) Fetch(ctx context.Context, address string) (web.Page, error) {
	u, err := parse(address)
	if err != nil {
		return web.Page{}, err
	}
	limited, cancel := context.WithTimeoutCause(ctx, longestFetch, errTime)
	defer cancel()
	page, err := f.follow(limited, u)
	if err == nil {
		return page, nil
	}
	return web.Page{}, classify(ctx, limited, err)
}

// classify tells the caller's cancellation, the provider's own deadline, coded
// refusals and the failures of the network apart.
func classify(ctx, limited context.Context, err error) error {
	if ctx.Err() != nil {
		return web.Because(ctx, web.CodeAborted, "", err)
	}
	if errors.Is(context.Cause(limited), errTime) {
		return web.Fail(web.CodeTimeout, "the page did not come within %d ms", longestFetch.Milliseconds())
	}
	var coded interface {
		error
		ErrorCode() string
	}
	if errors.As(err, &coded) {
		return coded
	}
	return web.Because(ctx, web.CodeProvider, "the page could not be fetched", err)
}

// parse checks a URL before anything is asked.
func parse(address string) (*url.URL, error) {
	if len(address) > longestURL {
		return nil, web.Fail(web.CodeInvalidURL, "the URL is longer than %d bytes", longestURL)
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, web.Fail(web.CodeInvalidURL, "url must be an http or https URL with a host")
	case u.User != nil:
		return nil, web.Fail(web.CodeBlockedURL, "the URL carries credentials: leave them out")
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// follow requests a page and the pages that it redirects to.
func (f *Fetcher) follow(ctx context.Context, u *url.URL) (web.Page, error) {
	for hop := 0; ; hop++ {
		response, err := f.get(ctx, u)
		if err != nil {
			return web.Page{}, err
		}
		next, err := redirect(u, response)
		if err != nil || next != nil {
			_ = response.Body.Close()
		}
		switch {
		case err != nil:
			return web.Page{}, err
		case next == nil:
			return read(ctx, u, response)
		case hop == mostHops:
			return web.Page{}, web.Fail(web.CodeRedirect, "the page redirects more than %d times", mostHops)
		}
		u = next
	}
}

func (f *Fetcher) get(ctx context.Context, u *url.URL) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, web.Fail(web.CodeInvalidURL, "url must be an http or https URL with a host")
	}
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set("Accept", accept)
	return f.client.Do(request)
}

// redirect returns where a response leads, nil if it is the page itself.
func redirect(from *url.URL, r *http.Response) (*url.URL, error) {
	switch r.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	location := r.Header.Get("Location")
	if location == "" {
		return nil, web.Fail(web.CodeProvider, "the page redirects without saying where to")
	}
	to, err := from.Parse(location)
	if err != nil {
		return nil, web.Fail(web.CodeProvider, "the page redirects to something that is no URL")
	}
	if origin(to) != origin(from) {
		return nil, web.Fail(web.CodeRedirect, "the page redirects to another origin: %s", origin(to))
	}
	return parse(to.String())
}

// origin is scheme, host and port.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(u.Hostname(), port)
}
