package scope

import "context"

// Go runs f in a goroutine of s. The context ends when s begins to close, and
// Close waits until f has returned, however long that takes; f is awaited in its
// place among what s holds. A panic in f is contained and reported by Close. If
// Go fails, with [CodeClosed], f is not called.
func (s *Scope) Go(label string, f func(context.Context)) error {
	e := &effect{scope: s, label: label, state: running}
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
