package dshdriver

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// tool is the fixture tool of a step.
func (w *stepWorld) tool(name string) (tools.Definition, error) {
	d, err := (&callWorld{}).probe()
	if err != nil {
		return d, err
	}
	d.Name, d.Execute = name, w.body
	if w.Policy.Project != "" {
		d.ProjectContent = w.project
	}
	if w.Policy.Finalize != "" {
		d.FinalizeContent = w.finalize
	}
	return d, nil
}

func (w *stepWorld) body(_ context.Context, x *tools.Exec) (any, error) {
	w.mu.Lock()
	w.out.BodyRuns++
	w.mu.Unlock()
	if w.Policy.Project != "" {
		x.Keep(labelledContent([]string{"[text]", "[image]"}))
	}
	if w.DuringBody != "" {
		if err := w.change(w.DuringBody); err != nil {
			return nil, err
		}
	}
	if w.UnloadDuringBatch {
		if err := w.unmount(context.Background()); err != nil {
			return nil, err
		}
	}
	if w.Policy.Body == "throw" {
		return nil, errors.New("disk on fire")
	}
	return "v1", nil
}

// project installs what the body prepared.
func (w *stepWorld) project(
	_ context.Context,
	x *tools.Exec,
	_ jsonvalue.Value,
) (llm.Content, error) {
	if w.Policy.Project == "lossy" {
		return lossyContent(), nil
	}
	prepared, _ := x.Kept().(llm.Content)
	return prepared, nil
}

func (w *stepWorld) finalize(*tools.Call, *tools.Result) (llm.Content, error) {
	switch w.Policy.Finalize {
	case "replace":
		return llm.TextContent("final"), nil
	case "throw":
		return nil, errors.New("finalizer broke")
	}
	return nil, nil
}

// listen mounts policies that count themselves and do what the case says.
// Those of the agent stand in its scope.
func (w *stepWorld) listen() error {
	type nextDecision = event.Next[*tools.Call, tools.Decision]
	type nextPost = event.Next[*tools.Inspection, tools.PostDecision]
	return errors.Join(
		w.reg.Events.PreExecute.On(
			w.root,
			func(ctx context.Context, _ *tools.Call, n nextDecision) (tools.Decision, error) {
				w.count()
				return w.decide(ctx, n)
			},
		),
		w.reg.Events.PreExecute.On(
			w.agents[conformance.StepAgent],
			func(ctx context.Context, _ *tools.Call, n nextDecision) (tools.Decision, error) {
				w.out.ScopeUsed = "agent"
				return n.Do(ctx)
			},
		),
		w.reg.Events.Execute.On(
			w.root,
			func(ctx context.Context, _ *tools.Call, n nextResult) (*tools.Result, error) {
				w.count()
				return n.Do(ctx)
			},
		),
		w.reg.Events.PostExecute.On(
			w.root,
			func(ctx context.Context, i *tools.Inspection, n nextPost) (tools.PostDecision, error) {
				w.count()
				w.out.PostSaw = contentLabels(i.Result.Content())
				return (&callWorld{Scenario: conformance.Scenario{Post: w.Policy.Post}}).postDecision(ctx, n)
			},
		),
		w.reg.Events.Result.On(w.root, func(_ context.Context, o *tools.Outcome) error {
			if o.Call.Nested() {
				w.out.Sub = outcome(o)
				return nil
			}
			w.seen++
			w.out.Parsed = append(w.out.Parsed, textOf(o.Call.Arguments()))
			return nil
		}),
		w.provideApprover(),
	)
}

func (w *stepWorld) count() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.out.PolicyStages++
}

// provideApprover mounts an approval service that would allow everything, so
// that a denied ask was denied without it.
func (w *stepWorld) provideApprover() error {
	_, err := w.reg.ProvideApprover(w.root, willingApprover{})
	return err
}

// willingApprover allows everything.
type willingApprover struct{}

// Approve allows.
func (willingApprover) Approve(context.Context, tools.ApprovalRequest) (tools.Approval, error) {
	return tools.ApprovalAllowedOnce, nil
}

func (w *stepWorld) decide(
	ctx context.Context,
	n event.Next[*tools.Call, tools.Decision],
) (tools.Decision, error) {
	switch p := w.Policy; {
	case p.Pre == "ask":
		return tools.Ask("sure?"), nil
	case p.Pre == "throw":
		return tools.Decision{}, errors.New("gate fell over")
	case p.Pre == "deny" && p.Deny != nil && p.Deny.Code != "":
		return tools.DenyWith(p.Deny.Reason, tools.Info{
			Name: p.Deny.Name, Code: tools.Code(p.Deny.Code), UserReason: p.Deny.UserReason,
		}), nil
	case p.Pre == "deny" && p.Deny != nil:
		return tools.Deny(p.Deny.Reason), nil
	case p.Pre == "deny":
		return tools.Deny("no such luck"), nil
	}
	return n.Do(ctx)
}
