// Package tavily searches with the Tavily search API, which needs a key.
package tavily

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"os"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/internal/api"
	"github.com/go-json-experiment/json"
)

// ID is the provider's id.
const ID = "tavily"

// Config configures the provider. Zeros mean the defaults.
type Config struct {
	// Endpoint is the address of the API: https://api.tavily.com.
	Endpoint string `json:"endpoint,omitzero"`
	// KeyEnv names the environment variable that holds the key: TAVILY_API_KEY. The
	// key itself is never part of a configuration.
	KeyEnv string `json:"keyEnv,omitzero"`
	// Answer asks for an answer in text, too.
	Answer bool `json:"answer,omitzero"`
}

// Resolve returns the configuration with its defaults in place.
func (c Config) Resolve() Config {
	c.Endpoint = cmp.Or(c.Endpoint, "https://api.tavily.com")
	c.KeyEnv = cmp.Or(c.KeyEnv, "TAVILY_API_KEY")
	return c
}

// Validate refuses an endpoint that is no URL.
func (c Config) Validate() error {
	_, err := api.Endpoint(c.Resolve().Endpoint)
	return err
}

// Provider searches. Create it with [New]. Safe for concurrent use.
type Provider struct {
	config   Config
	endpoint *url.URL
	key      func(string) string
	client   *api.Client
}

var _ web.SearchProvider = (*Provider)(nil)

// New returns a provider, which reads its key with getenv at each use; nil means
// the process's environment.
func New(c Config, getenv func(string) string) (*Provider, error) {
	c = c.Resolve()
	u, err := api.Endpoint(c.Endpoint)
	if err != nil {
		return nil, err
	}
	if getenv == nil {
		getenv = os.Getenv
	}
	return &Provider{config: c, endpoint: u.JoinPath("search"), key: getenv, client: api.NewClient(ID)}, nil
}

// ID returns the provider's id.
func (p *Provider) ID() string { return ID }

// Available reports whether there is a key.
func (p *Provider) Available() bool { return p.key(p.config.KeyEnv) != "" }

type question struct {
	Query         string `json:"query"`
	MaxResults    int    `json:"max_results,omitzero"`
	IncludeAnswer bool   `json:"include_answer,omitzero"`
}

type answer struct {
	Answer  *string `json:"answer"`
	Results []struct {
		URL           string `json:"url"`
		Title         string `json:"title"`
		Content       string `json:"content"`
		PublishedDate string `json:"published_date"`
	} `json:"results"`
}

// Search asks the API.
func (p *Provider) Search(ctx context.Context, q web.Query) (web.Results, error) {
	key := p.key(p.config.KeyEnv)
	if key == "" {
		return web.Results{}, web.Fail(web.CodeCredential, "tavily needs a key: set the environment variable %s", p.config.KeyEnv)
	}
	body, err := json.Marshal(question{q.Text, q.MaxResults, p.config.Answer})
	if err != nil {
		return web.Results{}, web.Fail(web.CodeProvider, "tavily cannot be asked that")
	}
	request, err := http.NewRequest(http.MethodPost, p.endpoint.String(), bytes.NewReader(body))
	if err != nil {
		return web.Results{}, web.Fail(web.CodeProvider, "tavily cannot be asked that")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+key)
	var a answer
	if err := p.client.Do(ctx, request, &a); err != nil {
		return web.Results{}, err
	}
	return a.results(), nil
}

func (a *answer) results() web.Results {
	var r web.Results
	if a.Answer != nil {
		r.Content = *a.Answer
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
	p, err := New(c, nil)
	if err != nil {
		return err
	}
	_, err = service.AddSearch(s, p)
	return err
}
