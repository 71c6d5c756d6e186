package tools

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope/event"
)

type Events struct {
	Decide event.Waterfall[int, bool]
	Seen   event.Notice[int]
}

type Registry struct{ Events Events }

func (r *Registry) Own(ctx context.Context) {
	r.Events.Seen.Emit(ctx, nil, 1)
	_, _ = r.Events.Decide.Dispatch(ctx, nil, 1, func(context.Context, int) (bool, error) { return true, nil })
}
