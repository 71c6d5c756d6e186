package scope

import (
	"sync"
	"sync/atomic"
)

// Key is a routing identity: it says for whom something was registered and for
// whom something happens. Keys are compared by pointer. The nil *Key is the
// global key; every method accepts it. A Key is made by [Scope.Keyed] and stays
// usable after its scope closed, but then holds nothing any more. All methods
// may be called concurrently (R40).
type Key struct {
	label  string
	parent atomic.Pointer[Key]
	views  atomic.Pointer[shelf]

	mu    sync.Mutex
	dead  bool
	heirs int // living keys directly below
}

// Label returns the label the key was made with, or "global" for the nil key.
// Labels are for people: they need not be unique.
func (k *Key) Label() string {
	if k == nil {
		return "global"
	}
	return k.label
}

// Parent returns the key directly above, or nil if that is the global one. The
// answer changes only with [Binding.Rebind].
func (k *Key) Parent() *Key {
	if k == nil {
		return nil
	}
	return k.parent.Load()
}

// Sees reports whether k inherits from t: t is the global key, k itself, or a
// key above k. A listener or contribution filed at t reaches what happens for k
// exactly if k.Sees(t) (R73). The global key sees only itself.
func (k *Key) Sees(t *Key) bool {
	if t == nil {
		return true
	}
	for ; k != nil; k = k.Parent() {
		if k == t {
			return true
		}
	}
	return false
}

// adopt counts one more living key below k. It fails once k's scope has closed.
func (k *Key) adopt() error {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return &Error{Code: CodeClosed, Label: k.label}
	}
	k.heirs++
	return nil
}

// disown is the counterpart of adopt.
func (k *Key) disown() {
	if k == nil {
		return
	}
	k.mu.Lock()
	k.heirs--
	k.mu.Unlock()
}

// bury ends the key: it no longer counts as living below its parent, no key can
// be hung below it, and the views computed for it are dropped. It returns how
// many living keys are left without their parent.
func (k *Key) bury() (orphans int) {
	linking.Lock()
	k.mu.Lock()
	k.dead = true
	orphans = k.heirs
	k.mu.Unlock()
	k.Parent().disown()
	linking.Unlock()
	k.views.Store(&shelf{closed: true})
	return orphans
}

func (k *Key) buried() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.dead
}
