// Package capped is the executor of the cookbook: it takes only so many calls of
// one response of the model.
package capped

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// CodeTooMany: the model made more calls at once than are taken; it should make
// fewer.
const CodeTooMany tools.Code = "CAPPED_TOO_MANY_CALLS"

// show: executor

// Executor declares the tools as they are and rejects batches of more than Max
// calls.
type Executor struct {
	Registry *tools.Registry
	Max      int
}

var _ tools.Executor = (*Executor)(nil)

// Describe tells the model about the tools, and about the limit.
func (e *Executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{
		Tools: d.Declarations,
		Sections: []tools.Section{{
			Name: "capped:limit", Order: 100,
			Text: fmt.Sprintf("Make at most %d tool calls in one response.", e.Max),
		}},
	}, nil
}

// Execute runs the batch under the shared rules of order and overlap.
func (e *Executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	if len(b.Calls) > e.Max {
		return nil, &tools.Error{
			Name: "CappedError", Code: CodeTooMany,
			Message: fmt.Sprintf("%d calls in one response: at most %d are taken", len(b.Calls), e.Max),
		}
	}
	return e.Registry.RunBatch(ctx, b, nil)
}

// end: executor
