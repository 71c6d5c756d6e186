package scope

import (
	"iter"
	"sync"
)

// Named is a collection of values with unique names, in the order of adding. The
// zero value is empty and ready. It must not be copied after first use and may be
// used concurrently. It suits a field of a layer: adding and removing take the
// same time however many there are.
type Named[V any] struct {
	mu          sync.RWMutex
	byName      map[string]*named[V]
	first, last *named[V]
}

type named[V any] struct {
	name       string
	value      V
	prev, next *named[V]
}

// Add appends v under name and returns the function that removes exactly this
// entry; it is idempotent, and inert when the name was taken again. Add reports
// false and changes nothing if the name is taken.
func (n *Named[V]) Add(name string, v V) (remove func(), ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, taken := n.byName[name]; taken {
		return nil, false
	}
	e := &named[V]{name: name, value: v, prev: n.last}
	if n.byName == nil {
		n.byName = make(map[string]*named[V])
	}
	n.byName[name] = e
	if n.last == nil {
		n.first = e
	} else {
		n.last.next = e
	}
	n.last = e
	return func() { n.remove(e) }, true
}

func (n *Named[V]) remove(e *named[V]) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.byName[e.name] != e {
		return
	}
	delete(n.byName, e.name)
	if e.prev == nil {
		n.first = e.next
	} else {
		e.prev.next = e.next
	}
	if e.next == nil {
		n.last = e.prev
	} else {
		e.next.prev = e.prev
	}
}

// Get returns the value under name.
func (n *Named[V]) Get(name string) (V, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	if e, ok := n.byName[name]; ok {
		return e.value, true
	}
	var none V
	return none, false
}

// All yields names and values in the order of adding, as they were when the walk
// began. No lock is held while the caller looks at one.
func (n *Named[V]) All() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, e := range n.snapshot() {
			if !yield(e.name, e.value) {
				return
			}
		}
	}
}

func (n *Named[V]) snapshot() []*named[V] {
	n.mu.RLock()
	defer n.mu.RUnlock()
	all := make([]*named[V], 0, len(n.byName))
	for e := n.first; e != nil; e = e.next {
		all = append(all, e)
	}
	return all
}

// Len returns the number of entries.
func (n *Named[V]) Len() int {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return len(n.byName)
}
