package dshdriver

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// agentTurn is one turn of an agent in a case's registry.
type agentTurn struct {
	reg    *tools.Registry
	root   *scope.Scope
	id     string
	parent *scope.Key // what the agent inherits from
	// resident is the agent, nil for a new one that leaves when the turn has ended.
	resident *resident
	prompt   agentloop.Prompter
	config   agentloop.Config
	// model is asked for the calls of each step; none ends the turn.
	model func(llm.Request) []llm.ToolCall
	// observe is told the events of the session; it may be nil.
	observe session.Observer

	mu   sync.Mutex
	seen []tools.Outcome
}

// turned is what came of a turn.
type turned struct {
	agentloop.Outcome
	// asked is how often the model was.
	asked int
	// outcomes are those of the calls, in call order.
	outcomes []tools.Outcome
	// contexts wait in the inbox.
	contexts []llm.Message
}

// take takes the turn. The error is one of the case's preparation.
func (t *agentTurn) take(ctx context.Context) (done turned, err error) {
	background := context.WithoutCancel(ctx)
	r := t.resident
	if r == nil {
		if r, err = reside(background, t.root, t.id, t.parent); err != nil {
			return done, err
		}
		defer func() { err = errors.Join(err, r.leave(background)) }()
	}
	if t.observe != nil {
		defer r.log.Observe(t.observe)()
	}
	model := &stepModel{say: t.model}
	loop, err := agentloop.New(r.agent, agentloop.Services{
		Tools: t.reg, Agents: r.agents, Model: model, Prompt: t.prompt,
	}, t.config)
	if err != nil {
		return done, err
	}
	inbox := r.agent.Inbox()
	if err := errors.Join(t.watch(), inbox.Post(llm.UserMessage("go on"))); err != nil {
		return done, err
	}
	done.Outcome, err = loop.Turn(ctx)
	done.asked, done.contexts, done.outcomes = model.asked, inbox.Claim(), t.ordered(model.calls)
	return done, err
}

// resident is a live agent with a session in memory.
type resident struct {
	agents *agent.Agents
	agent  *agent.Agent
	log    *session.Log
}

// reside makes an agent in a scope of its own below root, which inherits from
// parent.
func reside(ctx context.Context, root *scope.Scope, id string, parent *scope.Key) (*resident, error) {
	agents, err := agent.New(nil)
	if err != nil {
		return nil, err
	}
	log, _, err := session.Open(ctx, session.NewMemory(session.Header{ID: id}), session.Options{})
	if err != nil {
		return nil, err
	}
	a, err := agents.Create(ctx, agent.Spec{
		ID: id, Scope: root, Parent: parent, Log: log, Selection: selection,
	})
	if err != nil {
		return nil, errors.Join(err, log.Close(ctx))
	}
	return &resident{agents, a, log}, nil
}

func (r *resident) leave(ctx context.Context) error {
	return errors.Join(r.agent.Close(ctx), r.log.Close(ctx))
}

// watch keeps the outcomes of the calls.
func (t *agentTurn) watch() error {
	return t.reg.Events.Result.On(t.root, func(_ context.Context, o *tools.Outcome) error {
		t.mu.Lock()
		defer t.mu.Unlock()
		if !o.Call.Nested() {
			t.seen = append(t.seen, *o)
		}
		return nil
	})
}

func (t *agentTurn) ordered(calls []llm.ToolCall) []tools.Outcome {
	var list []tools.Outcome
	for _, c := range calls {
		i := slices.IndexFunc(t.seen, func(o tools.Outcome) bool { return o.Call.ID() == c.ID })
		if i >= 0 {
			list = append(list, t.seen[i])
		}
	}
	return list
}

// stepModel is a model that answers with calls, and remembers those of the first
// answer.
type stepModel struct {
	say   func(llm.Request) []llm.ToolCall
	asked int
	calls []llm.ToolCall
}

