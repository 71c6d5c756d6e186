package agentloop

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

const (
	unknownText = "Error: the batch stopped while this call was under way, and its outcome is unknown: it may " +
		"have taken effect in full, in part or not at all. Repeat it only if it is read-only or idempotent; " +
		"otherwise check the state first, or ask."
	notStartedText = "Error: the batch stopped before this call was started. It had no effect and is safe to repeat."
)

// settle gives every call that a failed batch left without a result an honest one,
// so that the history can be sent. After a batch that did not fail there is
// nothing to do.
func (r *Recorder) settle(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	runs := slices.SortedFunc(maps.Values(r.open), func(a, b session.DispatchStart) int {
		return cmp.Compare(a.CallID, b.CallID)
	})
	for _, run := range runs {
		_, err := r.log.AddDispatch(ctx, session.Dispatch{
			RootCallID: run.RootCallID, ParentCallID: run.ParentCallID, CallID: run.CallID, Name: run.Name,
			Content: llm.TextContent(unknownText), IsError: true, Error: unknownInfo(),
		})
		if err != nil {
			return err
		}
		delete(r.open, run.CallID)
	}
	for i := range r.calls {
		if err := r.settleCall(ctx, &r.calls[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Recorder) settleCall(ctx context.Context, c *recorded) error {
	if c.settled {
		return nil
	}
	text, info := notStartedText, &session.ErrorInfo{Name: session.NotStartedName, Code: session.NotStartedCode}
	if c.started {
		text, info = unknownText, unknownInfo()
	}
	m := resultMessage(llm.ToolResult{
		CallID: c.ID, Name: c.Name, Content: llm.TextContent(text), IsError: true,
	})
	_, err := r.log.AddResult(ctx, session.ToolResult{Message: m, Error: info})
	c.settled = err == nil
	return err
}

func unknownInfo() *session.ErrorInfo {
	return &session.ErrorInfo{Name: session.OutcomeUnknownName, Code: session.OutcomeUnknownCode}
}
