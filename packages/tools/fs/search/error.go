package search

import (
	"context"
	"errors"
	"fmt"
)

// Code names a kind of failure. Codes are stable and part of the interface (§10.1).
type Code string

// The codes of this package.
const (
	// CodeInvalidPattern: the pattern, or a glob, is not well-formed.
	CodeInvalidPattern Code = "SEARCH_INVALID_PATTERN"
	// CodeFailed: the search could not be done.
	CodeFailed Code = "SEARCH_FAILED"
	// CodeOverflow: there is more output than is collected.
	CodeOverflow Code = "SEARCH_RAW_OUTPUT_OVERFLOW"
	// CodeAborted: the context was done.
	CodeAborted Code = "SEARCH_ABORTED"
)

// Error is a failure with a code, the text for people and models, and the cause. It is immutable.
type Error struct {
	Code    Code
	Message string
	Err     error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code for the result of a tool call.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns the name for the result of a tool call.
func (e *Error) ErrorName() string { return "SearchError" }

// CodeOf returns the code of the first [Error] in err's chain, or "" when there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// PatternError is how an engine says that a pattern or glob is wrong; Reason is the engine's text.
type PatternError struct{ Reason string }

// Error returns the reason.
func (e *PatternError) Error() string { return e.Reason }

// ErrOverflow is how an engine says that it found more than it may collect.
var ErrOverflow = errors.New("more output than is collected")

// fail gives an engine's failure its code and text.
func fail(ctx context.Context, tool string, err error) error {
	if pattern, ok := errors.AsType[*PatternError](err); ok {
		return &Error{Code: CodeInvalidPattern, Err: err, Message: fmt.Sprintf(
			"%s pattern rejected by ripgrep rules: %s", tool, pattern.Reason)}
	}
	switch {
	case errors.Is(err, ErrOverflow):
		return &Error{Code: CodeOverflow, Err: err, Message: tool + " search found more than can be " +
			"collected; narrow the pattern, path or include"}
	case ctx.Err() != nil:
		return &Error{Code: CodeAborted, Message: tool + " search aborted", Err: context.Cause(ctx)}
	}
	return &Error{Code: CodeFailed, Message: fmt.Sprintf("%s search failed: %s", tool, err), Err: err}
}
