package openai

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// Model asks one server. It implements llm.Model and is safe for concurrent use. Close releases its
// connections.
type Model struct {
	config  Config
	client  *provider.Client
	service sdk.ChatCompletionService
}

var _ llm.Model = (*Model)(nil)

// New checks the configuration. It makes no request. Errors have llm.CodeInvalidRequest.
func New(config Config) (*Model, error) {
	client, err := provider.NewClient(config.Config)
	if err != nil {
		return nil, err
	}
	config.Config = client.Config()
	options := []option.RequestOption{
		option.WithBaseURL(config.BaseURL),
		option.WithHTTPClient(client.HTTP()),
		option.WithMaxRetries(0), // the client retries
	}
	if config.Key != "" {
		options = append(options, option.WithAPIKey(config.Key.Reveal()))
	}
	for _, name := range slices.Sorted(maps.Keys(config.Extra)) {
		options = append(options, option.WithJSONSet(name, raw(config.Extra[name])))
	}
	// The service is made by itself: a whole client would read keys and addresses from the
	// environment.
	service := sdk.NewChatCompletionService(options...)
	return &Model{config: config, client: client, service: service}, nil
}

// Close ends idle connections.
func (m *Model) Close() { m.client.Close() }

// Generate asks the model; see llm.Model.
func (m *Model) Generate(
	ctx context.Context, req llm.Request, sink llm.Sink,
) (llm.Response, error) {
	return m.client.Ask(ctx, req, m.config.Dialect, sink, func(tools *provider.Tools) provider.Once {
		params := m.params(req, tools)
		return func(ctx context.Context, x *provider.Exchange) (provider.Outcome, error) {
			stream := m.service.NewStreaming(ctx, params, option.WithMiddleware(x.Middleware))
			defer stream.Close() // everything of it was read, or nothing more is wanted
			return (&reader{x: x, tools: tools, config: m.config.Config}).read(stream)
		}
	})
}

// raw is a value that the SDK's encoder puts in as it is.
func raw(v interface{ Text() string }) json.RawMessage { return json.RawMessage(v.Text()) }
