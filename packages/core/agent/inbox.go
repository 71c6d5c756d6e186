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
	wakes  uint64
	closed bool
	change chan struct{} // closed at the next wake, nil while nobody waits
}

// Post puts messages at the end and wakes whoever waits. Each must be a user-role
// message that says something; those without an id get one. Either all are posted
// or, with [CodeMessage] or [CodeClosed], none.
func (b *Inbox) Post(messages ...llm.Message) error { return b.add(messages, true) }

// Defer is Post without the wake: the messages go with the next step, whenever
// that is (R94).
func (b *Inbox) Defer(messages ...llm.Message) error { return b.add(messages, false) }

func (b *Inbox) add(messages []llm.Message, wake bool) error {
	added := slices.Clone(messages)
	for i := range added {
		m := &added[i]
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
	b.queue = append(b.queue, added...)
	if wake && len(added) > 0 {
		b.wakes++
		b.signal()
	}
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

// Return puts claimed messages back in front, for a step that could not be taken.
// It wakes nobody.
func (b *Inbox) Return(messages []llm.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = slices.Concat(messages, b.queue)
}

// Len returns how many messages wait.
func (b *Inbox) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.queue)
}

// Wakes returns how often Post has put something in. Read it before Claim, and
// give it to Wait.
func (b *Inbox) Wakes() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wakes
}

// Wait returns nil as soon as there were more than seen wakes, at once if there
// were already: a message that comes while a turn ends is not missed. It fails
// with [CodeClosed], or with the cause of ctx.
func (b *Inbox) Wait(ctx context.Context, seen uint64) error {
	change, err := b.look(seen)
	if change == nil {
		return err
	}
	select {
	case <-change:
		return b.Wait(ctx, seen)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// look returns what to wait for, nil when there is nothing to wait for.
func (b *Inbox) look(seen uint64) (<-chan struct{}, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return nil, fail(CodeClosed, "the agent's inbox is closed")
	case b.wakes > seen:
		return nil, nil
	case b.change == nil:
		b.change = make(chan struct{})
	}
	return b.change, nil
}

func (b *Inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.signal()
}

func (b *Inbox) signal() {
	if b.change != nil {
		close(b.change)
		b.change = nil
	}
}
