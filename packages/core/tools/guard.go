package tools

import (
	"sync"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Guard may refuse a call that policy allowed. It returns the reason and true
// to deny; it can never allow what something else denied. Guards run in the
// batch's lane: they must be quick and must not call tools (R44).
type Guard func(c *Call) (reason string, deny bool)

type guardEntry struct {
	seq uint64
	run Guard
}

// guardList is one layer's guards. Iteration is live: a guard added while the
// list is walked runs in the same walk.
type guardList struct {
	mu      sync.RWMutex
	seq     uint64
	epoch   uint64 // counts how often the list ran empty
	entries []guardEntry
}

func (l *guardList) add(g Guard) (remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seq++
	seq := l.seq
	l.entries = append(l.entries, guardEntry{seq, g})
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for i, e := range l.entries {
			if e.seq == seq {
				l.entries = append(l.entries[:i:i], l.entries[i+1:]...)
				if len(l.entries) == 0 {
					l.epoch++
				}
				return
			}
		}
	}
}

func (l *guardList) empty() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return len(l.entries) == 0
}

// now returns the list's epoch, for a walk that begins.
func (l *guardList) now() uint64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.epoch
}

// after returns the first guard registered after seq. A list that ran empty
// since the walk began is over for it: what came then starts with the next call.
func (l *guardList) after(seq, epoch uint64) (guardEntry, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.epoch != epoch {
		return guardEntry{}, false
	}
	for _, e := range l.entries {
		if e.seq > seq {
			return e, true
		}
	}
	return guardEntry{}, false
}

// guarded asks the guards that stand over key, global ones first, then the
// chain from the farthest scope on; the first denial wins.
func (r *Registry) guarded(key *scope.Key, c *Call) (reason string, deny bool, err error) {
	for layer := range r.layers.Chain(key) {
		if layer.guards.empty() {
			continue
		}
		epoch := layer.guards.now()
		for e, ok := layer.guards.after(0, epoch); ok; e, ok = layer.guards.after(e.seq, epoch) {
			if reason, deny, err = runGuard(e.run, c); deny || err != nil {
				return reason, deny, err
			}
		}
	}
	return "", false, nil
}

func runGuard(g Guard, c *Call) (reason string, deny bool, err error) {
	defer contain("guard", c.name, &err)
	reason, deny = g(c)
	return reason, deny, nil
}
