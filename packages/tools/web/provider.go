package web

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// SearchProvider searches the web. Safe for concurrent use.
type SearchProvider interface {
	// ID names the provider in configurations.
	ID() string
	// Available reports, without side effects, whether it can work now: whether it
	// is configured and has its credential.
	Available() bool
	// Search returns the sources in order of rank. Failures are coded errors.
	Search(ctx context.Context, q Query) (Results, error)
}

// RouteAware is what a [SearchProvider] may also implement if it works for some
// models only.
type RouteAware interface {
	// ReadyFor reports, without side effects, whether it serves steps of that model.
	ReadyFor(s llm.Selection) bool
}

// FetchProvider fetches pages. Safe for concurrent use.
type FetchProvider interface {
	ID() string
	Available() bool
	// Fetch returns the page at a URL, whatever its status. It enforces its own
	// limits and address policy. Failures are coded errors.
	Fetch(ctx context.Context, url string) (Page, error)
}

// Query is one search.
type Query struct {
	Text string
	// MaxResults is how many sources are wanted at most.
	MaxResults int
}

// Results is what a search found.
type Results struct {
	// Content is an answer in text, empty if the provider gives none.
	Content string
	Sources []Source
	// Truncated says that there was more.
	Truncated bool
}

// Source is one hit.
type Source struct {
	URL         string `json:"url"`
	Title       string `json:"title,omitzero"`
	Snippet     string `json:"snippet,omitzero"`
	PublishedAt string `json:"publishedAt,omitzero"`
}

// Page is a fetched page.
type Page struct {
	// URL is where it was found after redirects.
	URL        string
	StatusCode int
	// HTML says that Content is HTML and not plain text.
	HTML    bool
	Content string
	// Truncated says that Content is not all of it.
	Truncated bool
}
