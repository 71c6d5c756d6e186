package tools_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// pool is the plainest executor: the shared pipeline and nothing else.
type pool struct{ registry *tools.Registry }

func (p pool) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

func (p pool) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return p.registry.RunBatch(ctx, b, nil)
}

// world is a registry with an executor and a root scope that closes with the
// test.
type world struct {
	testing.TB
	reg  *tools.Registry
	root *scope.Scope
}

func newWorld(t testing.TB) *world {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t, reg, scope.NewRoot("test")}
	t.Cleanup(func() {
		if err := w.root.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	must(t, undoOnly(reg.Mount(w.root, pool{reg})))
	return w
}

func undoOnly(_ scope.Undo, err error) error { return err }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// register adds a tool to the root.
func (w *world) register(d tools.Definition, opts ...tools.RegisterOption) scope.Undo {
	w.Helper()
	undo, err := w.reg.Register(w.root, d, opts...)
	must(w, err)
	return undo
}

// agent returns an agent with a scope of its own under parent.
func (w *world) agent(id string, parent *scope.Key) (*tools.Agent, *scope.Scope) {
	w.Helper()
	s, err := w.root.Keyed(id, parent)
	must(w, err)
	return &tools.Agent{ID: id, Key: s.Key()}, s
}

// call runs one call of a batch of its own.
func (w *world) call(ctx context.Context, name, arguments string) *tools.Result {
	w.Helper()
	return w.run(ctx, &tools.Batch{Calls: []tools.RawCall{{CallID: "c1", Name: name, Arguments: arguments}}})[0]
}

func (w *world) run(ctx context.Context, b *tools.Batch) []*tools.Result {
	w.Helper()
	out, err := w.reg.Execute(ctx, b)
	must(w, err)
	results := make([]*tools.Result, len(out.Outcomes))
	for i, o := range out.Outcomes {
		results[i] = o.Result
	}
	return results
}

type echoIn struct {
	Value string `json:"value"`
}

// echoTool returns its argument and may overlap.
func echoTool(t testing.TB, name string) tools.Definition {
	t.Helper()
	d, err := tools.Define(tools.Tool[echoIn, string]{
		Name: name, Description: "Returns what it was given.",
		Execute:         func(_ context.Context, _ *tools.Exec, in echoIn) (string, error) { return in.Value, nil },
		ConcurrencySafe: func(echoIn) bool { return true },
	})
	must(t, err)
	return d
}

// rawTool is a definition around a raw body whose value may be anything.
func rawTool(name string, body func(ctx context.Context, x *tools.Exec) (any, error)) tools.Definition {
	return tools.Definition{
		Name: name, Description: "A test tool.",
		Output:  tools.Output{Schema: jsonvalue.NewObject(), Render: renderText},
		Execute: body,
	}
}

func renderText(_, v jsonvalue.Value) (llm.Content, error) {
	return llm.TextContent("R:" + v.Text()), nil
}

// listenEverywhere puts one delegating listener on each of the pipeline's events.
func listenEverywhere(t testing.TB, w *world, n int) {
	t.Helper()
	ev := &w.reg.Events
	for range n {
		must(t, ev.PreExecute.On(w.root, func(ctx context.Context, _ *tools.Call, next event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
			return next.Do(ctx)
		}))
		must(t, ev.Execute.On(w.root, func(ctx context.Context, _ *tools.Call, next event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
			return next.Do(ctx)
		}))
		must(t, ev.PostExecute.On(w.root, func(ctx context.Context, _ *tools.Inspection, next event.Next[*tools.Inspection, tools.PostDecision]) (tools.PostDecision, error) {
			return next.Do(ctx)
		}))
		must(t, ev.Result.On(w.root, func(context.Context, *tools.Outcome) error { return nil }))
	}
}
