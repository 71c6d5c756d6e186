package provider

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Client runs requests to one provider. It is safe for concurrent use. Close releases its
// connections.
type Client struct {
	config    Config
	http      *http.Client
	transport *http.Transport // the Client's own, nil when the caller brought one
}

// Once makes one request and reads its answer to the end. It sends its HTTP request through
// Exchange.Middleware and hands over what arrives with Exchange.Emit. A nil error means that the
// provider said why it stopped and the stream ended after that.
type Once func(ctx context.Context, x *Exchange) (Outcome, error)

// Outcome is what the provider says about an answer beside its content.
type Outcome struct {
	// Reason is why the model stopped.
	Reason llm.FinishReason
	// Model is the model that answered.
	Model string
	// ID is the provider's name of the answer.
	ID string
}

// NewClient checks the configuration. Errors have llm.CodeInvalidRequest and say what to mend.
func NewClient(config Config) (*Client, error) {
	config, err := config.resolved()
	if err != nil {
		return nil, err
	}
	c := &Client{config: config}
	if config.HTTPClient != nil {
		copied := *config.HTTPClient
		c.http = &copied
	} else {
		c.transport = newTransport()
		c.http = &http.Client{Transport: c.transport}
	}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}
	return c, nil
}

// newTransport is the standard one, with connections of its own, which Close can end.
func newTransport() *http.Transport {
	if standard, ok := http.DefaultTransport.(*http.Transport); ok {
		return standard.Clone()
	}
	return new(http.Transport)
}

// Config returns the configuration with the defaults filled in.
func (c *Client) Config() Config { return c.config }

// HTTP returns the HTTP client that requests must use.
func (c *Client) HTTP() *http.Client { return c.http }

// Close ends idle connections. Requests that run are not disturbed.
func (c *Client) Close() {
	if c.transport != nil {
		c.transport.CloseIdleConnections()
	}
}

// Generate runs once until it succeeds, fails for good, or the attempts are used up. It keeps the
// contract of llm.Model: the error is an *llm.Error, and the response of a failure is what had
// arrived. A request is repeated only for faults that may pass (llm.Error.Retryable), and never
// after a piece of the answer has gone to the sink: a repeated beginning could not be taken back.
func (c *Client) Generate(ctx context.Context, sink llm.Sink, once Once) (llm.Response, error) {
	r, err := backoff.Retry(ctx, func() (llm.Response, error) {
		r, handed, err := c.attempt(ctx, sink, once)
		return r, c.decide(err, handed)
	},
		backoff.WithBackOff(c.waits()),
		backoff.WithMaxTries(uint(c.config.Retry.Attempts)),
		backoff.WithMaxElapsedTime(0), // the attempts are the limit
		backoff.WithNotify(c.notify),
	)
	switch e, ok := errors.AsType[*llm.Error](err); {
	case err == nil:
		return r, nil
	case ctx.Err() == nil && ok:
		return r, e
	default: // in an attempt or in the wait between two
		return r, llm.Cancelled(ctx)
	}
}

// Ask is the frame of an adapter's Generate: it checks the request, projects its tools, and runs what
// prepare makes of both. Warnings about tools are in the response.
func (c *Client) Ask(
	ctx context.Context, req llm.Request, d Dialect, sink llm.Sink, prepare func(*Tools) Once,
) (llm.Response, error) {
	if err := req.Check(); err != nil {
		return llm.Response{}, err
	}
	tools := Project(req.Tools, d)
	if err := tools.Demand(req.ToolChoice); err != nil {
		return llm.Response{}, c.named(err)
	}
	r, err := c.Generate(ctx, sink, prepare(tools))
	r.Warnings = append(r.Warnings, tools.Warnings...)
	return r, err
}

func (c *Client) waits() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval = c.config.Retry.First, c.config.Retry.Longest
	b.Multiplier = 2
	return b
}

// decide tells the retry loop what to make of an attempt's error.
func (c *Client) decide(err error, handed bool) error {
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || !e.Retryable() || handed || e.RetryAfter > c.config.Retry.LongestAsked {
		return backoff.Permanent(err)
	}
	if e.RetryAfter > 0 {
		return &asked{e, &backoff.RetryAfterError{Duration: e.RetryAfter}}
	}
	return e
}

func (c *Client) notify(err error, wait time.Duration) {
	if e, ok := errors.AsType[*llm.Error](err); ok && c.config.OnRetry != nil {
		c.config.OnRetry(e, wait)
	}
}

// asked is a failure together with the wait that the provider asked for.
type asked struct {
	failure *llm.Error
	wait    *backoff.RetryAfterError
}

func (a *asked) Error() string { return a.failure.Error() }

func (a *asked) Unwrap() []error { return []error{a.failure, a.wait} }

// attempt makes one request. Handed reports whether the sink has got a piece of the answer.
func (c *Client) attempt(ctx context.Context, sink llm.Sink, once Once) (
	r llm.Response, handed bool, err error,
) {
	if ctx.Err() != nil {
		return llm.Response{}, false, llm.Cancelled(ctx)
	}
	x := c.newExchange(ctx, sink)
	defer x.end()
	outcome, err := once(x.ctx, x)
	x.end()
	if err != nil {
		r, err = x.assembly.Partial(), c.explain(ctx, x, err)
	} else {
		x.assembly.Add(llm.Finished{Reason: outcome.Reason})
		r, err = x.assembly.Finish()
		err = c.named(err)
	}
	r.Model, r.ID = outcome.Model, outcome.ID
	r.Message.Source = llm.Source{Kind: llm.SourceModel, Name: c.config.Name + "/" + outcome.Model}
	if err == nil {
		sink.Send(llm.Finished{Reason: r.FinishReason})
	}
	return r, x.handed, err
}

// named puts the provider's name into an error of the assembly.
func (c *Client) named(err error) error {
	if e, ok := errors.AsType[*llm.Error](err); ok && e.Provider == "" {
		copied := *e
		copied.Provider = c.config.Name
		return &copied
	}
	return err
}
