package event

import (
	"context"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// finalLabel names the final function of a dispatch in errors.
const finalLabel = "final"

// Waterfall is an event whose listeners wrap one another and, innermost, a final
// function. The first listener is outermost. A listener answers with what
// [Next.Do] returned, with something else, or without calling it.
//
// The zero value is ready. It must not be copied after first use and may be used
// concurrently. See the package comment for the rules (R72, R73).
type Waterfall[In, Out any] struct {
	hook[func(context.Context, In, Next[In, Out]) (Out, error)]
	check atomic.Pointer[func(Out) error]
}

// On registers f until s closes. It hears of dispatches for the key of s and the
// keys below it. It fails with [scope.CodeClosed] or [CodeListener].
//
// f runs in the goroutine that dispatches or calls next, holds no lock of this
// package, and may register, dispatch and close. Different dispatches run it
// concurrently. Its panic becomes a [*PanicError] that the listeners further out
// receive like any error.
func (w *Waterfall[In, Out]) On(
	s *scope.Scope, f func(ctx context.Context, in In, next Next[In, Out]) (Out, error),
	opts ...Option,
) error {
	return w.add(s, f, f == nil, opts)
}

// Check makes the waterfall refuse outputs: whatever a listener or the final
// function returns without an error must pass f, or becomes an [*Error] with
// [CodeOutput] that is labelled with who returned it. An owner whose zero Out
// means nothing calls it once, before the first dispatch. A nil f accepts all.
func (w *Waterfall[In, Out]) Check(f func(Out) error) {
	if f == nil {
		w.check.Store(nil)
		return
	}
	w.check.Store(&f)
}

// Dispatch runs the listeners admitted for k around final and returns what the
// outermost returns. The nil key reaches only listeners that are filed globally.
// The list of listeners is fixed when Dispatch begins; a listener whose scope
// begins to close before its turn is passed over. Dispatch waits for every
// [Next.Do] under way, also those a listener left behind in a goroutine.
//
// It never panics. It allocates once, and not at all if nobody listens.
func (w *Waterfall[In, Out]) Dispatch(
	ctx context.Context, k *scope.Key, in In,
	final func(context.Context, In) (Out, error),
) (Out, error) {
	if w.sights.watched() {
		w.sight(k, in)
	}
	list := w.admitted(k)
	if len(list) == 0 {
		return w.last(ctx, in, final)
	}
	r := &run[In, Out]{w: w, listeners: list, in: in, final: final}
	defer r.finish()
	return r.step(ctx, 0)
}

// last calls the final function.
func (w *Waterfall[In, Out]) last(
	ctx context.Context, in In, final func(context.Context, In) (Out, error),
) (out Out, err error) {
	defer func() {
		if v := recover(); v != nil {
			var none Out
			out, err = none, w.panicked(finalLabel, v)
		}
	}()
	out, err = final(ctx, in)
	return w.checked(finalLabel, out, err)
}

func (w *Waterfall[In, Out]) checked(label string, out Out, err error) (Out, error) {
	check := w.check.Load()
	if err != nil || check == nil {
		return out, err
	}
	if wrong := (*check)(out); wrong != nil {
		var none Out
		return none, &Error{Code: CodeOutput, Event: w.name(), Label: label, Err: wrong}
	}
	return out, nil
}
