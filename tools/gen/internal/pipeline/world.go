package pipeline

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// world is a registry with one agent, an executor and a tracer.
type world struct {
	ctx    context.Context
	cancel context.CancelFunc
	reg    *tools.Registry
	root   *scope.Scope
	agent  *tools.Agent

	mu     sync.Mutex
	order  []*tools.Call
	stages map[*tools.Call][]tools.Stage
	ended  map[*tools.Call]*tools.Result
}

func newWorld(ctx context.Context) (*world, error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return nil, err
	}
	w := &world{
		reg: reg, root: scope.NewRoot("scenario"), stages: map[*tools.Call][]tools.Stage{},
		ended: map[*tools.Call]*tools.Result{},
	}
	w.ctx, w.cancel = context.WithCancel(ctx)
	inner, err := w.root.Keyed("agent", nil)
	if err != nil {
		return nil, err
	}
	w.agent = &tools.Agent{ID: "agent", Key: inner.Key()}
	return w, reg.Events.Result.On(w.root, w.end)
}

func (w *world) end(_ context.Context, o *tools.Outcome) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended[o.Call] = o.Result
	return nil
}

// trace is the tracer; calls report concurrently.
func (w *world) trace(c *tools.Call, s tools.Stage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stages[c] == nil {
		w.order = append(w.order, c)
	}
	w.stages[c] = append(w.stages[c], s)
}

// native mounts the native executor, which most scenarios use.
func (w *world) native() error { return native.Mount(w.root, w.reg, native.Config{}) }

// probe is the tool of most scenarios: it takes an integer and returns "v1".
func (w *world) probe(change func(*tools.Definition)) error {
	params, err := schema.Parameters(schema.Props(schema.Prop("n", schema.Integer()).Required()))
	if err != nil {
		return err
	}
	checker, err := schema.Compile(params)
	if err != nil {
		return err
	}
	value, err := schema.Value(schema.String())
	if err != nil {
		return err
	}
	d := tools.Definition{
		Name: "probe", Description: "Returns v1.", Parameters: params, Arguments: checker,
		Output: tools.Output{Schema: value, Render: func(_, v jsonvalue.Value) (llm.Content, error) {
			s, _ := v.AsString()
			return llm.TextContent(s), nil
		}},
		Execute: func(context.Context, *tools.Exec) (any, error) { return "v1", nil },
	}
	if change != nil {
		change(&d)
	}
	_, err = w.reg.Register(w.root, d)
	return err
}

// Kinds of listeners, to write scenarios with.
type (
	decide = func(context.Context, *tools.Call, event.Next[*tools.Call, tools.Decision]) (tools.Decision, error)
	wrap   = func(context.Context, *tools.Call, event.Next[*tools.Call, *tools.Result]) (*tools.Result, error)
	review = func(context.Context, *tools.Inspection, event.Next[*tools.Inspection, tools.PostDecision]) (tools.PostDecision, error)
)

func (w *world) pre(f decide) error  { return w.reg.Events.PreExecute.On(w.root, f) }
func (w *world) around(f wrap) error { return w.reg.Events.Execute.On(w.root, f) }
func (w *world) post(f review) error { return w.reg.Events.PostExecute.On(w.root, f) }

// answers decides every ask in the same way.
type answers func() (tools.Approval, error)

// Approve answers.
func (a answers) Approve(context.Context, tools.ApprovalRequest) (tools.Approval, error) { return a() }

func (w *world) approver(a answers) error {
	_, err := w.reg.ProvideApprover(w.root, a)
	return err
}

// run sends the calls through and returns how they went, in the order in which
// they came in.
func (w *world) run(calls []tools.RawCall) (traces []model.Trace, err error) {
	defer func() {
		w.cancel()
		err = errors.Join(err, w.root.Close(context.WithoutCancel(w.ctx)))
	}()
	result, err := w.reg.Execute(w.ctx, &tools.Batch{Calls: calls, Agent: w.agent, Trace: w.trace})
	if err != nil {
		return nil, err
	}
	for i := range result.Outcomes {
		w.ended[result.Outcomes[i].Call] = result.Outcomes[i].Result
	}
	for _, c := range w.order {
		t, err := w.traceOf(c)
		if err != nil {
			return nil, err
		}
		traces = append(traces, t)
	}
	return traces, nil
}

func (w *world) traceOf(c *tools.Call) (model.Trace, error) {
	r := w.ended[c]
	if r == nil {
		return model.Trace{}, fmt.Errorf("call %q ended without a result", c.ID())
	}
	t := model.Trace{Call: c.ID() + " " + c.Name(), Outcome: "ok", Content: r.Content().Text()}
	for _, s := range w.stages[c] {
		t.Stages = append(t.Stages, string(s))
	}
	if f := r.Failure(); f != nil {
		t.Outcome = "error"
		if f.Code() != "" {
			t.Outcome = string(f.Code())
		}
	}
	return t, nil
}
