package scope

import (
	"context"
	"sync"
	"sync/atomic"
)

// Slot holds at most one value for each key, such as the executor in force. The
// zero value is ready. It must not be copied after first use and may be used
// concurrently.
type Slot[T any] struct {
	mu     sync.Mutex // held while values come and go
	global atomic.Pointer[offer[T]]
	keyed  sync.Map // *Key to *offer[T]
	count  atomic.Int64
}

// offer is one value in a slot; its address is its identity, so it has a size.
type offer[T any] struct {
	key   *Key
	value T
	live  bool // guarded by Slot.mu
}

// Provide puts v into the slot at the key of s until Undo is called, at the
// latest when s closes. It fails with [CodeSlotTaken] while another value is
// there, and with [CodeClosed].
func (p *Slot[T]) Provide(s *Scope, v T) (Undo, error) {
	if s == nil {
		return nil, &Error{Code: CodeArgument, Label: "slot"}
	}
	o := &offer[T]{key: s.Key(), value: v}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at(o.key) != nil {
		return nil, &Error{Code: CodeSlotTaken, Label: o.key.Label()}
	}
	undo, err := s.Defer("slot", func(context.Context) error {
		p.clear(o)
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.set(o)
	return undo, nil
}

// Nearest returns the value at k, else at the nearest key above that has one,
// else the global one. It reports false if there is none. It takes no lock and
// allocates nothing.
func (p *Slot[T]) Nearest(k *Key) (T, bool) {
	for ; k != nil; k = k.Parent() {
		if o := p.at(k); o != nil {
			return o.value, true
		}
	}
	if o := p.global.Load(); o != nil {
		return o.value, true
	}
	var none T
	return none, false
}

// Len returns how many keys hold a value, the global one included.
func (p *Slot[T]) Len() int { return int(p.count.Load()) }

func (p *Slot[T]) at(k *Key) *offer[T] {
	if k == nil {
		return p.global.Load()
	}
	if o, ok := p.keyed.Load(k); ok {
		return o.(*offer[T])
	}
	return nil
}

func (p *Slot[T]) set(o *offer[T]) {
	o.live = true
	p.count.Add(1)
	if o.key == nil {
		p.global.Store(o)
	} else {
		p.keyed.Store(o.key, o)
	}
}

// clear takes o out. It waits for a Provide under way, whose scope may have begun
// to close between Defer and set.
func (p *Slot[T]) clear(o *offer[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !o.live {
		return
	}
	o.live = false
	p.count.Add(-1)
	if o.key == nil {
		p.global.Store(nil)
	} else {
		p.keyed.Delete(o.key)
	}
}
