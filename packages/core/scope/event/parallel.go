package event

import (
	"context"
	"errors"
	"sync"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Parallel is an event whose listeners run at the same time (R72).
//
// The zero value is ready. It must not be copied after first use and may be used
// concurrently.
type Parallel[In any] struct {
	hook[func(context.Context, In) error]
}

// On registers f until s closes. It hears of dispatches for the key of s and the
// keys below it. It fails with [scope.CodeClosed] or [CodeListener]. f holds no
// lock of this package and runs concurrently with the other listeners.
func (p *Parallel[In]) On(
	s *scope.Scope, f func(ctx context.Context, in In) error, opts ...Option,
) error {
	return p.add(s, f, f == nil, opts)
}

// Dispatch runs the listeners admitted for k at the same time, each with ctx,
// waits for all of them, and joins their errors in the order of the listeners. A
// failure does not cancel the others. It never panics.
func (p *Parallel[In]) Dispatch(ctx context.Context, k *scope.Key, in In) error {
	if p.sights.watched() {
		p.sight(k, in)
	}
	list := p.admitted(k)
	if len(list) == 0 {
		return nil
	}
	errs := make([]error, len(list))
	var all sync.WaitGroup
	for i, l := range list {
		if !l.gone() {
			all.Go(func() { p.call(ctx, l, in, &errs[i]) })
		}
	}
	all.Wait()
	return errors.Join(errs...)
}

// call leaves the error in a place of its own, because a listener that ends the
// goroutine returns nothing.
func (p *Parallel[In]) call(
	ctx context.Context, l *listener[func(context.Context, In) error], in In, result *error,
) {
	*result = &Error{Code: CodeExited, Event: p.name(), Label: l.label, Err: errExited}
	*result = observe(ctx, &p.hook, l, in)
}

var errExited = errors.New("the listener ended its goroutine instead of returning")
