package openai

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// Config says how to reach a server and how it differs from others.
type Config struct {
	provider.Config

	// Dialect is the server's dialect of JSON Schema in tool declarations. The zero value is
	// the cautious one, except that tool names may have 64 letters.
	Dialect provider.Dialect
	// MaxTokens is the limit of a response that asks for none; 0 leaves it to the server.
	MaxTokens int
	// LegacyMaxTokens sends the limit as max_tokens, which OpenAI has given up and most others
	// know.
	LegacyMaxTokens bool
	// NoStreamUsage leaves out the request to count tokens, for servers that refuse it.
	NoStreamUsage bool
	// NoImages replaces images by a line of text.
	NoImages bool
	// SendReasoning sends the reasoning of responses with tool calls back as reasoning_content,
	// which some reasoning models demand.
	SendReasoning bool
	// Extra are further members of every request, for switches that only one server has.
	Extra map[string]jsonvalue.Value
}

// OpenAI is the configuration for OpenAI itself.
func OpenAI(key provider.Key) Config {
	return Config{
		Config:  provider.Config{Name: "openai", BaseURL: "https://api.openai.com/v1", Key: key},
		Dialect: provider.Full(),
	}
}

// DeepSeek is the configuration for DeepSeek.
func DeepSeek(key provider.Key) Config {
	return Config{
		Config:          provider.Config{Name: "deepseek", BaseURL: "https://api.deepseek.com", Key: key},
		Dialect:         provider.Compatible(),
		LegacyMaxTokens: true, NoImages: true, SendReasoning: true,
	}
}

// Ollama is the configuration for an Ollama server at its usual place on this machine.
func Ollama() Config {
	return Config{
		Config:          provider.Config{Name: "ollama", BaseURL: "http://localhost:11434/v1"},
		Dialect:         provider.Compatible(),
		LegacyMaxTokens: true,
	}
}

// Compatible is the configuration for another server. An empty key sends none.
func Compatible(name, baseURL string, key provider.Key) Config {
	return Config{
		Config:          provider.Config{Name: name, BaseURL: baseURL, Key: key},
		Dialect:         provider.Compatible(),
		LegacyMaxTokens: true,
	}
}
