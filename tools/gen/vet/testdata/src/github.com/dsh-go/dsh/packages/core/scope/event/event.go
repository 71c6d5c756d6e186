package event

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
)

type Next[In, Out any] struct{ out Out }

func (n Next[In, Out]) Do(ctx context.Context) (Out, error) { return n.out, nil }

type Waterfall[In, Out any] struct{ in In }

func (w *Waterfall[In, Out]) On(s *scope.Scope, f func(context.Context, In, Next[In, Out]) (Out, error)) error {
	return nil
}

func (w *Waterfall[In, Out]) Dispatch(ctx context.Context, k *scope.Key, in In, final func(context.Context, In) (Out, error)) (Out, error) {
	return final(ctx, in)
}

type Notice[In any] struct{ in In }

func (n *Notice[In]) On(s *scope.Scope, f func(context.Context, In) error) error { return nil }

func (n *Notice[In]) Emit(ctx context.Context, k *scope.Key, in In) {}
