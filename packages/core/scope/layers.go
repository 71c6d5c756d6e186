package scope

import (
	"iter"
	"sync"
	"sync/atomic"
)

// Layers holds one layer of contributions for each key: the global layer, which
// is always there, and a layer for every key that something was contributed to,
// which is reclaimed when it is empty. The zero value is ready. It must not be
// copied after first use and may be used concurrently (R40).
//
// Layers are changed in place by [Layers.Edit], which takes the lock. Own and
// Chain take none, so that the code that walks a layer may edit. What the fields
// of L need is therefore one of these: be safe for readers during an edit, as
// [Named] and [List] are, or be read inside [Layers.Read] only.
type Layers[L any] struct {
	mu         sync.RWMutex // held while layers are changed, or read with Read
	generation Generation
	global     layer[L]
	keyed      sync.Map // *Key to *layer[L]
	count      atomic.Int64
}

// layer is one L and the number of edits in it.
type layer[L any] struct {
	content L
	edits   int
}

// Own returns the layer of k alone, or nil if there is none. It never makes one.
// The layer of the nil key is always there.
func (l *Layers[L]) Own(k *Key) *L {
	if k == nil {
		return &l.global.content
	}
	if found, ok := l.keyed.Load(k); ok {
		return &found.(*layer[L]).content
	}
	return nil
}

// Chain yields the layers that k inherits from and its own: the global one, then
// from the farthest ancestor down to k. Keys without a layer are passed over. No
// lock is held while the caller looks at a layer.
func (l *Layers[L]) Chain(k *Key) iter.Seq[*L] {
	return func(yield func(*L) bool) {
		if yield(&l.global.content) {
			l.descend(k, yield)
		}
	}
}

func (l *Layers[L]) descend(k *Key, yield func(*L) bool) bool {
	if k == nil {
		return true
	}
	if !l.descend(k.Parent(), yield) {
		return false
	}
	own := l.Own(k)
	return own == nil || yield(own)
}

// Read calls f while no edit is under way. f must be short, must not edit these
// layers, and must call nothing that might, such as a listener.
func (l *Layers[L]) Read(f func()) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	f()
}

// Generation returns a stamp that grows with every edit and with every
// [Binding.Rebind] anywhere, for [Cache.Get]. Read it before the layers.
func (l *Layers[L]) Generation() uint64 { return l.generation.Load() }

// Len returns how many keys have a layer, without the global one. It is 0 when
// every scope that contributed has closed.
func (l *Layers[L]) Len() int { return int(l.count.Load()) }
