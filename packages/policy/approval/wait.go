package approval

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// errExpired is the cause of a question's own deadline.
var errExpired = errors.New("the question expired")

// wait asks the answerers and returns their answer, or how the wait ended
// without one. An answerer that does not return keeps the scope from closing,
// not the call.
func (m *mounted) wait(ctx context.Context, q *Request) (tools.Approval, error) {
	ctx, cancel := m.limit(ctx)
	defer cancel()
	answers := make(chan tools.Approval, 1)
	err := m.scope.Go("approval of "+q.Call.Name(), func(life context.Context) {
		fused, stop := event.Fuse(ctx, life)
		defer stop()
		answers <- m.ask(fused, q)
	})
	if err != nil { // the scope is closing: nobody can be asked any more
		return tools.ApprovalUnavailable, nil
	}
	answer := tools.ApprovalUnavailable
	select {
	case answer = <-answers:
	case <-ctx.Done():
	}
	switch {
	case ctx.Err() == nil:
		return answer, nil
	case errors.Is(context.Cause(ctx), errExpired):
		return tools.ApprovalUnavailable, m.expired(q)
	}
	return tools.ApprovalCancelled, nil // a late answer does not count
}

func (m *mounted) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if m.config.TimeoutMs == 0 {
		return context.WithCancel(ctx)
	}
	after := time.Duration(m.config.TimeoutMs) * time.Millisecond
	return context.WithTimeoutCause(ctx, after, errExpired)
}

func (m *mounted) expired(q *Request) error {
	return &Error{Code: CodeExpired, Message: fmt.Sprintf(
		"nobody answered within %d ms whether tool %q may run", m.config.TimeoutMs, q.Call.Name())}
}

// ask runs the waterfall. Whatever goes wrong in it reads as unavailable.
func (m *mounted) ask(ctx context.Context, q *Request) tools.Approval {
	answer, err := m.service.Events.Request.Dispatch(ctx, q.Call.Agent().Key, q, nobody)
	if err != nil {
		m.service.log.Warn("answerer failed", "tool", q.Call.Name(), "callId", q.Call.ID(), "error", err)
		return tools.ApprovalUnavailable
	}
	switch answer {
	case tools.ApprovalAllowedOnce, tools.ApprovalRejected, tools.ApprovalCancelled:
		return answer
	}
	return tools.ApprovalUnavailable
}

func nobody(context.Context, *Request) (tools.Approval, error) {
	return tools.ApprovalUnavailable, nil
}
