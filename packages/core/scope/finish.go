package scope

import "context"

// What is in this file lets work of a scope close that scope. The Close goes on
// without the work, and the scope is closed when the work is over.

// skip takes e out of what s undoes if ctx comes from it.
func (s *Scope) skip(ctx context.Context, e *effect) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.state != running || !from(ctx, e) {
		return false
	}
	e.skipped = true
	s.held.remove(e)
	s.skipped.push(e)
	return true
}

// dropChild takes a child out. If the child could not be closed, because the
// caller is work of it, s is closed when the child is.
func (s *Scope) dropChild(e *effect) error {
	c := e.child
	c.mu.Lock()
	defer c.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held.remove(e)
	if c.State() != Closed {
		c.self.skipped = true
		s.skipped.push(e)
	}
	return c.err
}

// release says that skipped work is over.
func (s *Scope) release(e *effect) {
	s.mu.Lock()
	s.skipped.remove(e)
	s.mu.Unlock()
	s.finish()
}

// finish closes s if nothing is left to wait for.
func (s *Scope) finish() {
	s.mu.Lock()
	if !s.drained || s.skipped.first != nil || s.State() == Closed {
		s.mu.Unlock()
		return
	}
	s.state.Store(uint32(Closed))
	s.mu.Unlock()
	if s.parent != nil {
		s.leave()
	}
	close(s.done)
}

// leave takes s out of its parent, which may have skipped it.
func (s *Scope) leave() {
	p := s.parent
	p.mu.Lock()
	p.held.remove(s.self)
	skipped := s.self.skipped
	p.mu.Unlock()
	if skipped {
		p.release(s.self)
	}
}
