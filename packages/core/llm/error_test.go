package llm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
)

func TestError(t *testing.T) {
	err := fmt.Errorf("step 1: %w", &llm.Error{
		Code: llm.CodeRateLimited, Message: "too many requests", Provider: "p", Status: 429,
		RetryAfter: time.Second, Err: io.ErrUnexpectedEOF,
	})
	if got, want := err.Error(), "step 1: p: too many requests (HTTP status 429): unexpected EOF"; got != want {
		t.Errorf("got %q", got)
	}
	if llm.CodeOf(err) != llm.CodeRateLimited || !llm.IsRetryable(err) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("the chain is broken")
	}
	if llm.CodeOf(io.EOF) != "" || llm.IsRetryable(io.EOF) || llm.CodeOf(nil) != "" {
		t.Error("other errors have a code")
	}
	if got := (&llm.Error{Code: llm.CodeAuth}).Error(); got != "LLM_AUTH" {
		t.Errorf("without message: %q", got)
	}
}

func TestRetryable(t *testing.T) {
	retryable := map[llm.Code]bool{
		llm.CodeTransport: true, llm.CodeTruncated: true, llm.CodeStalled: true, llm.CodeOverloaded: true,
		llm.CodeRateLimited: true, llm.CodeEmpty: true,
	}
	for _, code := range []llm.Code{
		llm.CodeTransport, llm.CodeTruncated, llm.CodeStalled, llm.CodeOverloaded, llm.CodeRateLimited, llm.CodeEmpty,
		llm.CodeProtocol, llm.CodeRefused, llm.CodeContextLength, llm.CodeAuth, llm.CodeQuota, llm.CodeUnknownModel,
		llm.CodeInvalidRequest, llm.CodeHistory, llm.CodeFormat, llm.CodeCancelled, "",
	} {
		if got := (&llm.Error{Code: code}).Retryable(); got != retryable[code] {
			t.Errorf("%s: %v", code, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	reason := errors.New("the user left")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	err := llm.Cancelled(ctx)
	if llm.CodeOf(err) != llm.CodeCancelled || !errors.Is(err, context.Canceled) || !errors.Is(err, reason) {
		t.Errorf("error = %v", err)
	}
	plain, stop := context.WithCancel(t.Context())
	stop()
	if err := llm.Cancelled(plain); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v", err)
	}
}

type echo struct{ name string }

func (e echo) Generate(_ context.Context, _ llm.Request, sink llm.Sink) (llm.Response, error) {
	sink.Send(llm.TextDelta{Text: e.name})
	return llm.Response{Model: e.name}, nil
}

func TestRouter(t *testing.T) {
	r := llm.Router{"a": echo{"A"}, "b": echo{"B"}, "none": nil}
	ask := func(provider string) (llm.Response, error) {
		return r.Generate(t.Context(), llm.Request{Selection: llm.Selection{Provider: provider}}, nil)
	}
	if got, err := ask("b"); err != nil || got.Model != "B" {
		t.Errorf("b: %v, %v", got, err)
	}
	for _, provider := range []string{"", "c", "none"} {
		_, err := ask(provider)
		if want := fmt.Sprintf("no provider %q: known are a, b, none", provider); llm.CodeOf(err) != llm.CodeUnknownModel || err.Error() != want {
			t.Errorf("%q: %v", provider, err)
		}
	}
	if _, err := (llm.Router{}).Generate(t.Context(), llm.Request{}, nil); err == nil {
		t.Error("an empty router answers")
	}
}
