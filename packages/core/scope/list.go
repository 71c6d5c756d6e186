package scope

import (
	"cmp"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// List is an ordered collection whose entries may be walked while others are
// added and removed. The zero value is empty and ready. It must not be copied
// after first use and may be used concurrently. It suits a field of a layer.
type List[V any] struct {
	mu      sync.Mutex
	last    uint64
	entries atomic.Pointer[[]entry[V]] // immutable, by rank
}

type entry[V any] struct {
	rank  uint64
	value V
}

// Add appends v and returns the function that removes exactly this entry, which
// is idempotent. Equal values added twice are two entries.
func (l *List[V]) Add(v V) (remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	rank := l.last
	old := l.load()
	next := append(old[:len(old):len(old)], entry[V]{rank, v})
	l.entries.Store(&next)
	return func() { l.remove(rank) }
}

func (l *List[V]) remove(rank uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	old := l.load()
	if at, found := find(old, rank); found {
		next := slices.Concat(old[:at], old[at+1:])
		l.entries.Store(&next)
	}
}

// All yields the entries in the order of adding. The walk is live: an entry added
// meanwhile is still reached, one that is removed before its turn is not (R44).
// No lock is held while the caller looks at an entry.
func (l *List[V]) All() iter.Seq[V] {
	return func(yield func(V) bool) {
		rank := uint64(0)
		for {
			now := l.load()
			at, _ := find(now, rank+1)
			if at == len(now) || !yield(now[at].value) {
				return
			}
			rank = now[at].rank
		}
	}
}

// Len returns the number of entries.
func (l *List[V]) Len() int { return len(l.load()) }

func (l *List[V]) load() []entry[V] {
	if p := l.entries.Load(); p != nil {
		return *p
	}
	return nil
}

// find returns the index of the first entry whose rank is at least rank, and
// whether it is that rank.
func find[V any](entries []entry[V], rank uint64) (at int, found bool) {
	return slices.BinarySearchFunc(entries, rank, func(e entry[V], want uint64) int {
		return cmp.Compare(e.rank, want)
	})
}
