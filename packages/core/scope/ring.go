package scope

// ring is a doubly linked list of effects, oldest first. It exists because an
// effect must be removable from the middle in constant time.
type ring struct {
	first, last *effect
}

func (r *ring) push(e *effect) {
	e.prev, e.in = r.last, r
	if r.last == nil {
		r.first = e
	} else {
		r.last.next = e
	}
	r.last = e
}

// remove unlinks e; it does nothing if e is not in r.
func (r *ring) remove(e *effect) {
	if e.in != r {
		return
	}
	if e.prev == nil {
		r.first = e.next
	} else {
		e.prev.next = e.next
	}
	if e.next == nil {
		r.last = e.prev
	} else {
		e.next.prev = e.prev
	}
	e.prev, e.next, e.in = nil, nil, nil
}
