package spill

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// LogEvent is the waterfall tools/code-dispatch-log of a program executor, over
// that executor's own payload type.
type LogEvent[In any] interface {
	On(
		s *scope.Scope,
		f func(ctx context.Context, in In, next event.Next[In, llm.Content]) (llm.Content, error),
		opts ...event.Option,
	) error
}

// ListenLog lets the policy shape the recorded copies of nested calls' content,
// until s closes. Unlike the model-facing part it includes the tool read; the
// program's values are untouched (P135). call returns the nested call of a
// payload. It is for whoever composes a policy with an executor:
//
//	spill.ListenLog(s, policy, &executor.Events.SubcallLog,
//		func(l *ptc.SubcallLog) *tools.Call { return l.Call })
func ListenLog[In any](s *scope.Scope, p *Policy, e LogEvent[In], call func(In) *tools.Call) error {
	listener := func(ctx context.Context, in In, next event.Next[In, llm.Content]) (llm.Content, error) {
		content, err := next.Do(ctx)
		if err != nil {
			return content, err
		}
		if shaped, ok := p.shape(ctx, call(in), LabelDispatch, content); ok {
			return shaped, nil
		}
		return content, nil
	}
	return e.On(s, listener, event.Front(), event.Label("spill"))
}

// Attach lets a policy listen to one executor's log. Composing code makes one
// with [ListenLog] and contributes it to the fx group [AttachGroup], where the
// plugin finds it.
type Attach func(s *scope.Scope, p *Policy) error
