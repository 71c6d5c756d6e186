package dshdriver

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	native_executor "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// outerName is the tool whose body issues nested calls.
const outerName = "outer"

func (w *callWorld) mountExecutor() error {
	return native_executor.Mount(w.root, w.reg, native_executor.Config{})
}

// run makes the call: as a batch of one, or from the body of an outer call.
func (w *callWorld) run() (*tools.Outcome, error) {
	agent, err := w.agent()
	if err != nil {
		return nil, err
	}
	if w.Nested {
		return w.runNested(agent)
	}
	b := &tools.Batch{Agent: agent, Calls: []tools.RawCall{{
		CallID: "call-1", Name: conformance.ProbeName, Arguments: argumentText(w.Arguments()),
	}}}
	if w.Signal == "pre-aborted" {
		b.Recorder = cancelling{w.cancel}
	}
	return first(w.reg.Execute(w.ctx, b))
}

func first(r *tools.BatchResult, err error) (*tools.Outcome, error) {
	switch {
	case err != nil:
		return nil, err
	case len(r.Outcomes) != 1:
		return nil, fmt.Errorf("a batch of one call has %d outcomes", len(r.Outcomes))
	}
	return &r.Outcomes[0], nil
}

func (w *callWorld) agent() (*tools.Agent, error) {
	if !w.Agent {
		return nil, nil
	}
	if w.agents != nil {
		return w.liveAgent()
	}
	s, err := w.root.Keyed("agent", nil)
	if err != nil {
		return nil, err
	}
	return &tools.Agent{ID: "agent", Key: s.Key()}, nil
}

// cancelling is a recorder that cancels the caller when the call is recorded:
// the latest moment at which a call that its batch started can be found
// cancelled before its first stage.
type cancelling struct{ cancel context.CancelFunc }

func (c cancelling) RecordCall(context.Context, tools.CallRecord) (uint64, error) {
	c.cancel()
	return 0, nil
}

func (cancelling) RecordResult(context.Context, tools.ResultRecord) error { return nil }

// runNested makes the call from the body of another, with the scenario's own
// caller context.
func (w *callWorld) runNested(agent *tools.Agent) (*tools.Outcome, error) {
	if w.Signal == "pre-aborted" {
		w.cancel()
	}
	var inner *tools.Outcome
	outer := labelled(outerName, "issues the nested call")
	outer.Execute = func(_ context.Context, x *tools.Exec) (any, error) {
		inner = x.Nested().Call(w.ctx, tools.Invocation{
			CallID: "call-1", Name: conformance.ProbeName, Text: argumentText(w.Arguments()),
		})
		return nil, nil
	}
	if _, err := w.reg.Register(w.root, outer); err != nil {
		return nil, err
	}
	o, err := first(w.reg.Execute(context.Background(), &tools.Batch{
		Agent: agent, Calls: []tools.RawCall{{CallID: "call-0", Name: outerName}},
	}))
	if err == nil && o.Result.IsError() {
		err = errors.New("the outer call failed: " + o.Result.Failure().Message())
	}
	if err == nil && (!inner.Call.Nested() || inner.Call.RootID() != "call-0") {
		err = errors.New("the nested call does not know its outer call")
	}
	return inner, err
}

// outcome reads a result.
func outcome(o *tools.Outcome) conformance.Outcome {
	r := o.Result
	out := conformance.Outcome{
		IsError: r.IsError(), Content: contentLabels(r.Content()), ConcludesTurn: r.ConcludesTurn(),
		Value: textOf(r.Value()), Meta: textOf(r.Meta()),
	}
	for _, m := range r.Contexts() {
		out.Contexts = append(out.Contexts, m.Content.Text())
	}
	if f := r.Failure(); f != nil {
		out.Message = f.Message()
		if info, ok := f.Info(); ok {
			out.Code, out.ErrorName, out.UserReason = string(info.Code), info.Name, info.UserReason
		}
	}
	return out
}

func textOf(v jsonvalue.Value) string {
	if v.IsAbsent() {
		return ""
	}
	return v.Text()
}