// Generate answers.
func (m *stepModel) Generate(
	_ context.Context, r llm.Request, _ llm.Sink,
) (llm.Response, error) {
	calls := m.say(r)
	if m.asked++; m.asked == 1 {
		m.calls = calls
	}
	answer := llm.Response{
		Model: selection.Model, FinishReason: llm.FinishToolCalls,
		Message: llm.Message{Role: llm.RoleAssistant, ToolCalls: calls},
	}
	if len(calls) == 0 {
		answer.FinishReason, answer.Message.Content = llm.FinishStop, llm.TextContent("done")
	}
	return answer, nil
}

// execute runs a batch: as it is, or as the calls of a model.
type execute func(ctx context.Context, reg *tools.Registry, root *scope.Scope, b *tools.Batch) (
	*tools.BatchResult, error)

// directly hands the batch to the registry.
func directly(
	ctx context.Context, reg *tools.Registry, _ *scope.Scope, b *tools.Batch,
) (*tools.BatchResult, error) {
	return reg.Execute(ctx, b)
}

// inAStep lets a model ask for the calls of the batch, in one step of an agent
// below that of the batch. The recorder of the batch is told what the session has.
// The caller's context reaches the step when its batch begins.
func inAStep(
	ctx context.Context, reg *tools.Registry, root *scope.Scope, b *tools.Batch,
) (*tools.BatchResult, error) {
	turn, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	t := &agentTurn{
		reg: reg, root: root, id: "agent", config: agentloop.Config{MaxSteps: 1},
		observe: told(b.Recorder),
	}
	if b.Agent != nil {
		t.id, t.parent = b.Agent.ID, b.Agent.Key
	}
	if b.MaxParallel != nil {
		t.config.MaxParallelToolCalls = b.MaxParallel()
	}
	t.model = func(llm.Request) (calls []llm.ToolCall) {
		if ctx.Err() != nil {
			cancel(context.Cause(ctx))
		}
		context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
		for _, c := range b.Calls {
			calls = append(calls, llm.ToolCall{ID: c.CallID, Name: c.Name, Arguments: c.Arguments})
		}
		return calls
	}
	done, err := t.take(turn)
	if err == nil && done.Reason == session.EndError {
		err = done.Err
	}
	return &tools.BatchResult{
		Outcomes: done.outcomes, Contexts: done.contexts,
		Concluded: done.Reason == session.EndCompleted,
	}, err
}

// told passes what a session records about calls on to a recorder.
func told(r tools.Recorder) session.Observer {
	if r == nil {
		return nil
	}
	subcalls, _ := r.(tools.SubcallRecorder)
	return func(ctx context.Context, e session.Event) {
		switch e.Type {
		case session.TypeToolCall:
			var c session.ToolCall
			_ = e.Decode(&c) // the session wrote it
			_, _ = r.RecordCall(ctx, tools.CallRecord{CallID: c.CallID, Name: c.Name, Arguments: c.Arguments})
		case session.TypeToolResult:
			var in session.ToolResult
			_ = e.Decode(&in)
			_ = r.RecordResult(ctx, tools.ResultRecord{
				CallID: in.Message.ToolResult.CallID, IsError: in.Message.ToolResult.IsError, Info: infoOf(in.Error),
			})
		case session.TypeDispatchStart, session.TypeDispatch:
			if subcalls != nil {
				tellSubcall(ctx, subcalls, e)
			}
		}
	}
}

func tellSubcall(ctx context.Context, r tools.SubcallRecorder, e session.Event) {
	var c session.Dispatch
	_ = e.Decode(&c)
	record := tools.SubcallRecord{CallID: c.CallID, Name: c.Name, IsError: c.IsError}
	if e.Type == session.TypeDispatchStart {
		_ = r.RecordSubcallStart(ctx, record)
		return
	}
	_ = r.RecordSubcallSettle(ctx, record)
}

func infoOf(e *session.ErrorInfo) *tools.Info {
	if e == nil {
		return nil
	}
	return &tools.Info{Name: e.Name, Code: tools.Code(e.Code), UserReason: e.UserReason}
}
