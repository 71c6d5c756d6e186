package llm

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Code names a kind of failure. The strings are stable: they may be stored and compared.
type Code string

const (
	// CodeTransport means that the request or its answer was lost on the way: a name that
	// does not resolve, a refused or broken connection. Retryable.
	CodeTransport Code = "LLM_TRANSPORT"
	// CodeTruncated means that the stream ended before it said that it was finished.
	// Retryable.
	CodeTruncated Code = "LLM_TRUNCATED"
	// CodeStalled means that a stream sent nothing for longer than the adapter waits.
	// Retryable.
	CodeStalled Code = "LLM_STALLED"
	// CodeOverloaded means that the provider failed for reasons of its own, such as a 5xx
	// status. Retryable.
	CodeOverloaded Code = "LLM_OVERLOADED"
	// CodeRateLimited means too many requests; see [Error.RetryAfter]. Retryable.
	CodeRateLimited Code = "LLM_RATE_LIMITED"
	// CodeEmpty means that the model answered with neither text nor tool call. Retryable.
	CodeEmpty Code = "LLM_EMPTY_RESPONSE"
	// CodeProtocol means an answer that does not follow the provider's protocol.
	CodeProtocol Code = "LLM_PROTOCOL"
	// CodeRefused means that the provider would not answer for reasons of content.
	CodeRefused Code = "LLM_REFUSED"
	// CodeContextLength means that the conversation is too long for the model.
	CodeContextLength Code = "LLM_CONTEXT_LENGTH"
	// CodeAuth means a missing, wrong or insufficient credential.
	CodeAuth Code = "LLM_AUTH"
	// CodeQuota means that the account's budget is used up; waiting does not help.
	CodeQuota Code = "LLM_QUOTA"
	// CodeUnknownModel means that there is no such provider or model.
	CodeUnknownModel Code = "LLM_UNKNOWN_MODEL"
	// CodeInvalidRequest means that the provider refused the request as malformed, or that
	// it was found malformed before it was sent.
	CodeInvalidRequest Code = "LLM_INVALID_REQUEST"
	// CodeHistory means a list of messages that no provider accepts; see [CheckHistory].
	CodeHistory Code = "LLM_INVALID_HISTORY"
	// CodeFormat means JSON text that is not the message, content, request, response or
	// event it should be.
	CodeFormat Code = "LLM_FORMAT"
	// CodeCancelled means that the context ended while the model was answering.
	CodeCancelled Code = "LLM_CANCELLED"
)

// Error is the failure type of this package and of the adapters. It is read-only after it
// was returned.
type Error struct {
	// Code is the stable name of the failure.
	Code Code
	// Message says what happened and, where the cause is a setting, what to mend. It
	// never holds a credential.
	Message string
	// Provider names the provider that answered, if one did.
	Provider string
	// Status is the HTTP status, 0 without one.
	Status int
	// RequestID is the provider's own name for the request, for its support.
	RequestID string
	// RetryAfter is how long the provider asks to wait; 0 when it did not say.
	RetryAfter time.Duration
	// Err is the cause; may be nil.
	Err error
}

// Error gives provider, message and the chain of causes in one line.
func (e *Error) Error() string {
	text := e.Message
	if text == "" {
		text = string(e.Code)
	}
	if e.Provider != "" {
		text = e.Provider + ": " + text
	}
	if e.Status != 0 {
		text = fmt.Sprintf("%s (HTTP status %d)", text, e.Status)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Retryable reports whether the same request may succeed later: faults of transport, load
// and stream, never of the request.
func (e *Error) Retryable() bool {
	switch e.Code {
	case CodeTransport, CodeTruncated, CodeStalled, CodeOverloaded, CodeRateLimited, CodeEmpty:
		return true
	}
	return false
}

// CodeOf returns the code of the first [Error] in the chain of err, or "" without one.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// IsRetryable reports whether err is an [Error] that says so; see [Error.Retryable].
func IsRetryable(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Retryable()
}

// Cancelled returns the error for a call whose context is done. Both the context's error
// and its cause are in its chain.
func Cancelled(ctx context.Context) error {
	cause := context.Cause(ctx)
	if err := ctx.Err(); err != nil && !errors.Is(cause, err) {
		cause = errors.Join(err, cause)
	}
	return &Error{Code: CodeCancelled, Message: "the model call was cancelled", Err: cause}
}
