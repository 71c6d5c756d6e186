package anthropic

import "github.com/dsh-go/dsh/packages/core/llm/openai/provider"

// DefaultMaxTokens limits a response when neither the request nor the configuration does. The
// protocol demands a limit.
const DefaultMaxTokens = 16_384

// DefaultBaseURL is Anthropic's own address.
const DefaultBaseURL = "https://api.anthropic.com"

// Config says how to reach the provider.
type Config struct {
	provider.Config // an empty name and base URL mean "anthropic" and DefaultBaseURL

	// MaxTokens is the limit of a response that asks for none; 0 means DefaultMaxTokens.
	MaxTokens int
	// NoCache does not ask the provider to keep the prompt.
	NoCache bool
}

func (c Config) resolved() Config {
	if c.Name == "" {
		c.Name = "anthropic"
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	if c.MaxTokens == 0 {
		c.MaxTokens = DefaultMaxTokens
	}
	return c
}
