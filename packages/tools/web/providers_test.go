package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/searxng"
	"github.com/dsh-go/dsh/packages/tools/web/tavily"
	"github.com/google/go-cmp/cmp"
)

const key = "tvly-secret"

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func newSearXNG(t *testing.T, endpoint string) web.SearchProvider {
	t.Helper()
	p, err := searxng.New(searxng.Config{Endpoint: endpoint, Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newTavily(t *testing.T, endpoint string) web.SearchProvider {
	t.Helper()
	p, err := tavily.New(tavily.Config{Endpoint: endpoint, Answer: true}, func(name string) string {
		return map[string]string{"TAVILY_API_KEY": key}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var wanted = web.Results{Content: "42", Sources: []web.Source{
	{URL: "https://a.example/", Title: "A", Snippet: "text", PublishedAt: "2026-01-02"}, {URL: "https://b.example/"},
}}

func TestSearXNG(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); r.URL.Path != "/sub/search" || q.Get("q") != "a & b" || q.Get("format") != "json" || q.Get("language") != "en" {
			t.Errorf("asked for %s", r.URL)
		}
		fmt.Fprint(w, `{"query": "x", "answers": [{"answer": "42"}], "results": [
			{"url": "https://a.example/", "title": "A", "content": "text", "publishedDate": "2026-01-02", "score": 1.5},
			{"title": "no address"}, {"url": "https://b.example/", "publishedDate": null}]}`)
	})
	got, err := newSearXNG(t, url+"/sub").Search(t.Context(), web.Query{Text: "a & b", MaxResults: 5})
	if diff := cmp.Diff(wanted, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if p := newSearXNG(t, ""); p.Available() {
		t.Error("available without an endpoint")
	}
}

func TestTavily(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path != "/search" || r.Header.Get("Authorization") != "Bearer "+key ||
			string(body) != `{"query":"a & b","max_results":5,"include_answer":true}` {
			t.Errorf("asked %s: %s", r.URL, body)
		}
		fmt.Fprint(w, `{"answer": "42", "results": [
			{"url": "https://a.example/", "title": "A", "content": "text", "published_date": "2026-01-02", "score": 0.9},
			{"url": "https://b.example/"}], "response_time": 1}`)
	})
	got, err := newTavily(t, url).Search(t.Context(), web.Query{Text: "a & b", MaxResults: 5})
	if diff := cmp.Diff(wanted, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	p, err := tavily.New(tavily.Config{}, func(string) string { return "" })
	if err != nil || p.Available() {
		t.Errorf("available without a key: %v", err)
	}
	if _, err := p.Search(t.Context(), web.Query{Text: "x"}); codeOf(err) != web.CodeCredential {
		t.Errorf("without a key: %v", err)
	}
}

// What goes wrong is told by a code, without what was asked and without the key.
func TestProvidersFail(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"refused":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) },
		"too many": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) },
		"broken":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) },
		"no JSON":  func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"answer": "`+strings.Repeat("x", 5<<20)+`"}`)
		},
		"cut": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "{")
		},
	} {
		url := serve(t, answer)
		for _, p := range []web.SearchProvider{newSearXNG(t, url), newTavily(t, url)} {
			_, err := p.Search(t.Context(), web.Query{Text: "private question"})
			if codeOf(err) != web.CodeProvider || strings.Contains(err.Error(), "private") || strings.Contains(err.Error(), key) {
				t.Errorf("%s, %s: %v", p.ID(), name, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newSearXNG(t, "http://127.0.0.1:1").Search(ctx, web.Query{Text: "x"}); codeOf(err) != web.CodeAborted {
		t.Errorf("cancelled: %v", err)
	}
	for _, endpoint := range []string{"ftp://x", "x", "http://u:p@x.example"} {
		if err := (searxng.Config{Endpoint: endpoint}).Validate(); codeOf(err) != web.CodeConfig {
			t.Errorf("%s: %v", endpoint, err)
		}
		if err := (tavily.Config{Endpoint: endpoint}).Validate(); codeOf(err) != web.CodeConfig {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
}
