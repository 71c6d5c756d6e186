package event

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Serial is an event that asks its listeners in order until one answers (R72).
//
// The zero value is ready. It must not be copied after first use and may be used
// concurrently.
type Serial[In, Out any] struct {
	hook[func(context.Context, In) (Out, bool, error)]
}

// On registers f until s closes. It is asked by dispatches for the key of s and
// the keys below it. f answers by returning true. It fails with
// [scope.CodeClosed] or [CodeListener]. f holds no lock of this package and may
// run concurrently.
func (e *Serial[In, Out]) On(
	s *scope.Scope, f func(ctx context.Context, in In) (Out, bool, error), opts ...Option,
) error {
	return e.add(s, f, f == nil, opts)
}

// Dispatch asks the listeners admitted for k and returns the first answer, or
// false if none answers. The first failure ends it and is returned as it is, a
// panic as a [*PanicError]. It never panics and allocates nothing of its own.
func (e *Serial[In, Out]) Dispatch(
	ctx context.Context, k *scope.Key, in In,
) (Out, bool, error) {
	if e.sights.watched() {
		e.sight(k, in)
	}
	var none Out
	for _, l := range e.admitted(k) {
		if l.gone() {
			continue
		}
		out, answered, err := e.ask(ctx, l, in)
		if err != nil {
			return none, false, err
		}
		if answered {
			return out, true, nil
		}
	}
	return none, false, nil
}

func (e *Serial[In, Out]) ask(
	ctx context.Context, l *listener[func(context.Context, In) (Out, bool, error)], in In,
) (out Out, answered bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = e.panicked(l.label, v)
		}
	}()
	return l.f(ctx, in)
}
