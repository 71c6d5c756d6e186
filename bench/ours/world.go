package main

import (
	"context"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/bench/internal/work"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

const description = "Returns what it was given."

// world is a registry with the native executor.
type world struct {
	reg  *tools.Registry
	root *scope.Scope
}

func newWorld() *world {
	reg, err := tools.New(tools.Options{})
	check(err)
	w := &world{reg, scope.NewRoot("bench")}
	check(native.Mount(w.root, reg, native.Config{}))
	return w
}

func (w *world) close() { check(w.root.Close(ctx)) }

func (w *world) register(d tools.Definition, err error) scope.Undo {
	check(err)
	undo, err := w.reg.Register(w.root, d)
	check(err)
	return undo
}

// noop is the smallest typed tool; a pause of the body is part of the work.
func noop(name string, pause time.Duration) (tools.Definition, error) {
	return tools.Define(tools.Tool[work.Noop, string]{
		Name: name, Description: description,
		Execute: func(_ context.Context, _ *tools.Exec, in work.Noop) (string, error) {
			if pause > 0 {
				time.Sleep(pause)
			}
			return in.Value, nil
		},
		ConcurrencySafe: func(work.Noop) bool { return true },
	})
}

// empty is a tool without arguments or work.
func empty(name string) (tools.Definition, error) {
	return tools.Define(tools.Tool[struct{}, struct{}]{
		Name: name, Description: description,
		Execute:         func(context.Context, *tools.Exec, struct{}) (struct{}, error) { return struct{}{}, nil },
		ConcurrencySafe: func(struct{}) bool { return true },
	})
}

// wide is a tool with the twenty-field arguments.
func wide(name string) (tools.Definition, error) {
	return tools.Define(tools.Tool[work.Wide, string]{
		Name: name, Description: description,
		Execute: func(context.Context, *tools.Exec, work.Wide) (string, error) { return "ok", nil },
	})
}

// listen puts n delegating listeners on each waterfall.
func (w *world) listen(n int) {
	ev := &w.reg.Events
	for range n {
		check(
			ev.PreExecute.On(
				w.root,
				func(ctx context.Context, _ *tools.Call, next event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
					return next.Do(ctx)
				},
			),
		)
		check(
			ev.Execute.On(
				w.root,
				func(ctx context.Context, _ *tools.Call, next event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
					return next.Do(ctx)
				},
			),
		)
		check(
			ev.PostExecute.On(
				w.root,
				func(ctx context.Context, _ *tools.Inspection, next event.Next[*tools.Inspection, tools.PostDecision]) (tools.PostDecision, error) {
					return next.Do(ctx)
				},
			),
		)
	}
}

// batch is n calls of one tool.
func batch(n int, name string, arguments []byte) *tools.Batch {
	b := &tools.Batch{Calls: make([]tools.RawCall, n)}
	for i := range b.Calls {
		b.Calls[i] = tools.RawCall{
			CallID:    fmt.Sprint("c", i),
			Name:      name,
			Arguments: string(arguments),
		}
	}
	return b
}

// run executes a batch whose calls must all succeed.
func (w *world) run(b *tools.Batch) { runBatch(w.reg, b) }

func runBatch(reg *tools.Registry, b *tools.Batch) []tools.Outcome {
	r, err := reg.Execute(ctx, b)
	check(err)
	for i := range r.Outcomes {
		if f := r.Outcomes[i].Result.Failure(); f != nil {
			check(fmt.Errorf("%s: %s", r.Outcomes[i].Call.Name(), f.Message()))
		}
	}
	return r.Outcomes
}
