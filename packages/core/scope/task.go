package scope

import (
	"context"
	"errors"
)

// maxPanics is how many panics of goroutines a scope keeps for its Close. Further
// ones are only counted, so that a long-lived scope cannot be made to grow.
const maxPanics = 16

// Go runs f in a goroutine of s. The context ends when s begins to close, and
// Close waits until f has returned, however long that takes, in its place among
// what s holds. A panic in f is contained and reported by Close, the first
// sixteen in full. If Go fails, with [CodeClosed], f is not called.
func (s *Scope) Go(label string, f func(context.Context)) error {
	e := &effect{scope: s, label: label, kind: KindGoroutine, state: running}
	if f == nil {
		return &Error{Code: CodeArgument, Label: e.path()}
	}
	ctx := within(s.Context(), s, e)
	if err := s.hold(e); err != nil {
		return err
	}
	go e.run(ctx, f)
	return nil
}

func (e *effect) run(ctx context.Context, f func(context.Context)) {
	var err error
	defer func() {
		if v := recover(); v != nil {
			err = panicked(CodeTaskPanic, e.path(), v)
		}
		e.settle(err)
	}()
	f(ctx)
}

// keepPanic reports whether the settled goroutine e stays in the scope so that
// Close can report its panic. It is called with s.mu held.
func (s *Scope) keepPanic(e *effect) bool {
	switch {
	case e.err == nil:
		return false
	case e.skipped: // its Close has gone by; only later calls can tell
		s.err = errors.Join(s.err, e.err)
		return false
	case s.reported < maxPanics:
		s.reported++
		return true
	}
	s.unreported++
	return false
}
