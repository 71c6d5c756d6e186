package anthropic

import (
	"context"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// Model asks one server. It implements llm.Model and is safe for concurrent use. Close releases its
// connections.
type Model struct {
	config  Config
	client  *provider.Client
	service sdk.MessageService
}

var _ llm.Model = (*Model)(nil)

// New checks the configuration. It makes no request. Errors have llm.CodeInvalidRequest.
func New(config Config) (*Model, error) {
	config = config.resolved()
	if config.MaxTokens < 0 {
		return nil, &llm.Error{
			Code: llm.CodeInvalidRequest, Provider: config.Name, Message: "max tokens cannot be negative",
		}
	}
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
	// The service is made by itself: a whole client would read keys and addresses from the
	// environment.
	return &Model{config: config, client: client, service: sdk.NewMessageService(options...)}, nil
}

// Close ends idle connections.
func (m *Model) Close() { m.client.Close() }

// Generate asks the model; see llm.Model.
func (m *Model) Generate(
	ctx context.Context, req llm.Request, sink llm.Sink,
) (llm.Response, error) {
	return m.client.Ask(ctx, req, provider.Full(), sink, func(tools *provider.Tools) provider.Once {
		params := m.params(req, tools)
		return func(ctx context.Context, x *provider.Exchange) (provider.Outcome, error) {
			stream := m.service.NewStreaming(ctx, params, option.WithMiddleware(x.Middleware))
			defer stream.Close() // everything of it was read, or nothing more is wanted
			return (&reader{x: x, tools: tools, config: m.config.Config}).read(stream)
		}
	})
}
