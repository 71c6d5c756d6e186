package scope

import (
	"context"
	"errors"
	"runtime/debug"
)

// Undo takes back one thing. The context bounds what it may wait for. An undo
// must pass that context on to everything it calls, above all to Close, and must
// not replace it by another: it carries which work the call comes from.
type Undo func(context.Context) error

// effect is one thing a scope holds: an undo function, a child or a goroutine.
// Its fields are guarded by scope.mu.
type effect struct {
	scope      *Scope
	label      string
	undo       Undo   // nil for a child or a goroutine
	child      *Scope // nil unless it is a child
	prev, next *effect
	linked     bool
	state      phase
	skipped    bool          // a Close was called from this and went on without it
	done       chan struct{} // made by the first who waits
	err        error
}

// maxPanics is how many panics of goroutines a scope keeps for its Close. More
// are counted only, so that a long-lived scope cannot be made to grow.
const maxPanics = 16

type phase uint8

const (
	idle phase = iota
	running
	settled
)

// Defer adds u to what s undoes when it closes. The returned Undo takes it back
// early: it runs u unless that happened, and returns its error. It is idempotent,
// and a call that meets a running u waits for it, except from within u itself.
// If Defer fails, with [CodeClosed], u was not and will not be called.
func (s *Scope) Defer(label string, u Undo) (Undo, error) {
	if u == nil {
		return nil, &Error{Code: CodeArgument, Label: s.Path() + "/" + label}
	}
	e := &effect{scope: s, label: label, undo: u}
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
	s := e.scope
	s.mu.Lock()
	switch {
	case e.state == settled:
		defer s.mu.Unlock()
		return e.err
	case e.state == running:
		if from(ctx, e) {
			s.mu.Unlock()
			return nil
		}
		s.mu.Unlock()
		<-e.settling()
		return e.err
	}
	e.state = running
	s.mu.Unlock()
	e.call(within(ctx, s, e))
	return e.err
}

// call runs the undo and settles the effect, whatever the undo does.
func (e *effect) call(ctx context.Context) {
	var err error = &Error{Code: CodeExited, Label: e.path()}
	defer func() {
		if v := recover(); v != nil {
			err = panicked(CodeUndoPanic, e.path(), v)
		}
		e.settle(err)
	}()
	err = e.undo(ctx)
}

// settle ends the effect and lets everyone know who waits for it.
func (e *effect) settle(err error) {
	s := e.scope
	s.mu.Lock()
	task := e.undo == nil
	e.state, e.err, e.undo = settled, err, nil
	if !task || err == nil || !s.keepPanic(e) {
		s.held.remove(e)
	}
	if e.done != nil {
		close(e.done)
	}
	skipped := e.skipped
	s.mu.Unlock()
	if skipped {
		s.release()
	}
}

// keepPanic reports whether e stays in the scope so that Close reports its panic.
func (s *Scope) keepPanic(e *effect) bool {
	switch {
	case e.skipped: // Close has gone by; only later calls can tell
		s.err = errors.Join(s.err, e.err)
		return false
	case s.reported < maxPanics:
		s.reported++
		return true
	}
	s.unreported++
	return false
}

// failure returns the error of a settled effect with the label of the effect.
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

// settling returns a channel that closes when the effect is settled.
func (e *effect) settling() <-chan struct{} {
	e.scope.mu.Lock()
	defer e.scope.mu.Unlock()
	if e.done == nil {
		e.done = make(chan struct{})
		if e.state == settled {
			close(e.done)
		}
	}
	return e.done
}

// panicked makes the error that stands for a recovered panic. It must be called
// from the deferred function that recovered.
func panicked(code Code, label string, value any) error {
	return &Error{Code: code, Label: label, Err: &PanicError{label, value, debug.Stack()}}
}
