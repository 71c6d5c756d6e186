package approval

import (
	"context"
	"fmt"
	"sync"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Answers lets f answer the questions that reach s, until s closes. f may be
// called concurrently for different batches, and must return soon after its
// context is done. The zero answer leaves the question to the next answerer.
func (v *Service) Answers(
	s *scope.Scope, f func(ctx context.Context, q *Request) (tools.Approval, error),
) error {
	type next = event.Next[*Request, tools.Approval]
	return v.Events.Request.On(s, func(ctx context.Context, q *Request, n next) (tools.Approval, error) {
		answer, err := f(ctx, q)
		if answer == tools.ApprovalUnavailable && err == nil {
			return n.Do(ctx)
		}
		return answer, err
	})
}

// Desk keeps questions until somebody answers them by their id, for hosts that
// show them in their own time. The zero value is ready. Safe for concurrent use.
type Desk struct {
	mu      sync.Mutex
	open    []*ticket
	changed chan struct{}
}

type ticket struct {
	request *Request
	answer  chan tools.Approval
}

// Ask puts a question on the desk and waits for its answer or the end of ctx.
// Give it to [Service.Answers].
func (d *Desk) Ask(ctx context.Context, q *Request) (tools.Approval, error) {
	t := &ticket{q, make(chan tools.Approval, 1)}
	d.mu.Lock()
	d.open = append(d.open, t)
	d.wake()
	d.mu.Unlock()
	defer d.remove(t)
	select {
	case answer := <-t.answer:
		return answer, nil
	case <-ctx.Done():
		return tools.ApprovalCancelled, nil
	}
}

// Open returns the open questions, oldest first.
func (d *Desk) Open() []*Request {
	d.mu.Lock()
	defer d.mu.Unlock()
	requests := make([]*Request, len(d.open))
	for i, t := range d.open {
		requests[i] = t.request
	}
	return requests
}

// Changed returns a channel that is closed when questions come or go. Call it
// before Open to miss nothing.
func (d *Desk) Changed() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changed == nil {
		d.changed = make(chan struct{})
	}
	return d.changed
}

// Answer answers an open question, once. The digest must be the question's, so
// that a grant cannot reach other arguments than those that were shown.
func (d *Desk) Answer(id, digest string, allow bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.open {
		if t.request.ID != id {
			continue
		}
		if t.request.Digest != digest {
			return &Error{Code: CodeDigest, Message: "the answer is about other arguments than the question"}
		}
		answer := tools.ApprovalRejected
		if allow {
			answer = tools.ApprovalAllowedOnce
		}
		d.take(t)
		t.answer <- answer
		return nil
	}
	return &Error{Code: CodeUnknownQuestion, Message: fmt.Sprintf(
		"no question %q is open: it was answered or withdrawn", id)}
}

func (d *Desk) remove(t *ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.take(t)
}

func (d *Desk) take(t *ticket) {
	for i, o := range d.open {
		if o == t {
			d.open = append(d.open[:i:i], d.open[i+1:]...)
			d.wake()
			return
		}
	}
}

func (d *Desk) wake() {
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
}
