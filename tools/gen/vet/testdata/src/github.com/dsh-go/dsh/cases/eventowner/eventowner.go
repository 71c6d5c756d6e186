package eventowner

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type events struct{ Mine event.Notice[int] }

type other struct{}

func (other) Emit(context.Context, int, int) {}

func dispatch(ctx context.Context, r *tools.Registry, e *events, o other) {
	e.Mine.Emit(ctx, nil, 1)
	o.Emit(ctx, 1, 2)
	r.Events.Seen.Emit(ctx, nil, 1) // want `event Seen belongs to package tools: only its owner dispatches it`
	f := func(context.Context, int) (bool, error) { return true, nil }
	_, _ = r.Events.Decide.Dispatch(ctx, nil, 1, f) // want `event Decide belongs to package tools`
	_ = r.Events.Seen.On(nil, func(context.Context, int) error { return nil })
}
