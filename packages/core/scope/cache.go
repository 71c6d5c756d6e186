package scope

import "sync/atomic"

// Cache keeps immutable views, the latest one for each key. The zero value is
// ready. It must not be copied after first use and may be used concurrently. The
// views of a key are kept with the key: they go when its scope closes, or with
// the key itself.
type Cache[V any] struct {
	id     shelfID
	global cell[V]
}

// shelfID identifies a cache by its address; it has a size so that addresses
// differ.
type shelfID struct{ _ byte }

// cell holds the latest view of one cache for one key.
type cell[V any] struct {
	view atomic.Pointer[view[V]]
}

type view[V any] struct {
	generation uint64
	value      V
}

// shelf lists the cells of one key. It is immutable; a new one replaces it.
type shelf struct {
	closed bool
	cells  []shelved
}

type shelved struct {
	owner *shelfID
	cell  any // *cell[V] of the owner
}

// Get returns the view of k for generation gen, which should come from
// [Generation.Load] or [Layers.Generation], read before. If it is not there, Get
// calls build(k), keeps what it returns unless a view of a later generation is
// there, and returns it. A hit takes no lock and allocates nothing.
//
// build may run more than once for the same generation, concurrently, and runs on
// every call once the scope of k has closed. The view is shared: nobody may
// change it.
func (c *Cache[V]) Get(k *Key, gen uint64, build func(*Key) V) V {
	cell := c.cell(k)
	if cell == nil {
		return build(k)
	}
	old := cell.view.Load()
	if old != nil && old.generation == gen {
		return old.value
	}
	next := &view[V]{generation: gen, value: build(k)}
	for old == nil || old.generation < gen {
		if cell.view.CompareAndSwap(old, next) {
			break
		}
		old = cell.view.Load()
	}
	return next.value
}

// cell finds or makes the cell for k; it returns nil if k is dead.
func (c *Cache[V]) cell(k *Key) *cell[V] {
	if k == nil {
		return &c.global
	}
	for {
		s := k.views.Load()
		if s != nil {
			if s.closed {
				return nil
			}
			for i := range s.cells {
				if s.cells[i].owner == &c.id {
					return s.cells[i].cell.(*cell[V])
				}
			}
		}
		if made := new(cell[V]); k.views.CompareAndSwap(s, s.with(&c.id, made)) {
			return made
		}
	}
}

func (s *shelf) with(owner *shelfID, cell any) *shelf {
	next := &shelf{}
	if s != nil {
		next.cells = append(next.cells, s.cells...)
	}
	next.cells = append(next.cells, shelved{owner, cell})
	return next
}
