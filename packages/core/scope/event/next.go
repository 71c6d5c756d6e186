package event

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
)

// Next stands for the rest of a dispatch of a [Waterfall]: the listeners further
// in and the final function. It is a value, valid until the dispatch returns. The
// zero Next refuses with [CodeNextInvalid].
type Next[In, Out any] struct {
	run *run[In, Out]
	at  int // index of the next listener
}

// Do runs the rest and returns what it returned. The input is that of the
// dispatch; only the context is the caller's to choose. It may be called
//
//   - not at all, which short-circuits the rest,
//   - again: everything further in runs once more,
//   - concurrently: each call is a run of its own, and the dispatch returns when
//     all of them have,
//   - late, after the dispatch returned: it fails with [CodeNextLate] and nothing
//     runs.
//
// A nil context is refused with [CodeNextInvalid]. Do never panics.
func (n Next[In, Out]) Do(ctx context.Context) (Out, error) {
	r := n.run
	var none Out
	switch {
	case r == nil:
		return none, &Error{Code: CodeNextInvalid, Err: errZeroNext}
	case ctx == nil:
		return none, r.refuse(n.at, CodeNextInvalid, errNilContext)
	case !r.enter():
		return none, r.refuse(n.at, CodeNextLate, errLate)
	}
	defer r.leave()
	return r.step(ctx, n.at)
}

var (
	errZeroNext   = errors.New("zero Next; use the one the listener was given")
	errNilContext = errors.New("next needs a context; pass the one the listener was given")
	errLate       = errors.New("next used after its dispatch returned")
)

// run is one dispatch. It is never reused, so that a Next kept too long is
// noticed.
type run[In, Out any] struct {
	w         *Waterfall[In, Out]
	listeners []*listener[func(context.Context, In, Next[In, Out]) (Out, error)]
	in        In
	final     func(context.Context, In) (Out, error)
	active    atomic.Int32 // calls of Do under way, plus over when the dispatch is
	idle      atomic.Pointer[chan struct{}]
}

// over makes active negative.
const over = math.MinInt32

// step calls the listener at index at, or the next that is still there, or the
// final function.
func (r *run[In, Out]) step(ctx context.Context, at int) (out Out, err error) {
	for at < len(r.listeners) && r.listeners[at].gone() {
		at++
	}
	if at == len(r.listeners) {
		return r.w.last(ctx, r.in, r.final)
	}
	l := r.listeners[at]
	defer func() {
		if v := recover(); v != nil {
			var none Out
			out, err = none, r.w.panicked(l.label, v)
		}
	}()
	out, err = l.f(ctx, r.in, Next[In, Out]{r, at + 1})
	if err != nil || r.w.check.Load() == nil {
		return out, err
	}
	return r.w.checked(l.label, out, nil)
}

func (r *run[In, Out]) refuse(at int, code Code, why error) error {
	return &Error{Code: code, Event: r.w.name(), Label: r.listeners[at-1].label, Err: why}
}

// enter counts one more Do, unless the dispatch is over.
func (r *run[In, Out]) enter() bool {
	for n := r.active.Load(); n >= 0; n = r.active.Load() {
		if r.active.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

func (r *run[In, Out]) leave() {
	if r.active.Add(-1) == over {
		close(*r.idle.Load())
	}
}

// finish ends the dispatch and waits for calls of Do that are still under way.
func (r *run[In, Out]) finish() {
	if r.active.CompareAndSwap(0, over) {
		return
	}
	idle := make(chan struct{})
	r.idle.Store(&idle)
	if r.active.Add(over) != over {
		<-idle
	}
}
