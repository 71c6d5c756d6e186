package quickjs

import "sync"

// lease says whether a driver has the goroutine of a program. While it has, no
// guest code is on the stack, and who stops the program may take its world away.
type lease struct {
	mu   sync.Mutex
	lent bool
	gone bool // the world
}

// begin lends the goroutine, unless the world is gone.
func (l *lease) begin() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lent = !l.gone
	return l.lent
}

// back takes the goroutine back, and reports whether the world is still there.
func (l *lease) back() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lent = false
	return !l.gone
}

// revoke closes the world of a program whose goroutine is lent.
func (l *lease) revoke(closeWorld func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lent && !l.gone {
		l.gone = true
		closeWorld()
	}
}

// end closes the world, unless that is done.
func (l *lease) end(closeWorld func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.gone {
		l.gone = true
		closeWorld()
	}
}
