package session

import (
	"context"
	"sync"
)

// committer writes events to a store in groups: whoever needs an acknowledgement first writes
// everything that is waiting, and the others wait for that. One sync of the medium thus answers
// every append that came in while the last one ran, and no goroutine is needed in between.
type committer struct {
	store Store

	mu      sync.Mutex
	waiting []Event
	spare   []Event       // the buffer of the last round, used again for the next
	kept    int64         // how many events the store has acknowledged
	writing bool          // somebody writes now
	round   chan struct{} // closed when that round ends
	err     error         // why the store can no longer be used
}

// add queues e and returns how many events wait. Events are added in the order of their numbers.
func (c *committer) add(e Event) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, e)
	return len(c.waiting)
}

// failure returns why the store can no longer be used, or nil.
func (c *committer) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// acknowledged returns how many events the store has.
func (c *committer) acknowledged() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept
}

// sync returns when the store has acknowledged the first n events. A round that this call writes
// itself is finished even when ctx ends meanwhile; waiting for somebody else's round is not.
func (c *committer) sync(ctx context.Context, n int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.kept < n && c.err == nil {
		if !c.writing {
			c.writeRound(ctx)
			continue
		}
		if err := c.await(ctx); err != nil {
			return err
		}
	}
	if c.kept >= n {
		return nil
	}
	return c.err
}

// await waits, without the lock, for the end of the running round.
func (c *committer) await(ctx context.Context) error {
	round := c.round
	c.mu.Unlock()
	defer c.mu.Lock()
	select {
	case <-round:
		return nil
	case <-ctx.Done():
		return &Error{
			Code:    CodeUnacknowledged,
			Message: "the event is in the log, but the wait for its acknowledgement was given up",
			Err:     context.Cause(ctx),
		}
	}
}

// writeRound hands everything that waits to the store, without the lock.
func (c *committer) writeRound(ctx context.Context) {
	batch := c.waiting
	c.waiting, c.spare = c.spare[:0], nil
	c.writing, c.round = true, make(chan struct{})
	c.mu.Unlock()
	// The medium cannot stop half way through a write; a caller that gave up would only leave the
	// outcome unknown for everybody else. So the write is not bound to any caller's context.
	err := c.store.Write(context.WithoutCancel(ctx), batch)
	c.mu.Lock()
	if err != nil {
		c.err = &Error{Code: CodeStore, Message: "the log accepts nothing more, because its store " +
			"failed; open it again to see what was kept", Err: err}
	} else {
		c.kept += int64(len(batch))
	}
	clear(batch)
	c.spare, c.writing = batch[:0], false
	close(c.round)
}
