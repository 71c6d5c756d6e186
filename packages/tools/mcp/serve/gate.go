package serve

import (
	"context"
	"slices"
	"sync"
)

// gate lets calls through in the order in which they came: shared ones together
// up to a limit, others alone. The zero gate lets shared ones through one by one.
type gate struct {
	limit int

	mu      sync.Mutex
	waiting []*waiter
	shared  int
	alone   bool
}

type waiter struct {
	shared bool
	pass   chan struct{}
}

// enter waits for the call's turn and returns how to leave. It fails when ctx
// ends first.
func (g *gate) enter(ctx context.Context, shared bool) (leave func(), err error) {
	w := &waiter{shared: shared, pass: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	g.admit()
	g.mu.Unlock()
	select {
	case <-w.pass:
		return func() { g.leave(w) }, nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting, w); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
		g.admit()
		return nil, context.Cause(ctx)
	}
	return func() { g.leave(w) }, nil // it passed at the same moment
}

func (g *gate) leave(w *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if w.shared {
		g.shared--
	} else {
		g.alone = false
	}
	g.admit()
}

// admit lets pass whoever is next, with g.mu held.
func (g *gate) admit() {
	for len(g.waiting) > 0 && !g.alone {
		w := g.waiting[0]
		switch {
		case w.shared && g.shared < max(g.limit, 1):
			g.shared++
		case !w.shared && g.shared == 0:
			g.alone = true
		default:
			return
		}
		g.waiting = g.waiting[1:]
		close(w.pass)
	}
}
