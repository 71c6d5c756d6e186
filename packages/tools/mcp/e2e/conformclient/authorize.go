package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/auth/extauth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// settings are what a scenario gives the client beforehand.
type settings struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
}

const callback = "http://localhost:3000/callback"

// authorizer returns how the client authorizes itself in a scenario.
func authorizer(scenario string) func(*mcp.Endpoint) (auth.OAuthHandler, error) {
	return func(*mcp.Endpoint) (auth.OAuthHandler, error) {
		var s settings
		if text := os.Getenv("MCP_CONFORMANCE_CONTEXT"); text != "" {
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				return nil, fmt.Errorf("MCP_CONFORMANCE_CONTEXT: %w", err)
			}
		}
		if scenario == "auth/client-credentials-basic" {
			config := &extauth.ClientCredentialsHandlerConfig{Credentials: s.credentials()}
			return extauth.NewClientCredentialsHandler(config)
		}
		return auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
			RedirectURL: callback, AuthorizationCodeFetcher: followed, PreregisteredClient: s.credentials(),
			ClientIDMetadataDocumentConfig: &auth.ClientIDMetadataDocumentConfig{
				URL: "https://conformance-test.local/client-metadata.json",
			},
			DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{
				Metadata: &oauthex.ClientRegistrationMetadata{RedirectURIs: []string{callback}},
			},
		})
	}
}

// credentials are those that were registered beforehand, nil if there are none.
func (s settings) credentials() *oauthex.ClientCredentials {
	if s.ClientID == "" || s.ClientSecret == "" {
		return nil
	}
	return &oauthex.ClientCredentials{
		ClientID: s.ClientID, ClientSecretAuth: &oauthex.ClientSecretAuth{ClientSecret: s.ClientSecret},
	}
}

// followed stands for the user's browser: the suite's authorization server sends
// it straight back with the code.
func followed(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := &http.Client{CheckRedirect: stay}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, args.URL, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	back, err := url.Parse(resp.Header.Get("Location"))
	if err != nil {
		return nil, err
	}
	q := back.Query()
	return &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}, nil
}
