package testkit

import (
	"context"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Gate holds the bodies of its tools until the test releases them by call id.
// The zero value is ready. Safe for concurrent use.
type Gate struct {
	// Deaf bodies do not look at their context: cancellation does not end them,
	// only release does.
	Deaf bool

	mu      sync.Mutex
	open    bool
	calls   map[string]*gated
	running []string
	starts  []string
	change  chan struct{}
}

// gated is one held call.
type gated struct {
	started, released chan struct{}
	free              bool
	err               error
}

// Tool returns a tool whose body waits at the gate and then returns its call
// id. Safe says whether its calls may overlap.
func (g *Gate) Tool(name string, safe bool) tools.Definition {
	d := Tool(name, g.body)
	d.ConcurrencySafe = func(jsonvalue.Value) bool { return safe }
	return d
}

// call returns the state of a call, whoever asks first.
func (g *Gate) call(id string) *gated {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.calls == nil {
		g.calls = map[string]*gated{}
	}
	c := g.calls[id]
	if c == nil {
		c = &gated{started: make(chan struct{}), released: make(chan struct{})}
		g.calls[id] = c
		if g.open {
			c.release(nil)
		}
	}
	return c
}

func (g *Gate) body(ctx context.Context, x *tools.Exec) (any, error) {
	c := g.call(x.ID())
	g.enter(x.ID())
	defer g.leave(x.ID())
	close(c.started)
	if g.Deaf {
		<-c.released
		return x.ID(), c.err
	}
	select {
	case <-c.released:
		return x.ID(), c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (g *Gate) enter(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = append(g.running, id)
	g.starts = append(g.starts, id)
	if g.change != nil {
		close(g.change)
		g.change = nil
	}
}

// startedMore waits until more than n bodies have started since the beginning,
// or returns the end of ctx.
func (g *Gate) startedMore(ctx context.Context, n int) error {
	for {
		g.mu.Lock()
		if len(g.starts) > n {
			g.mu.Unlock()
			return nil
		}
		if g.change == nil {
			g.change = make(chan struct{})
		}
		change := g.change
		g.mu.Unlock()
		select {
		case <-change:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (g *Gate) leave(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = slices.DeleteFunc(g.running, func(other string) bool { return other == id })
}

// Release lets the bodies of these calls end, also before they started.
// Releasing twice does nothing.
func (g *Gate) Release(ids ...string) {
	for _, id := range ids {
		g.free(id, nil)
	}
}

// Fail lets the body of a call end with this error.
func (g *Gate) Fail(id string, err error) { g.free(id, err) }

func (g *Gate) free(id string, err error) {
	c := g.call(id)
	g.mu.Lock()
	defer g.mu.Unlock()
	c.release(err)
}

// Open releases every call, those that are yet to come included.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	for _, c := range g.calls {
		c.release(nil)
	}
}

// release needs the gate's lock.
func (c *gated) release(err error) {
	if c.free {
		return
	}
	c.free, c.err = true, err
	close(c.released)
}

// Started waits until the bodies of these calls have started, or returns the
// end of ctx.
func (g *Gate) Started(ctx context.Context, ids ...string) error {
	for _, id := range ids {
		select {
		case <-g.call(id).started:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// Running returns the calls whose bodies are at the gate, oldest first.
func (g *Gate) Running() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.running)
}

// Starts returns the calls whose bodies have started, in that order.
func (g *Gate) Starts() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.starts)
}
