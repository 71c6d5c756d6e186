package serve

import (
	"context"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// reporter tells a client about one of its calls.
type reporter struct {
	ctx   context.Context // of the call: what it is sent on depends on it
	s     *session
	token any

	mu       sync.Mutex
	last     float64
	counting bool // the bodies' numbers do not grow, so reports are counted
}

// follow lets the client follow a call if it gave a token, until the returned
// function is called.
func (s *session) follow(ctx context.Context, id string, r *sdk.CallToolRequest) (stop func()) {
	token := r.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	s.reporters.Store(id, &reporter{ctx: ctx, s: s, token: token, last: -1})
	return func() { s.reporters.Delete(id) }
}

// progressed hands reports of bodies to the client that follows their call,
// nested ones under the outermost.
func (s *session) progressed(_ context.Context, p *tools.Progress) error {
	r, ok := s.reporters.Load(p.Call.RootID())
	if !ok {
		return nil
	}
	return r.(*reporter).send(p)
}

// send keeps the protocol's rule that the number grows with every report.
func (r *reporter) send(p *tools.Progress) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := &sdk.ProgressNotificationParams{
		ProgressToken: r.token, Progress: p.Done, Total: p.Total, Message: p.Message,
	}
	if r.counting = r.counting || p.Call.Nested() || p.Done <= r.last; r.counting {
		out.Progress, out.Total = r.last+1, 0
	}
	r.last = out.Progress
	return r.s.client.NotifyProgress(r.ctx, out)
}
