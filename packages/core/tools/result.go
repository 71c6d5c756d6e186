package tools

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Result is the outcome of one call (R57). It is immutable; the With methods
// return changed copies for wrappers. Content and contexts are shared, not
// copied: whoever reads them must not write to them (R39a).
//
// A success has a value and content. A failure has a [Failure] and content,
// never a value and never the conclude mark.
type Result struct {
	value     jsonvalue.Value
	content   llm.Content
	meta      jsonvalue.Value
	contexts  []llm.Message
	failure   *Failure
	concludes bool
	from      *attempt // the body run that this result, or its original, came from
}

// Succeed returns a success for a wrapper that answers instead of the body.
// The registry validates the value against the tool's output schema and
// renders it; content and metadata set on it are lost (R63).
func Succeed(value jsonvalue.Value) *Result { return &Result{value: value} }

// Fail returns a failure with the error's message, and its name and code if it
// is [Coded]. The content is "Error: " and the message.
func Fail(err error) *Result { return failed(failureOf(err)) }

func failed(f *Failure) *Result {
	return &Result{failure: f, content: errorContent(f.message)}
}

func errorContent(message string) llm.Content { return llm.TextContent("Error: " + message) }

// IsError reports whether the call failed.
func (r *Result) IsError() bool { return r.failure != nil }

// Value returns the canonical value of a success, absent for a failure.
func (r *Result) Value() jsonvalue.Value { return r.value }

// Content returns what the model reads.
func (r *Result) Content() llm.Content { return r.content }

// Meta returns the presentation metadata, absent if there is none.
func (r *Result) Meta() jsonvalue.Value { return r.meta }

// Contexts returns the user-role messages for the next step, in order (R93).
func (r *Result) Contexts() []llm.Message { return r.contexts }

// Failure returns why the call failed, nil for a success.
func (r *Result) Failure() *Failure { return r.failure }

// ConcludesTurn reports whether a success ends the turn (R68).
func (r *Result) ConcludesTurn() bool { return r.concludes }

// WithContent returns a copy with other content. On a success it has no
// effect, since successes of wrappers are rendered from their value (R63).
func (r *Result) WithContent(c llm.Content) *Result {
	n := r.copy()
	n.content = c
	return n
}

// WithMeta returns a copy with other metadata; see WithContent.
func (r *Result) WithMeta(v jsonvalue.Value) *Result {
	n := r.copy()
	n.meta = v
	return n
}

// WithContexts returns a copy with more contexts at the end.
func (r *Result) WithContexts(messages ...llm.Message) *Result {
	n := r.copy()
	n.contexts = slices.Concat(r.contexts, messages)
	return n
}

func (r *Result) copy() *Result {
	n := *r
	return &n
}

// Outcome is one finished call: what was asked and what came of it.
type Outcome struct {
	Call   *Call
	Result *Result
}
