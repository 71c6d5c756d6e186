package event

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Broadcast is an event that reaches every listener, whatever scope it was
// registered through. The listeners run one after the other; the first failure
// keeps the later ones from running and reaches the emitter (R72).
//
// The zero value is ready. It must not be copied after first use and may be used
// concurrently.
type Broadcast[In any] struct {
	hook[func(context.Context, In) error]
}

// On registers f until s closes. [Everywhere] is implied. It fails with
// [scope.CodeClosed] or [CodeListener]. f holds no lock of this package and may
// run concurrently.
func (b *Broadcast[In]) On(
	s *scope.Scope, f func(ctx context.Context, in In) error, opts ...Option,
) error {
	return b.add(s, f, f == nil, append(opts[:len(opts):len(opts)], Everywhere()))
}

// Emit runs the listeners in order and returns the first error, as it is, or a
// [*PanicError]. It never panics and allocates nothing of its own.
func (b *Broadcast[In]) Emit(ctx context.Context, in In) error {
	if b.sights.watched() {
		b.sight(nil, in)
	}
	for _, l := range b.admitted(nil) {
		if l.gone() {
			continue
		}
		if err := observe(ctx, &b.hook, l, in); err != nil {
			return err
		}
	}
	return nil
}
