package scope

import (
	"context"
	"runtime/debug"
)

// Undo takes back one thing. The context bounds what it may wait for. An undo
// passes that context on to everything it calls, above all to Close, and never
// replaces it by one that is not derived from it: it tells which work a call
// comes from.
type Undo func(context.Context) error

// effect is one thing a scope holds: an undo function, a child or a goroutine.
type effect struct {
	scope *Scope
	label string
	kind  Kind
	child *Scope

	// The fields below are guarded by scope.mu.
	undo       Undo // nil unless kind is KindUndo and it is idle
	prev, next *effect
	in         *ring
	state      phase
	skipped    bool          // a Close was called from this and went on without it
	done       chan struct{} // made by the first who waits
	err        error
}

// phase is where an effect is in its life.
type phase uint8

const (
	idle phase = iota
	running
	settled
)

// Defer adds u to what s undoes when it closes. The returned Undo takes it back
// early: it runs u unless that happened, and returns its error. It is idempotent;
// a call that meets a running u waits for it, except from within u. If Defer
// fails, with [CodeClosed], u was not and will not be called.
func (s *Scope) Defer(label string, u Undo) (Undo, error) {
	e := &effect{scope: s, label: label, undo: u}
	if u == nil {
		return nil, &Error{Code: CodeArgument, Label: e.path()}
	}
	if err := s.hold(e); err != nil {
		return nil, err
	}
	return e.revoke, nil
}

// hold appends e to what s undoes.
func (s *Scope) hold(e *effect) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.State() != Open {
		return &Error{Code: CodeClosed, Label: s.Path()}
	}
	s.held.push(e)
	return nil
}

// forget takes e out without running its undo, unless that runs already.
func (s *Scope) forget(e *effect) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.state == idle {
		e.state = settled
		s.held.remove(e)
	}
}

func (e *effect) path() string { return e.scope.Path() + "/" + e.label }

// revoke runs the undo once; later calls join the first.
func (e *effect) revoke(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background() // as if the caller could wait for ever
	}
	s := e.scope
	s.mu.Lock()
	state, undo := e.state, e.undo
	if state == idle {
		e.state, e.undo = running, nil
	}
	s.mu.Unlock()
	switch {
	case state == idle:
		e.call(within(ctx, s, e), undo)
	case state == running && from(ctx, e):
		return nil
	}
	<-e.settling()
	return e.err
}

// call runs the undo and settles the effect, whatever the undo does.
func (e *effect) call(ctx context.Context, undo Undo) {
	var err error
	returned := false
	defer func() {
		if v := recover(); v != nil {
			err = panicked(CodeUndoPanic, e.path(), v)
		} else if !returned {
			err = &Error{Code: CodeExited, Label: e.path()}
		}
		e.settle(err)
	}()
	err = undo(ctx)
	returned = true
}

// settle ends the effect and lets everyone know who waits for it.
func (e *effect) settle(err error) {
	s := e.scope
	s.mu.Lock()
	e.state, e.err = settled, err
	if e.kind != KindGoroutine || !s.keepPanic(e) {
		s.held.remove(e)
	}
	if e.done != nil {
		close(e.done)
	}
	skipped := e.skipped
	s.mu.Unlock()
	if skipped {
		s.release(e)
	}
}

// settling returns a channel that closes when the effect is settled.
func (e *effect) settling() <-chan struct{} {
	e.scope.mu.Lock()
	defer e.scope.mu.Unlock()
	if e.state == settled {
		return closedChannel
	}
	if e.done == nil {
		e.done = make(chan struct{})
	}
	return e.done
}

// failure returns the error of a settled effect under the label of the effect.
func (e *effect) failure() error {
	if e.err == nil {
		return nil
	}
	label := e.path()
	if own, ok := e.err.(*Error); ok && own.Label == label {
		return own
	}
	return &Error{Code: CodeUndoFailed, Label: label, Err: e.err}
}

// panicked makes the error that stands for a recovered panic. It is called by the
// deferred function that recovered.
func panicked(code Code, label string, value any) error {
	return &Error{Code: code, Label: label, Err: &PanicError{label, value, debug.Stack()}}
}

// closedChannel is what there is to wait for when there is nothing to wait for.
var closedChannel = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
