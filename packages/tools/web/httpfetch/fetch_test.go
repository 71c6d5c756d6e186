package httpfetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/httpfetch"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func codeOf(err error) tools.Code {
	if e, ok := errors.AsType[*tools.Error](err); ok {
		return e.Code
	}
	return ""
}

func TestIsPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "93.184.215.14": true, "2606:2800:21f:cb07:6820:80da:af6b:8b2c": true, "172.32.0.1": true,
		"127.0.0.1": false, "127.9.9.9": false, "0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false,
		"172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "100.100.100.200": false, "192.0.0.192": false, "198.18.0.1": false,
		"224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false, "203.0.113.9": false,
		"::1": false, "::": false, "fe80::1": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:169.254.169.254": false, "::ffff:8.8.8.8": true,
		"::127.0.0.1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::1": false, "2002:7f00:1::": false,
		"2001:0:1::1": false, "2001:db8::1": false, "fec0::1": false, "100::1": false, "fe80::1%eth0": false,
	} {
		if got := httpfetch.IsPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is public: %v", text, got)
		}
	}
	if httpfetch.IsPublic(netip.Addr{}) {
		t.Error("no address is public")
	}
}

// names is a resolver that gives each host its addresses, in turn.
type names struct {
	hosts map[string][][]string
	asked atomic.Int32
}

func (n *names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	turns := n.hosts[host]
	if len(turns) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	i := int(n.asked.Add(1)) - 1
	var list []netip.Addr
	for _, text := range turns[min(i, len(turns)-1)] {
		list = append(list, netip.MustParseAddr(text))
	}
	return list, nil
}

// serve starts a loopback server and returns its base URL under the name
// site.example, and a fetcher that may reach it.
func serve(t *testing.T, h http.HandlerFunc) (base string, f *httpfetch.Fetcher) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	u, _ := url.Parse(server.URL)
	resolver := &names{hosts: map[string][][]string{"site.example": {{"127.0.0.1"}}, "other.example": {{"127.0.0.1"}}}}
	f, err := httpfetch.New(httpfetch.Config{Allow: []string{"127.0.0.0/8"}}, resolver)
	if err != nil {
		t.Fatal(err)
	}
	return "http://site.example:" + u.Port(), f
}

func TestPage(t *testing.T) {
	base, f := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") != "" || !strings.HasPrefix(r.Header.Get("User-Agent"), "dsh") || r.Header.Get("Accept") == "" {
			t.Errorf("headers %v", r.Header)
		}
		w.Header().Set("Set-Cookie", "a=b")
		w.Header().Set("Content-Type", "text/html; charset=ISO-8859-1")
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte("<p>caf\xe9</p>"))
	})
	p, err := f.Fetch(t.Context(), base+"/x?q=1#part")
	if err != nil || p.Content != "<p>café</p>" || !p.HTML || p.StatusCode != 418 || p.URL != base+"/x?q=1" || p.Truncated {
		t.Errorf("%+v, %v", p, err)
	}
}

