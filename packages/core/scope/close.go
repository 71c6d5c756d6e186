package scope

import (
	"context"
	"errors"
	"fmt"
)

// Close undoes what s holds, last-first, and returns when all of it is undone and
// every goroutine of s has ended. The rules are in the package comment. The error
// joins every failure in the order of undoing; each is an [*Error]. Calls that
// meet, and later ones, return the same error.
//
// Close called from work that belongs to s, such as an undo function, does not
// wait for that work. The scope is then closed as soon as the work returns.
func (s *Scope) Close(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background() // nothing to wait by, nothing to identify the caller
	}
	err, _ := s.shut(ctx)
	return err
}

// shut is Close; it also reports whether s is closed, which it is not yet if ctx
// comes from work of s.
func (s *Scope) shut(ctx context.Context) (err error, closed bool) {
	if s.begin() {
		s.unwind(within(ctx, s, nil))
		return s.result()
	}
	if inside(ctx, s) {
		return nil, s.State() == Closed
	}
	<-s.done
	return s.result()
}

func (s *Scope) result() (err error, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err, s.State() == Closed
}

// begin marks s as closing. It reports false if s was closing before.
func (s *Scope) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.State() != Open {
		return false
	}
	s.state.Store(uint32(Closing))
	if s.cancel != nil {
		s.cancel(ErrClosed)
	}
	return true
}

// unwind undoes what s holds and closes s, unless it was called from work of s.
func (s *Scope) unwind(ctx context.Context) {
	var errs []error
	defer func() {
		if s.minted && s.key.bury() > 0 {
			errs = append(errs, &Error{Code: CodeOrphans, Label: s.Path()})
		}
		s.mu.Lock()
		if s.unreported > 0 {
			errs = append(errs, &Error{
				Code: CodeTaskPanic, Label: s.Path(), Err: fmt.Errorf("%d more", s.unreported),
			})
		}
		s.err, s.drained = errors.Join(errs...), true
		s.mu.Unlock()
		s.finish()
	}()
	s.drain(ctx, &errs)
}

// drain settles what s holds until nothing is left. An undo that ends the
// goroutine, as a failing test does, must not keep the others from running, so
// the deferred function goes on in its place.
func (s *Scope) drain(ctx context.Context, errs *[]error) {
	empty := false
	defer func() {
		if !empty {
			s.drain(ctx, errs)
		}
	}()
	for e := s.newest(); e != nil; e = s.newest() {
		s.take(ctx, e, errs)
	}
	empty = true
}

func (s *Scope) newest() *effect {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held.last
}

// take settles e, or skips it where waiting for it would be waiting for itself,
// and collects its failure.
func (s *Scope) take(ctx context.Context, e *effect, errs *[]error) {
	switch {
	case e.child != nil:
		defer func() { *errs = append(*errs, s.dropChild(e)) }()
		e.child.shut(ctx)
	case s.skip(ctx, e):
	case e.undo != nil:
		defer func() { *errs = append(*errs, s.drop(e)) }()
		e.revoke(ctx)
	default:
		<-e.settling()
		*errs = append(*errs, s.drop(e))
	}
}

// skip takes e out if ctx comes from it. The scope closes when e is settled.
func (s *Scope) skip(ctx context.Context, e *effect) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.state != running || !from(ctx, e) {
		return false
	}
	e.skipped = true
	s.pending++
	s.held.remove(e)
	return true
}

func (s *Scope) drop(e *effect) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held.remove(e)
	return e.failure()
}

// dropChild takes the child out, and makes s wait for it if it is not closed.
func (s *Scope) dropChild(e *effect) error {
	c := e.child
	s.mu.Lock()
	s.held.remove(e)
	s.mu.Unlock()

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.State() != Closed {
		s.mu.Lock()
		s.pending++
		s.mu.Unlock()
		c.waiting = append(c.waiting, s)
	}
	return c.err
}

// release says that one piece of skipped work is over.
func (s *Scope) release() {
	s.mu.Lock()
	s.pending--
	s.mu.Unlock()
	s.finish()
}

// finish closes s if nothing is left to wait for.
func (s *Scope) finish() {
	s.mu.Lock()
	if !s.drained || s.pending > 0 || s.State() == Closed {
		s.mu.Unlock()
		return
	}
	s.state.Store(uint32(Closed))
	waiting := s.waiting
	s.waiting = nil
	s.mu.Unlock()

	if s.self != nil {
		s.parent.forget(s.self)
	}
	close(s.done)
	for _, w := range waiting {
		w.release()
	}
}
