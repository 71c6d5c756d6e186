package testkit

import (
	"context"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// Approver is an approval service that answers as the test says. The zero value
// answers that nobody could be asked. Safe for concurrent use.
type Approver struct {
	// Answer is what it answers; Answers, while there are any, come before it.
	Answer  tools.Approval
	Answers []tools.Approval
	// Err makes the service itself fail.
	Err error
	// Hold, if set, is waited for before answering; a caller that is cancelled
	// meanwhile gets "cancelled".
	Hold <-chan struct{}

	mu    sync.Mutex
	asked []Question
}

// Question is one question that was asked.
type Question struct{ CallID, Tool, Reason string }

var _ tools.Approver = (*Approver)(nil)

// Approve notes the question and answers it.
func (a *Approver) Approve(ctx context.Context, req tools.ApprovalRequest) (tools.Approval, error) {
	answer := a.next(req)
	if a.Err != nil {
		return tools.ApprovalUnavailable, a.Err
	}
	if a.Hold != nil {
		select {
		case <-a.Hold:
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		return tools.ApprovalCancelled, nil
	}
	return answer, nil
}

func (a *Approver) next(req tools.ApprovalRequest) tools.Approval {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, Question{req.Call.ID(), req.Call.Name(), req.Reason})
	if len(a.Answers) == 0 {
		return a.Answer
	}
	answer := a.Answers[0]
	a.Answers = a.Answers[1:]
	return answer
}

// Asked returns the questions so far, in order.
func (a *Approver) Asked() []Question {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.asked)
}
