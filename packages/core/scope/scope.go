package scope

import (
	"context"
	"sync"
	"sync/atomic"
)

// State is where a scope is in its life. It only ever grows. The zero State stands
// for Closed.
type State uint32

const (
	// Open: things can be added.
	Open State = iota + 1
	// Closing: nothing can be added, what is held is being undone.
	Closing
	// Closed: nothing is held any more.
	Closed
)

// String returns "open", "closing" or "closed".
func (s State) String() string {
	switch s {
	case Open:
		return "open"
	case Closing:
		return "closing"
	}
	return "closed"
}

// Scope owns a lifetime: undo functions, child scopes and goroutines, which
// Close undoes last-first. Make one with [NewRoot], [Scope.Child] or
// [Scope.Keyed]; the zero Scope is closed. All methods may be called
// concurrently, also from undo functions and goroutines of the scope.
type Scope struct {
	label  string
	parent *Scope
	key    *Key
	minted bool    // key was made for this scope
	self   *effect // what the parent holds for s

	state atomic.Uint32

	done chan struct{} // closed when s is

	mu      sync.Mutex // guards the fields below; no foreign code runs under it
	ctx     context.Context
	cancel  context.CancelCauseFunc
	bound   bool // the binding was handed out
	held    ring // what Close will undo
	skipped ring // what a Close was called from and did not wait for
	drained bool // nothing is held any more
	err     error

	reported, unreported int // goroutines that panicked
}

// NewRoot returns an open scope with no parent and the global key. Whoever makes
// a root closes it.
func NewRoot(label string) *Scope {
	return newScope(label, nil, nil)
}

func newScope(label string, parent *Scope, key *Key) *Scope {
	s := &Scope{label: label, parent: parent, key: key, done: make(chan struct{})}
	s.state.Store(uint32(Open))
	return s
}

// Child returns a scope that closes at the latest with s and has the same key:
// what is registered through it belongs to whom it would have belonged to through
// s. It fails with [CodeClosed].
func (s *Scope) Child(label string) (*Scope, error) {
	return s.adopt(newScope(label, s, s.key))
}

// Keyed returns a scope that closes at the latest with s and has a key of its own
// below parent, nil meaning directly below the global key. The key of s plays no
// part. It fails with [CodeClosed] if s is closing or closed, or if the scope of
// parent has closed; that scope should outlive the new one, see [CodeOrphans]
// (R40).
func (s *Scope) Keyed(label string, parent *Key) (*Scope, error) {
	if err := parent.adopt(); err != nil {
		return nil, err
	}
	k := &Key{label: label}
	k.parent.Store(parent)
	c := newScope(label, s, k)
	c.minted = true
	if _, err := s.adopt(c); err != nil {
		parent.disown()
		return nil, err
	}
	return c, nil
}

func (s *Scope) adopt(c *Scope) (*Scope, error) {
	c.self = &effect{scope: s, label: c.label, kind: KindChild, child: c}
	if err := s.hold(c.self); err != nil {
		return nil, err
	}
	return c, nil
}

// Key returns the key of the nearest enclosing scope that has one, nil meaning
// the global key.
func (s *Scope) Key() *Key { return s.key }

// Label returns the label the scope was made with.
func (s *Scope) Label() string { return s.label }

// Path returns the labels from the root to s, joined by slashes. It is what
// errors and reports of s are labelled with.
func (s *Scope) Path() string {
	if s.parent == nil {
		return s.label
	}
	return s.parent.Path() + "/" + s.label
}

// State returns where s is in its life. It takes no lock.
func (s *Scope) State() State {
	if now := State(s.state.Load()); now != 0 {
		return now
	}
	return Closed
}

// Context returns a context that ends with cause [ErrClosed] when s begins to
// close. It carries no values and no deadline, and it does not end merely because
// an enclosing scope begins to close: that happens when the turn of s comes.
func (s *Scope) Context() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.context()
}

// context makes the context when it is first asked for; most scopes never are.
func (s *Scope) context() context.Context {
	if s.ctx == nil {
		// A scope is the origin of its own lifetime, there is nothing to derive
		// it from.
		s.ctx, s.cancel = context.WithCancelCause(context.Background())
		if s.State() != Open {
			s.cancel(ErrClosed)
		}
	}
	return s.ctx
}
