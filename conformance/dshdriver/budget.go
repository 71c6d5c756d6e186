package dshdriver

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
)

// budgetWorld is a call with a clock.
type budgetWorld struct {
	*callWorld
	conformance.Budget
	stages         atomic.Int32
	bodyContext    context.Context
	replaced       bool
	liveAfterwards bool
}

// Budget runs one call of a tool that declares a budget.
func (*Driver) Budget(b conformance.Budget) (out conformance.BudgetOutcome, err error) {
	calls, err := newCallWorld(conformance.Scenario{})
	if err != nil {
		return out, err
	}
	w := &budgetWorld{callWorld: calls, Budget: b}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	defer w.cancel()
	if err := w.mount(); err != nil {
		return out, err
	}
	if b.CancelAtMs != nil {
		defer time.AfterFunc(conformance.Milliseconds(*b.CancelAtMs), w.cancel).Stop()
	}
	o, err := w.call()
	if err != nil {
		return out, err
	}
	out.Outcome = w.observed(o)
	out.Replaced, out.Restored, out.PolicyStages = w.replaced, w.liveAfterwards, int(w.stages.Load())
	return out, nil
}

func (w *budgetWorld) mount() error {
	d, err := w.probe()
	if err != nil {
		return err
	}
	if w.DeclaredMs != nil {
		d.Timeout = conformance.Milliseconds(*w.DeclaredMs)
	}
	d.Execute = w.body
	steps := []func() error{
		w.mountExecutor,
		func() error { _, err := w.reg.Register(w.root, d); return err },
		w.listen,
		w.guards,
		w.approvals,
		w.listenResult,
	}
	if w.Policy {
		steps = append(steps, func() error { return timeout.Install(w.root, w.reg) })
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// enter counts a policy stage and cancels the caller if it is to happen here.
func (w *budgetWorld) enter(stage string) {
	w.stages.Add(1)
	if w.CancelDuring == stage {
		w.cancel()
	}
}

func (w *budgetWorld) listen() error {
	type nextDecision = event.Next[*tools.Call, tools.Decision]
	type nextPost = event.Next[*tools.Inspection, tools.PostDecision]
	return errors.Join(
		w.reg.Events.PreExecute.On(
			w.root,
			func(ctx context.Context, c *tools.Call, n nextDecision) (tools.Decision, error) {
				w.enter("pre")
				time.Sleep(conformance.Milliseconds(w.PreMs))
				if w.CancelDuring == "approval" {
					return tools.Ask("sure?"), nil
				}
				return n.Do(ctx)
			},
		),
		w.reg.Events.Execute.On(
			w.root,
			func(ctx context.Context, c *tools.Call, n nextResult) (*tools.Result, error) {
				w.enter("wrapper")
				return n.Do(ctx)
			},
		),
		w.reg.Events.PostExecute.On(
			w.root,
			func(ctx context.Context, i *tools.Inspection, n nextPost) (tools.PostDecision, error) {
				w.replaced = w.bodyContext != nil && w.bodyContext != ctx
				w.liveAfterwards = ctx.Err() == nil
				w.enter("post")
				time.Sleep(conformance.Milliseconds(w.PostMs))
				return n.Do(ctx)
			},
		),
	)
}

func (w *budgetWorld) guards() error {
	_, err := w.reg.Guard(w.root, func(*tools.Call) (string, bool) {
		w.enter("guard")
		return "", false
	})
	return err
}

// approvals mounts a service that is cancelled with its caller.
func (w *budgetWorld) approvals() error {
	w.Approval, w.AbortAt = "allowed-once", ""
	if w.CancelDuring == "approval" {
		w.AbortAt = "approval"
	}
	return w.provideApprover()
}

// body waits as the case says; what it waits for is the only way in which it
// looks at its context.
func (w *budgetWorld) body(ctx context.Context, _ *tools.Exec) (any, error) {
	w.bodyContext = ctx
	if w.CancelDuring == "body" {
		w.cancel()
	}
	if w.Budget.Body.UntilCancelled {
		<-ctx.Done()
	}
	time.Sleep(conformance.Milliseconds(w.Budget.Body.AfterMs))
	switch {
	case w.Budget.Body.Fails && w.Budget.Body.Code != "":
		return nil, coded(tools.Code(w.Budget.Body.Code), "the body gave up")
	case w.Budget.Body.Fails:
		return nil, errors.New("the body gave up")
	}
	return "ok", nil
}

func (w *budgetWorld) call() (*tools.Outcome, error) {
	args := `{"n":1}`
	if w.LossyArguments {
		args = lossyLiteral
	}
	b := &tools.Batch{
		Calls: []tools.RawCall{{CallID: "call-1", Name: conformance.ProbeName, Arguments: args}},
	}
	if w.CancelBefore {
		b.Recorder = cancelling{w.cancel}
	}
	if w.CancelDuring == "approval" {
		agent, err := w.liveAgent()
		if err != nil {
			return nil, err
		}
		b.Agent = agent
	}
	return first(w.reg.Execute(w.ctx, b))
}
