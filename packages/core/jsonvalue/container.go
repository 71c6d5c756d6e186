package jsonvalue

import (
	"sync"
	"sync/atomic"
)

// indexFrom is the number of members from which Get uses a map instead of looking at one
// name after the other.
const indexFrom = 17

// container is the tree node of an array or an object. Its fields are written before the
// node is shared, or under lazy, and never again; memo and index are caches.
type container struct {
	items   []Value
	members []Member
	// lazy is set for a node whose parts are still to be read from the text.
	lazy *lazy
	// memo is the text, once it was asked for.
	memo atomic.Pointer[string]
	// index finds members of a large object.
	index atomic.Pointer[map[string]int32]
	// size is about the length of the text; shared parts count as often as they occur.
	size int64
}

// lazy guards the one building of a tree.
type lazy struct {
	mu   sync.Mutex
	done atomic.Bool
}

// parsed is what a fresh text needs besides the text.
type parsed struct {
	container
	lazy lazy
}

// value returns the value of a text of an array or object.
func (p *parsed) value(c checked) Value {
	p.container.lazy = &p.lazy
	p.size = int64(len(c.text))
	kind := KindObject
	if c.text[0] == '[' {
		kind = KindArray
	}
	return Value{text: asString(c.text), kind: kind, ref: &p.container, integers: c.integers}
}

// tree returns the node with its parts in place.
func (v Value) tree() *container {
	if l := v.ref.lazy; l != nil && !l.done.Load() {
		v.grow()
	}
	return v.ref
}

func (v Value) grow() {
	l := v.ref.lazy
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.done.Load() {
		build(v.text, v.ref)
		l.done.Store(true)
	}
}

// isGrown reports whether the parts are in place already.
func (c *container) isGrown() bool { return c.lazy == nil || c.lazy.done.Load() }

func (c *container) find(name string) (Value, bool) {
	if len(c.members) >= indexFrom {
		if i, ok := c.indexed()[name]; ok {
			return c.members[i].Value, true
		}
		return Value{}, false
	}
	for i := range c.members {
		if c.members[i].Name == name {
			return c.members[i].Value, true
		}
	}
	return Value{}, false
}

// indexed returns the map of names, building it when needed; two goroutines may build it
// at once, then one of the two equal maps stays.
func (c *container) indexed() map[string]int32 {
	if known := c.index.Load(); known != nil {
		return *known
	}
	index := make(map[string]int32, len(c.members))
	for i := range c.members {
		index[c.members[i].Name] = int32(i)
	}
	c.index.Store(&index)
	return index
}
