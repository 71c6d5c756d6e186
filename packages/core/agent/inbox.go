package agent

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Inbox holds the user-role messages that wait for an agent's next step, in one
// queue: what people say, the contexts of tool results, the notices of plugins.
// The zero Inbox is open and empty. Safe for concurrent use.
type Inbox struct {
	mu     sync.Mutex
	queue  []llm.Message
	closed bool
	change chan struct{} // closed at the next change, nil while nobody waits
}

// Post puts messages at the end. Each must be a user-role message that says
// something; those without an id get one. Either all are posted or, with
// [CodeMessage] or [CodeClosed], none.
func (b *Inbox) Post(messages ...llm.Message) error {
	posted := slices.Clone(messages)
	for i := range posted {
		m := &posted[i]
		if m.Role != llm.RoleUser || m.IsEmpty() {
			return fail(CodeMessage, "an inbox takes user-role messages that say something")
		}
		if m.ID == "" {
			m.ID = rand.Text()
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return fail(CodeClosed, "the agent's inbox is closed")
	}
	b.queue = append(b.queue, posted...)
	b.wake()
	return nil
}

// Claim takes all messages out, oldest first.
func (b *Inbox) Claim() []llm.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	claimed := b.queue
	b.queue = nil
	return claimed
}

// Return puts claimed messages back in front, for a step that could not be
// taken.
func (b *Inbox) Return(messages []llm.Message) {
	if len(messages) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = slices.Concat(messages, b.queue)
	b.wake()
}

// Len returns how many messages wait.
func (b *Inbox) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.queue)
}

// Wait returns nil as soon as a message is there, at once if one is already. So
// no message is missed that comes while a turn ends. It fails with [CodeClosed],
// or with the cause of ctx.
func (b *Inbox) Wait(ctx context.Context) error {
	for {
		change, err := b.look()
		if change == nil {
			return err
		}
		select {
		case <-change:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// look returns what to wait for, nil when there is a message or an error.
func (b *Inbox) look() (<-chan struct{}, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case len(b.queue) > 0:
		return nil, nil
	case b.closed:
		return nil, fail(CodeClosed, "the agent's inbox is closed")
	case b.change == nil:
		b.change = make(chan struct{})
	}
	return b.change, nil
}

func (b *Inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.wake()
}

func (b *Inbox) wake() {
	if b.change != nil {
		close(b.change)
		b.change = nil
	}
}
