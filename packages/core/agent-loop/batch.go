package agentloop

import (
	"errors"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// batch runs the calls of an answer. Afterwards each has a result in the log.
func (t *turn) batch(p *prepared, calls []llm.ToolCall) *ending {
	recorder := newRecorder(t.log, calls)
	batch := &tools.Batch{
		Agent: t.agent.Identity(), Set: p.set, Recorder: recorder, MaxParallel: t.maxParallel,
	}
	for _, c := range calls {
		batch.Calls = append(batch.Calls, tools.RawCall{CallID: c.ID, Name: c.Name, Arguments: c.Arguments})
	}
	result, err := t.services.Tools.Execute(t.ctx, batch)
	if settleErr := recorder.settle(t.records); settleErr != nil {
		return t.broken(errors.Join(settleErr, err))
	}
	if err != nil {
		return t.failed(err)
	}
	t.postpone(result.Contexts)
	switch {
	case t.ctx.Err() != nil:
		return t.aborted()
	case result.Concluded && t.agent.Inbox().Len() == 0:
		return &ending{reason: session.EndCompleted}
	}
	return nil
}

// postpone puts contexts into the inbox, for the next step (R94). One that says
// nothing is no message; an agent that is closing takes none any more.
func (t *turn) postpone(contexts []llm.Message) {
	for _, m := range contexts {
		if m.Role == "" {
			m.Role = llm.RoleUser
		}
		_ = t.agent.Inbox().Defer(m)
	}
}