// A name that leads to an address that is not public is refused, whatever it led
// to before and whatever else it leads to.
func TestAddressesAreVettedWhenDialled(t *testing.T) {
	reached := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer server.Close()
	u, _ := url.Parse(server.URL)
	for name, turns := range map[string][][]string{
		"loopback": {{"127.0.0.1"}}, "mapped": {{"::ffff:127.0.0.1"}}, "one of two": {{"93.184.215.14", "127.0.0.1"}},
		"metadata": {{"169.254.169.254"}},
	} {
		f, err := httpfetch.New(httpfetch.Config{}, &names{hosts: map[string][][]string{"evil.example": turns}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.Fetch(t.Context(), "http://evil.example:"+u.Port()+"/"); codeOf(err) != web.CodeBlockedAddress {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, _ := httpfetch.New(httpfetch.Config{}, nil)
	for _, address := range []string{server.URL, "http://[::1]:" + u.Port(), "http://2130706433/", "http://0x7f.1/", "http://localhost:" + u.Port()} {
		if _, err := f.Fetch(t.Context(), address); err == nil || codeOf(err) == "" {
			t.Errorf("%s: %v", address, err)
		}
	}
	if reached {
		t.Error("the server was reached")
	}
}

// Each redirect is resolved and vetted anew.
func TestRebindingBetweenRedirects(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/next", http.StatusFound)
	}))
	defer server.Close()
	u, _ := url.Parse(server.URL)
	resolver := &names{hosts: map[string][][]string{"site.example": {{"127.0.0.1"}, {"10.0.0.1"}}}}
	f, err := httpfetch.New(httpfetch.Config{Allow: []string{"127.0.0.1/32"}}, resolver)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Fetch(t.Context(), "http://site.example:"+u.Port()+"/"); codeOf(err) != web.CodeBlockedAddress || resolver.asked.Load() != 2 {
		t.Errorf("%v after %d resolutions", err, resolver.asked.Load())
	}
}

func TestRedirects(t *testing.T) {
	base, f := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a":
			http.Redirect(w, r, "/b", http.StatusMovedPermanently)
		case "/b":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "there")
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/away":
			http.Redirect(w, r, "http://other.example/", http.StatusFound)
		case "/port":
			http.Redirect(w, r, "http://site.example:1/", http.StatusFound)
		case "/scheme":
			http.Redirect(w, r, "https://"+r.Host+"/", http.StatusFound)
		case "/nowhere":
			w.WriteHeader(http.StatusFound)
		case "/user":
			http.Redirect(w, r, "http://u:p@"+r.Host+"/", http.StatusFound)
		}
	})
	if p, err := f.Fetch(t.Context(), base+"/a"); err != nil || p.Content != "there" || p.URL != base+"/b" {
		t.Errorf("%+v, %v", p, err)
	}
	for path, want := range map[string]tools.Code{
		"/loop": web.CodeRedirect, "/away": web.CodeRedirect, "/port": web.CodeRedirect, "/scheme": web.CodeRedirect,
		"/nowhere": web.CodeProvider, "/user": web.CodeBlockedURL,
	} {
		if _, err := f.Fetch(t.Context(), base+path); codeOf(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestURLs(t *testing.T) {
	f, err := httpfetch.New(httpfetch.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]tools.Code{
		"ftp://x.example/": web.CodeInvalidURL, "file:///etc/passwd": web.CodeInvalidURL, "x.example": web.CodeInvalidURL,
		"http://": web.CodeInvalidURL, "http://u:p@x.example/": web.CodeBlockedURL, "http://a b/": web.CodeInvalidURL,
		"http://x.example/" + strings.Repeat("x", 2048): web.CodeInvalidURL,
	} {
		if _, err := f.Fetch(t.Context(), address); codeOf(err) != want {
			t.Errorf("%.40s: %v", address, err)
		}
	}
	if err := (httpfetch.Config{Allow: []string{"10.0.0.1"}}).Validate(); codeOf(err) != web.CodeConfig {
		t.Errorf("no range: %v", err)
	}
}

func TestLimitsAndTypes(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write(make([]byte, 8_000_000)) // a small file that is large when unpacked
	_ = z.Close()
	plain := func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, text)
	}
	base, f := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/declared":
			w.Header().Set("Content-Length", "5000001")
			w.Header().Set("Content-Type", "text/plain")
		case "/zip":
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "text/plain")
			_, _ = w.Write(zipped.Bytes())
		case "/chars":
			plain(w, strings.Repeat("é", 100_001))
		case "/exact":
			plain(w, strings.Repeat("é", 100_000))
		case "/bad":
			plain(w, "a\xff\xfeb")
		case "/bom":
			plain(w, "\ufeffx")
		case "/image":
			w.Header().Set("Content-Type", "image/png")
		case "/charset":
			w.Header().Set("Content-Type", "text/plain; charset=klingon")
		case "/json":
			w.Header().Set("Content-Type", "application/ld+json")
			fmt.Fprint(w, "{}")
		case "/untold":
			w.Header()["Content-Type"] = nil
			fmt.Fprint(w, "<!doctype html><p>x")
		case "/binary":
			w.Header()["Content-Type"] = nil
			_, _ = w.Write([]byte{0, 1, 2, 3})
		case "/short":
			w.Header().Set("Content-Length", "100")
			plain(w, "half")
		}
	})
	for path, want := range map[string]tools.Code{
		"/declared": web.CodeTooLarge, "/image": web.CodeContentType, "/charset": web.CodeContentType, "/binary": web.CodeContentType,
	} {
		if _, err := f.Fetch(t.Context(), base+path); codeOf(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, want := range map[string]web.Page{
		"/bad": {Content: "a\uFFFD\uFFFDb"}, "/bom": {Content: "x"}, "/json": {Content: "{}"},
		"/untold": {Content: "<!doctype html><p>x", HTML: true}, "/exact": {Content: strings.Repeat("é", 100_000)},
		"/chars": {Content: strings.Repeat("é", 100_000), Truncated: true}, "/short": {Content: "half", Truncated: true},
		"/zip": {Content: strings.Repeat("\x00", 100_000), Truncated: true},
	} {
		got, err := f.Fetch(t.Context(), base+path)
		want.URL, want.StatusCode = base+path, 200
		if err != nil || got != want {
			t.Errorf("%s: %d bytes, truncated %v, HTML %v, %v", path, len(got.Content), got.Truncated, got.HTML, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	asked, ctx := make(chan struct{}), t.Context()
	base, f := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-asked
		cancel()
	}()
	if _, err := f.Fetch(ctx, base+"/"); codeOf(err) != web.CodeAborted {
		t.Errorf("got %v", err)
	}
}
