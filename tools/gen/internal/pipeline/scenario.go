package pipeline

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// scenario is one thing that can happen to a call.
type scenario struct {
	name string
	// shows says in one sentence what is done and what comes of it.
	shows string
	// arrange mounts what the scenario is about; nil mounts the probe alone.
	arrange func(*world) error
	// calls are the batch; nil is one call of the probe.
	calls []tools.RawCall
}

// scenarios are all of them, in the order of the page.
func scenarios() []scenario {
	var all []scenario
	for _, group := range [][]scenario{
		plainScenarios(), decisionScenarios(), bodyScenarios(), wrapperScenarios(),
		postScenarios(), cancelScenarios(), executorScenarios(),
	} {
		all = append(all, group...)
	}
	return all
}

func (s scenario) run(ctx context.Context) (model.Scenario, error) {
	w, err := newWorld(ctx)
	if err != nil {
		return model.Scenario{}, err
	}
	arrange := s.arrange
	if arrange == nil {
		arrange = func(w *world) error { return w.with(nil) }
	}
	if err := arrange(w); err != nil {
		return model.Scenario{}, fmt.Errorf("scenario %q: %w", s.name, err)
	}
	calls := s.calls
	if calls == nil {
		calls = []tools.RawCall{probeCall}
	}
	traces, err := w.run(calls)
	if err != nil {
		return model.Scenario{}, fmt.Errorf("scenario %q: %w", s.name, err)
	}
	return model.Scenario{Name: s.name, Shows: s.shows, Calls: traces}, nil
}

var probeCall = tools.RawCall{CallID: "1", Name: "probe", Arguments: `{"n": 1}`}

// with mounts the native executor and the probe.
func (w *world) with(change func(*tools.Definition)) error {
	if err := w.native(); err != nil {
		return err
	}
	return w.probe(change)
}

// body mounts a probe with another body.
func body(f func(w *world, ctx context.Context, x *tools.Exec) (any, error)) func(*world) error {
	return func(w *world) error {
		return w.with(func(d *tools.Definition) {
			d.Execute = func(ctx context.Context, x *tools.Exec) (any, error) { return f(w, ctx, x) }
		})
	}
}

// definition mounts a probe with a changed definition.
func definition(change func(*tools.Definition)) func(*world) error {
	return func(w *world) error { return w.with(change) }
}
