package mcp

import (
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/go-json-experiment/json"
)

// progress is one report of a server about a call.
type progress struct {
	Progress float64 `json:"progress"`
	Total    float64 `json:"total"`
	Message  string  `json:"message"`
}

// relay passes the reports about one call on to its observers, from a goroutine
// of its own: a slow observer must not hold up the connection. It keeps the
// latest report only, so that a flood costs nothing.
type relay struct {
	x *tools.Exec

	mu      sync.Mutex
	latest  *progress
	running bool
	closed  bool
	idle    sync.WaitGroup
}

// put hands over a report. It never blocks.
func (r *relay) put(p progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.latest = &p
	if !r.running {
		r.running = true
		r.idle.Go(r.emit)
	}
}

func (r *relay) emit() {
	for {
		r.mu.Lock()
		p := r.latest
		r.latest = nil
		r.running = p != nil
		r.mu.Unlock()
		if p == nil {
			return
		}
		r.x.Progress(p.Progress, p.Total, p.Message, jsonvalue.Value{})
	}
}

// close waits until the last report has been passed on; later ones are dropped.
func (r *relay) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.idle.Wait()
}

// follow passes reports about a call to x until the returned function is called.
// The token is what the server must cite.
func (g *generation) follow(x *tools.Exec) (token int64, stop func()) {
	token = g.tokens.Add(1)
	r := &relay{x: x}
	g.calls.Store(token, r)
	return token, func() {
		g.calls.Delete(token)
		r.close()
	}
}

func (g *generation) progressed(token any, p progress) {
	n, ok := token.(float64)
	if !ok {
		return
	}
	if r, ok := g.calls.Load(int64(n)); ok {
		r.(*relay).put(p)
	}
}

// notified takes the notifications that need neither the SDK nor a queue. The
// SDK queues without bound whatever it is given.
func (g *generation) notified(method string, params []byte) bool {
	switch method {
	case "notifications/progress":
		var p struct {
			progress
			Token any `json:"progressToken"`
		}
		if json.Unmarshal(params, &p) == nil {
			g.progressed(p.Token, p.progress)
		}
		return true
	case "notifications/message": // for the server's operators, not for a model
		return true
	}
	return false
}
