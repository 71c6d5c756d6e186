package web

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
)

// Config says which providers serve. Empty means the only one that is available.
type Config struct {
	// SearchProvider is the name of the provider that searches; empty takes the only
	// one there is.
	SearchProvider string `json:"searchProvider,omitzero"`
	// FetchProvider is the same for fetching.
	FetchProvider string `json:"fetchProvider,omitzero"`
}

// Names of the environment variables that [Config.WithEnv] reads.
const (
	EnvSearchProvider = "DSH_WEB_SEARCH_PROVIDER"
	EnvFetchProvider  = "DSH_WEB_FETCH_PROVIDER"
)

// WithEnv fills in what the configuration leaves out from the environment.
func (c Config) WithEnv(getenv func(string) string) Config {
	c.SearchProvider = cmp.Or(c.SearchProvider, getenv(EnvSearchProvider))
	c.FetchProvider = cmp.Or(c.FetchProvider, getenv(EnvFetchProvider))
	return c
}

// Service holds the providers. The zero value is ready. Safe for concurrent use.
type Service struct {
	mu     sync.Mutex
	config Config
	search providers[SearchProvider]
	fetch  providers[FetchProvider]
}

// Configure sets which providers serve from now on.
func (s *Service) Configure(c Config) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config = c
}

// AddSearch registers a search provider until the scope closes or the returned
// undo is called.
func (s *Service) AddSearch(in *scope.Scope, p SearchProvider) (scope.Undo, error) {
	return add(s, &s.search, in, p)
}

// AddFetch registers a fetch provider until the scope closes or the returned undo
// is called.
func (s *Service) AddFetch(in *scope.Scope, p FetchProvider) (scope.Undo, error) {
	return add(s, &s.fetch, in, p)
}

// SearchReady reports, without side effects, whether a step of that model could
// search now.
func (s *Service) SearchReady(route llm.Selection) bool {
	p, err := s.searcher()
	if err != nil {
		return false
	}
	aware, ok := p.(RouteAware)
	return !ok || aware.ReadyFor(route)
}

// Search searches with the provider that serves, and cuts what is over MaxResults.
func (s *Service) Search(ctx context.Context, q Query) (Results, error) {
	p, err := s.searcher()
	if err != nil {
		return Results{}, err
	}
	r, err := p.Search(ctx, q)
	if err != nil {
		return Results{}, err
	}
	if q.MaxResults > 0 && len(r.Sources) > q.MaxResults {
		r.Sources, r.Truncated = r.Sources[:q.MaxResults], true
	}
	return r, nil
}

// Fetch fetches with the provider that serves.
func (s *Service) Fetch(ctx context.Context, url string) (Page, error) {
	s.mu.Lock()
	p, err := s.fetch.choose("fetch", s.config.FetchProvider)
	s.mu.Unlock()
	if err != nil {
		return Page{}, err
	}
	return p.Fetch(ctx, url)
}

func (s *Service) searcher() (SearchProvider, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.search.choose("search", s.config.SearchProvider)
}

// provider is what both kinds have.
type provider interface {
	ID() string
	Available() bool
}

type providers[P provider] []P

func add[P provider](s *Service, list *providers[P], in *scope.Scope, p P) (scope.Undo, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	same := func(q P) bool { return q.ID() == p.ID() }
	if slices.ContainsFunc(*list, same) {
		return nil, Fail(CodeDuplicate, "a provider with the id %q is registered already", p.ID())
	}
	undo, err := in.Defer("web provider "+p.ID(), func(context.Context) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		*list = slices.DeleteFunc(slices.Clone(*list), same)
		return nil
	})
	if err == nil {
		*list = append(slices.Clip(*list), p)
	}
	return undo, err
}

// choose picks the provider that serves. It does not depend on the order of
// registration.
func (list providers[P]) choose(kind, configured string) (chosen P, err error) {
	var available []P
	for _, p := range list {
		if configured != "" && p.ID() == configured {
			if !p.Available() {
				return chosen, Fail(CodeConfiguredUnavailable,
					"the configured %s provider %q is not available", kind, configured)
			}
			return p, nil
		}
		if p.Available() {
			available = append(available, p)
		}
	}
	switch {
	case configured != "":
		return chosen, Fail(CodeConfiguredMissing, "the configured %s provider %q is not registered; registered are: %s",
			kind, configured, list.ids())
	case len(available) == 1:
		return available[0], nil
	case len(available) > 1:
		return chosen, Fail(CodeAmbiguous, "several %s providers are available, so one must be configured: %s",
			kind, providers[P](available).ids())
	}
	return chosen, Fail(CodeUnavailable, "no %s provider is available", kind)
}

func (list providers[P]) ids() string {
	if len(list) == 0 {
		return "(none)"
	}
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.ID()
	}
	slices.Sort(ids)
	return strings.Join(ids, ", ")
}
