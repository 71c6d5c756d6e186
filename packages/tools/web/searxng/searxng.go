// Package searxng searches with a SearXNG instance, which needs no key. The
// instance must allow its JSON format.
package searxng

import (
	"context"
	"net/http"
	"net/url"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/internal/api"
)

// ID is the provider's id.
const ID = "searxng"

// Config configures the provider.
type Config struct {
	// Endpoint is the address of the instance, for example http://localhost:8888.
	// Without one the provider is not available.
	Endpoint string `json:"endpoint,omitzero"`
	// Language is a code such as en or de; empty leaves it to the instance.
	Language string `json:"language,omitzero"`
	// Categories are the instance's names, joined by commas; empty leaves it to the
	// instance.
	Categories string `json:"categories,omitzero"`
}

// Validate refuses an endpoint that is no URL.
func (c Config) Validate() error {
	if c.Endpoint == "" {
		return nil
	}
	_, err := api.Endpoint(c.Endpoint)
	return err
}

// Provider searches. Create it with [New]. Safe for concurrent use.
type Provider struct {
	config   Config
	endpoint *url.URL // nil without one
	client   *api.Client
}

var _ web.SearchProvider = (*Provider)(nil)

// New returns a provider.
func New(c Config) (*Provider, error) {
	p := &Provider{config: c, client: api.NewClient(ID)}
	if c.Endpoint == "" {
		return p, nil
	}
	u, err := api.Endpoint(c.Endpoint)
	if err != nil {
		return nil, err
	}
	p.endpoint = u.JoinPath("search")
	return p, nil
}

// ID returns the provider's id.
func (p *Provider) ID() string { return ID }

// Available reports whether an endpoint is configured.
func (p *Provider) Available() bool { return p.endpoint != nil }

// answer is the part of the instance's answer that is used.
type answer struct {
	Answers []any `json:"answers"`
	Results []struct {
		URL           string `json:"url"`
		Title         string `json:"title"`
		Content       string `json:"content"`
		PublishedDate string `json:"publishedDate"`
	} `json:"results"`
}

// Search asks the instance.
func (p *Provider) Search(ctx context.Context, q web.Query) (web.Results, error) {
	if p.endpoint == nil {
		return web.Results{}, web.Fail(web.CodeUnavailable, "searxng has no endpoint: configure one")
	}
	request, err := http.NewRequest(http.MethodGet, p.address(q.Text), nil)
	if err != nil {
		return web.Results{}, web.Fail(web.CodeProvider, "searxng cannot be asked that")
	}
	var a answer
	if err := p.client.Do(ctx, request, &a); err != nil {
		return web.Results{}, err
	}
	return a.results(), nil
}

func (p *Provider) address(text string) string {
	u := *p.endpoint
	query := url.Values{"q": {text}, "format": {"json"}}
	if p.config.Language != "" {
		query.Set("language", p.config.Language)
	}
	if p.config.Categories != "" {
		query.Set("categories", p.config.Categories)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// results drops hits without an address. Answers are texts in older instances and
// objects in newer ones.
func (a *answer) results() web.Results {
	var r web.Results
	for _, one := range a.Answers {
		if o, ok := one.(map[string]any); ok {
			one = o["answer"]
		}
		if text, ok := one.(string); ok && r.Content == "" {
			r.Content = text
		}
	}
	for _, hit := range a.Results {
		if hit.URL != "" {
			r.Sources = append(r.Sources, web.Source{
				URL: hit.URL, Title: hit.Title, Snippet: hit.Content, PublishedAt: hit.PublishedDate,
			})
		}
	}
	return r
}

// Mount registers a provider until s closes.
func Mount(s *scope.Scope, service *web.Service, c Config) error {
	p, err := New(c)
	if err != nil {
		return err
	}
	_, err = service.AddSearch(s, p)
	return err
}
