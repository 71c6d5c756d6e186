package event

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Notice is an event whose listeners only observe. They run one after the other,
// and what one does wrong neither keeps the later ones from running nor reaches
// the emitter: it goes to the reporter given to [Init] (R77).
//
// The zero value is ready. It must not be copied after first use and may be used
// concurrently.
type Notice[In any] struct {
	hook[func(context.Context, In) error]
}

// On registers f until s closes. It hears of what is emitted for the key of s and
// the keys below it. It fails with [scope.CodeClosed] or [CodeListener]. f holds
// no lock of this package and may run concurrently.
func (n *Notice[In]) On(
	s *scope.Scope, f func(ctx context.Context, in In) error, opts ...Option,
) error {
	return n.add(s, f, f == nil, opts)
}

// Emit runs the listeners admitted for k, in order, and returns when all have.
// It never panics and allocates nothing of its own.
func (n *Notice[In]) Emit(ctx context.Context, k *scope.Key, in In) {
	if n.sights.watched() {
		n.sight(k, in)
	}
	for _, l := range n.admitted(k) {
		if l.gone() {
			continue
		}
		if err := observe(ctx, &n.hook, l, in); err != nil {
			n.report(l.label, err)
		}
	}
}

// observe calls a listener that returns nothing but an error.
func observe[In any](
	ctx context.Context, h *hook[func(context.Context, In) error],
	l *listener[func(context.Context, In) error], in In,
) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = h.panicked(l.label, v)
		}
	}()
	return l.f(ctx, in)
}
