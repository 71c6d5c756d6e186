package agentloop

import (
	"context"
	"crypto/rand"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Recorder keeps the records of one batch in a session log (R104, R105). A call's
// record is on the medium before the call goes on, so a crash during its body is
// known as one.
type Recorder struct {
	log *session.Log

	mu    sync.Mutex
	calls []recorded
	open  map[string]session.DispatchStart // sub-calls without their settlement
}

type recorded struct {
	llm.ToolCall
	started, settled bool
}

var (
	_ tools.Recorder        = (*Recorder)(nil)
	_ tools.SubcallRecorder = (*Recorder)(nil)
)

func newRecorder(log *session.Log, calls []llm.ToolCall) *Recorder {
	r := &Recorder{log: log, open: map[string]session.DispatchStart{}}
	for _, c := range calls {
		r.calls = append(r.calls, recorded{ToolCall: c})
	}
	return r
}

func (r *Recorder) of(id string) *recorded {
	for i := range r.calls {
		if r.calls[i].ID == id {
			return &r.calls[i]
		}
	}
	return nil
}

// RecordCall writes a tool/call.
func (r *Recorder) RecordCall(ctx context.Context, c tools.CallRecord) (uint64, error) {
	e, err := r.log.AddCall(ctx, session.ToolCall{CallID: c.CallID, Name: c.Name, Arguments: c.Arguments})
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if call := r.of(c.CallID); call != nil {
		call.started = true
	}
	return uint64(e.Seq), nil
}

// RecordResult writes a tool/result that cites its call.
func (r *Recorder) RecordResult(ctx context.Context, in tools.ResultRecord) error {
	r.mu.Lock()
	call := r.of(in.CallID)
	r.mu.Unlock()
	name := ""
	if call != nil {
		name = call.Name
	}
	m := resultMessage(llm.ToolResult{CallID: in.CallID, Name: name, Content: in.Content, IsError: in.IsError})
	_, err := r.log.AddResult(ctx, session.ToolResult{Message: m, Error: errorInfo(in.Info), Meta: in.Meta})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if call != nil {
		call.settled = true
	}
	return nil
}

func resultMessage(result llm.ToolResult) llm.Message {
	m := llm.ToolMessage(result)
	m.ID, m.Source = rand.Text(), llm.Source{Kind: llm.SourceTool, Name: result.Name}
	return m
}

func errorInfo(info *tools.Info) *session.ErrorInfo {
	if info == nil {
		return nil
	}
	return &session.ErrorInfo{Name: info.Name, Code: string(info.Code), UserReason: info.UserReason}
}

// RecordSubcallStart writes a tool/code-dispatch-start.
func (r *Recorder) RecordSubcallStart(ctx context.Context, c tools.SubcallRecord) error {
	start := session.DispatchStart{
		RootCallID: c.RootCallID, ParentCallID: c.ParentCallID, CallID: c.CallID,
		Name: c.Name, Arguments: c.Arguments,
	}
	if _, err := r.log.AddDispatchStart(ctx, start); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open[c.CallID] = start
	return nil
}

// RecordSubcallSettle writes a tool/code-dispatch.
func (r *Recorder) RecordSubcallSettle(ctx context.Context, c tools.SubcallRecord) error {
	_, err := r.log.AddDispatch(ctx, session.Dispatch{
		RootCallID: c.RootCallID, ParentCallID: c.ParentCallID, CallID: c.CallID, Name: c.Name,
		Content: c.Content, IsError: c.IsError, Error: errorInfo(c.Info),
	})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, c.CallID)
	return nil
}
