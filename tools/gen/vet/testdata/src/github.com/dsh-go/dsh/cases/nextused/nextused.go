package nextused

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type next = event.Next[int, bool]

func listen(r *tools.Registry) {
	_ = r.Events.Decide.On(nil, func(ctx context.Context, n int, next next) (bool, error) { return next.Do(ctx) })
	_ = r.Events.Decide.On(nil, func(ctx context.Context, n int, next next) (bool, error) { return true, nil }) // want `the listener never mentions next: everything it wraps is skipped`
	_ = r.Events.Decide.On(nil, func(context.Context, int, next) (bool, error) { return true, nil })            // want `the listener answers without asking the next one`
	_ = r.Events.Decide.On(nil, forget)
	_ = r.Events.Decide.On(nil, helper{}.pass)
	//dsh:answers the cache answers for the body
	_ = r.Events.Decide.On(nil, func(_ context.Context, _ int, _ next) (bool, error) { return true, nil })
	//dsh:answers
	_ = r.Events.Decide.On(nil, func(_ context.Context, _ int, _ next) (bool, error) { return true, nil }) // want `the listener answers without asking`
	_ = r.Events.Seen.On(nil, func(context.Context, int) error { return nil })
}

func forget(_ context.Context, _ int, inner next) (bool, error) { return false, nil } // want `the listener never mentions inner`

type helper struct{}

func (helper) pass(ctx context.Context, _ int, inner next) (bool, error) {
	retry := func() (bool, error) { return inner.Do(ctx) }
	return retry()
}
