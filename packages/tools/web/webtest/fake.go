// Package webtest has doubles of web providers.
package webtest

import (
	"context"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/tools/web"
)

// Search is a search provider that answers as it is told. The zero value is named
// "fake", is available and finds nothing. Safe for concurrent use; set the fields
// before its first use.
type Search struct {
	// Name is its id; empty means "fake".
	Name string
	// Down makes it unavailable.
	Down bool
	// Model, if set, is the only model that it serves.
	Model string
	// Find answers the queries; nil finds nothing.
	Find func(ctx context.Context, q web.Query) (web.Results, error)

	mu      sync.Mutex
	queries []string
}

var (
	_ web.SearchProvider = (*Search)(nil)
	_ web.RouteAware     = (*Search)(nil)
)

// ID returns the name.
func (s *Search) ID() string { return named(s.Name) }

// Available reports whether it is not down.
func (s *Search) Available() bool { return !s.Down }

// ReadyFor reports whether it serves that model.
func (s *Search) ReadyFor(sel llm.Selection) bool { return s.Model == "" || s.Model == sel.Model }

// Search notes the query and answers it.
func (s *Search) Search(ctx context.Context, q web.Query) (web.Results, error) {
	s.mu.Lock()
	s.queries = append(s.queries, q.Text)
	s.mu.Unlock()
	if s.Find == nil {
		return web.Results{}, nil
	}
	return s.Find(ctx, q)
}

// Queries returns what it was asked so far.
func (s *Search) Queries() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.queries...)
}

// Fetch is a fetch provider that knows some pages by their URL. The zero value is
// named "fake", is available and knows none.
type Fetch struct {
	Name  string
	Down  bool
	Pages map[string]web.Page
}

var _ web.FetchProvider = (*Fetch)(nil)

// ID returns the name.
func (f *Fetch) ID() string { return named(f.Name) }

// Available reports whether it is not down.
func (f *Fetch) Available() bool { return !f.Down }

// Fetch returns the page, or a page with status 404.
func (f *Fetch) Fetch(ctx context.Context, url string) (web.Page, error) {
	if ctx.Err() != nil {
		return web.Page{}, web.Because(ctx, web.CodeAborted, "", nil)
	}
	if p, ok := f.Pages[url]; ok {
		return p, nil
	}
	return web.Page{URL: url, StatusCode: 404, Content: "not found"}, nil
}

func named(name string) string {
	if name == "" {
		return "fake"
	}
	return name
}
