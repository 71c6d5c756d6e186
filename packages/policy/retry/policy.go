package retry

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// CodeConfig: the configuration is out of range.
const CodeConfig tools.Code = "RETRY_CONFIG"

// Config configures the policy. Zeros mean the defaults.
type Config struct {
	// MaxAttempts is how often a body runs at most, the first run included: 3.
	MaxAttempts int `json:"maxAttempts,omitzero"`
	// InitialDelayMs and MaxDelayMs bound the waits in milliseconds, which double
	// from one to the next and vary by half: 200 and 5,000.
	InitialDelayMs int64 `json:"initialDelayMs,omitzero"`
	MaxDelayMs     int64 `json:"maxDelayMs,omitzero"`
	// Tools are the names of the tools whose calls may run again, where * stands for
	// any text; empty means all. That a call is idempotent does not say that its
	// failures pass: a file that is not there is not there at the next run either.
	Tools []string `json:"tools,omitempty"`
	// Except are codes of failures that are not worth another run, beside those that
	// never are.
	Except []string `json:"except,omitempty"`
}

// Resolve returns the configuration with its defaults in place.
func (c Config) Resolve() Config {
	if c.MaxAttempts == 0 {
		c.MaxAttempts = 3
	}
	if c.InitialDelayMs == 0 {
		c.InitialDelayMs = 200
	}
	if c.MaxDelayMs == 0 {
		c.MaxDelayMs = max(5000, c.InitialDelayMs)
	}
	return c
}

// Validate refuses negative numbers, a first wait that is longer than the last, and
// patterns that are none.
func (c Config) Validate() error {
	r := c.Resolve()
	if r.MaxAttempts < 1 || r.InitialDelayMs < 1 || r.MaxDelayMs < r.InitialDelayMs {
		return &tools.Error{
			Name: "ConfigError", Code: CodeConfig,
			Message: "maxAttempts and initialDelayMs must be 1 or more, and maxDelayMs no less than initialDelayMs",
		}
	}
	for _, pattern := range c.Tools {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
			return &tools.Error{Name: "ConfigError", Code: CodeConfig, Message: fmt.Sprintf(
				"tools: %q is no pattern: write a name, with * for any text", pattern)}
		}
	}
	return nil
}

// covers reports whether calls of the tool may run again.
func (c Config) covers(tool string) bool {
	return len(c.Tools) == 0 || slices.ContainsFunc(c.Tools, func(pattern string) bool {
		ok, _ := path.Match(pattern, tool)
		return ok
	})
}

// Install mounts the policy over the key of s until s closes.
func Install(s *scope.Scope, registry *tools.Registry, c Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	p := &policy{c.Resolve()}
	return registry.Events.Execute.On(s, p.run, event.Label("retry"))
}

type policy struct{ config Config }

type next = event.Next[*tools.Call, *tools.Result]

// errFailed asks for another run; it never leaves the policy.
var errFailed = errors.New("the call failed")

func (p *policy) run(ctx context.Context, c *tools.Call, n next) (*tools.Result, error) {
	if !c.Traits().Idempotent || !p.config.covers(c.Name()) {
		return n.Do(ctx)
	}
	var last *tools.Result
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		r, err := n.Do(ctx)
		last = r
		switch {
		case err != nil:
			return struct{}{}, backoff.Permanent(err)
		case ctx.Err() == nil && p.mayPass(r):
			return struct{}{}, errFailed
		}
		return struct{}{}, nil
	}, backoff.WithBackOff(p.waits()), backoff.WithMaxTries(uint(p.config.MaxAttempts)), backoff.WithMaxElapsedTime(0))
	if last == nil {
		var permanent *backoff.PermanentError
		if errors.As(err, &permanent) {
			err = permanent.Err
		}
		if err == nil {
			err = fmt.Errorf("tool %q gave no result", c.Name())
		}
		return nil, err
	}
	return last, nil
}

func (p *policy) waits() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = time.Duration(p.config.InitialDelayMs) * time.Millisecond
	b.MaxInterval = time.Duration(p.config.MaxDelayMs) * time.Millisecond
	b.Multiplier = 2
	return b
}

// final are the failures that another run would meet again, or that must stand.
var final = []tools.Code{
	tools.CodeUnknownTool, tools.CodeInvalidArgs, tools.CodeInvalidOutput, tools.CodeAborted,
	tools.CodeAbortedBeforeDispatch, tools.CodePanic, tools.CodeNoDecision,
}

// mayPass reports whether a result is a failure that another run may not meet.
func (p *policy) mayPass(r *tools.Result) bool {
	if r == nil || !r.IsError() {
		return false
	}
	code := r.Failure().Code()
	return !slices.Contains(final, code) && !slices.Contains(p.config.Except, string(code))
}
