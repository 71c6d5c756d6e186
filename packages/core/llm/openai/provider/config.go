package provider

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Config is what every provider needs to be told. Only Name and BaseURL are required.
type Config struct {
	// Name is the provider's name in selections, messages and errors.
	Name string
	// BaseURL is where the API is, with http or https.
	BaseURL string
	// Key is the credential; empty for servers that want none.
	Key Key
	// HTTPClient makes the requests; nil means one of the Client's own. Redirects are never
	// followed, because the credential would go along.
	HTTPClient *http.Client
	// Retry says how often and after which waits a request is tried again.
	Retry Retry
	// Stall is how long the provider may send nothing, not even a sign of life, before the request
	// is given up. 0 means DefaultStall.
	Stall time.Duration
	// MaxBytes limits an answer as it comes over the wire; 0 means DefaultMaxBytes.
	MaxBytes int64
	// NewID makes ids for tool calls that came without; nil means random ones.
	NewID func() string
	// OnRetry is told before each wait: what failed and how long the wait is. It may be nil.
	OnRetry func(err error, wait time.Duration)
}

// Retry says how faults that may pass are tried again. The zero value means the defaults.
type Retry struct {
	// Attempts is how many requests are made at most; 0 means DefaultAttempts, 1 means no retry.
	Attempts int
	// First is the first wait and Longest the longest; waits in between grow and are spread at
	// random. 0 means DefaultFirst and DefaultLongest.
	First, Longest time.Duration
	// LongestAsked is the longest wait that a provider may ask for; a request that should wait
	// longer fails at once, with the wait in the error. 0 means DefaultLongestAsked.
	LongestAsked time.Duration
}

// Defaults of Config and Retry.
const (
	DefaultStall        = 5 * time.Minute
	DefaultMaxBytes     = 64 << 20
	DefaultAttempts     = 4
	DefaultFirst        = time.Second
	DefaultLongest      = 30 * time.Second
	DefaultLongestAsked = 2 * time.Minute
)

func (c Config) resolved() (Config, error) {
	if c.Name == "" {
		return c, misconfigured(c, "the provider has no name")
	}
	at, err := url.Parse(c.BaseURL)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return c, misconfigured(c, "the base URL must be one with http or https and a host")
	}
	if at.User != nil {
		return c, misconfigured(c, "the base URL holds a credential; give it as the key")
	}
	if strings.ContainsAny(string(c.Key), " \t\r\n") {
		return c, misconfigured(c, "the key contains white space; check how it was read")
	}
	if c.Retry.negative() || c.Stall < 0 || c.MaxBytes < 0 {
		return c, misconfigured(c, "attempts, waits and limits cannot be negative")
	}
	c.Stall = orDefault(c.Stall, DefaultStall)
	c.MaxBytes = orDefault(c.MaxBytes, DefaultMaxBytes)
	c.Retry.Attempts = orDefault(c.Retry.Attempts, DefaultAttempts)
	c.Retry.First = orDefault(c.Retry.First, DefaultFirst)
	c.Retry.Longest = orDefault(c.Retry.Longest, max(DefaultLongest, c.Retry.First))
	c.Retry.LongestAsked = orDefault(c.Retry.LongestAsked, DefaultLongestAsked)
	return c, nil
}

func (r Retry) negative() bool {
	return r.Attempts < 0 || r.First < 0 || r.Longest < 0 || r.LongestAsked < 0
}

func orDefault[T comparable](v, byDefault T) T {
	var zero T
	if v == zero {
		return byDefault
	}
	return v
}

func misconfigured(c Config, message string) error {
	return &llm.Error{Code: llm.CodeInvalidRequest, Provider: c.Name, Message: message}
}
