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
// Close called from work of s, such as an undo function or a goroutine, with the
// context of that work, does not wait for it; s is closed as soon as the work
// returns.
func (s *Scope) Close(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background() // as if the caller could wait for ever
	}
	if s.begin() {
		s.unwind(within(ctx, s, nil))
		return s.failure()
	}
	if inside(ctx, s) || s.done == nil {
		return s.failure()
	}
	<-s.done
	return s.failure()
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

// failure returns the joined errors of closing, nil as long as there are none.
func (s *Scope) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// unwind undoes what s holds and closes s, unless it was called from work of s.
func (s *Scope) unwind(ctx context.Context) {
	var errs []error
	defer func() {
		errs = append(errs, s.epilogue()...)
		s.mu.Lock()
		s.err, s.drained = errors.Join(append(errs, s.err)...), true
		s.mu.Unlock()
		s.finish()
	}()
	s.drain(ctx, &errs)
}

// drain settles what s holds until nothing is left. An undo that ends the
// goroutine, as a failing test does, must not keep the others from running: the
// deferred function goes on in its place.
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
	if e.kind != KindChild && s.skip(ctx, e) {
		return
	}
	defer func() {
		if err := s.drop(e); err != nil {
			*errs = append(*errs, err)
		}
	}()
	switch e.kind {
	case KindChild:
		_ = e.child.Close(ctx) // kept by the child
	case KindUndo:
		_ = e.revoke(ctx) // kept in e
	case KindGoroutine:
		<-e.settling()
	}
}

// drop takes e out and returns its failure.
func (s *Scope) drop(e *effect) error {
	if e.kind == KindChild {
		return s.dropChild(e)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held.remove(e)
	return e.failure()
}

// epilogue ends the key and reports what no single effect stands for.
func (s *Scope) epilogue() (errs []error) {
	s.mu.Lock()
	unreported := s.unreported
	s.mu.Unlock()
	if unreported > 0 {
		errs = append(errs, &Error{
			Code: CodeTaskPanic, Label: s.Path(), Err: fmt.Errorf("%d more", unreported),
		})
	}
	if s.minted {
		if n := s.key.bury(); n > 0 {
			errs = append(errs, &Error{
				Code: CodeOrphans, Label: s.Path(), Err: fmt.Errorf("%d left", n),
			})
		}
	}
	return errs
}
