package undoctx

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
)

func stop(context.Context) error { return nil }

func install(ctx context.Context, s *scope.Scope) (scope.Undo, error) {
	_, _ = s.Defer("good", func(ctx context.Context) error { return stop(ctx) })
	_, _ = s.Defer("derived", func(given context.Context) error { return stop(context.WithoutCancel(given)) })
	_, _ = s.Defer("background", func(context.Context) error {
		return stop(context.Background()) // want `an undo works under context.Background`
	})
	_, _ = s.Defer("outer", func(context.Context) error {
		return stop(ctx) // want `an undo uses the context ctx from outside`
	})
	_, _ = s.Defer("named", late)
	_, _ = s.Defer("fallback", func(given context.Context) error {
		if given == nil {
			given = context.Background()
		}
		return stop(given)
	})
	_, _ = s.Defer("looks", func(context.Context) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	})
	_ = scope.Undo(func(context.Context) error {
		return stop(context.TODO()) // want `an undo works under context.TODO`
	})
	_ = stop(context.Background())
	return func(context.Context) error {
		return stop(ctx) // want `an undo uses the context ctx from outside`
	}, nil
}

func late(context.Context) error {
	return stop(context.Background()) // want `an undo works under context.Background`
}

func innocent() func(context.Context) error {
	return func(context.Context) error { return stop(context.Background()) }
}
