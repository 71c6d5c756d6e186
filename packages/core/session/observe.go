package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// Observer is told of one event. It is called by the goroutine that appended it or by one that
// appended another event at the same time, never by two at once, and in the order of the log. It
// may read the log; an append with the context it was given is refused with CodeReentrant.
type Observer func(ctx context.Context, e Event)

// PanicError tells that an observer panicked. It reaches Options.Report; the log and the other
// observers are not affected.
type PanicError struct {
	Seq   int64 // the event the observer was told of
	Value any
	Stack []byte
}

// Error names the event and the panic's value.
func (e *PanicError) Error() string {
	return fmt.Sprintf("an observer of event %d panicked: %v", e.Seq, e.Value)
}

// feed tells observers of events, in order. An event that was appended with an acknowledgement is
// told only when it is on the medium, so what an observer shows is what a resumed log will show.
type feed struct {
	report func(error)

	mu        sync.Mutex
	observers []*watch // replaced, never changed
	queue     []notice
	busy      bool // somebody is telling now
}

type watch struct {
	tell Observer
	from int64 // the first event it is told of
}

type notice struct {
	event Event
	early bool // may be told before the store has it
}

// observe adds w behind the others.
func (f *feed) observe(w *watch) (stop func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.observers = append(slices.Clip(f.observers), w)
	return func() { f.remove(w) }
}

func (f *feed) remove(w *watch) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.observers = slices.DeleteFunc(slices.Clone(f.observers), func(o *watch) bool {
		return o == w
	})
}

// add queues e. Events are added in the order of their numbers.
func (f *feed) add(e Event, early bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.observers) > 0 {
		f.queue = append(f.queue, notice{e, early})
	}
}

// drain tells everything that may be told. When somebody else is at it, that goroutine will see
// what this one wanted told, so drain returns at once.
func (f *feed) drain(ctx context.Context, acknowledged func() int64) {
	for {
		e, observers, ok := f.take(acknowledged())
		if !ok {
			return
		}
		for _, w := range observers {
			if e.Seq >= w.from {
				f.tell(ctx, w.tell, e)
			}
		}
		f.mu.Lock()
		f.busy = false
		f.mu.Unlock()
	}
}

func (f *feed) take(acknowledged int64) (Event, []*watch, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.busy || len(f.queue) == 0 {
		return Event{}, nil, false
	}
	head := f.queue[0]
	if !head.early && head.event.Seq >= acknowledged {
		return Event{}, nil, false
	}
	f.queue[0] = notice{}
	if f.queue = f.queue[1:]; len(f.queue) == 0 {
		f.queue = nil
	}
	f.busy = true
	return head.event, f.observers, true
}

func (f *feed) tell(ctx context.Context, o Observer, e Event) {
	defer func() {
		if v := recover(); v != nil {
			f.report(&PanicError{Seq: e.Seq, Value: v, Stack: debug.Stack()})
		}
	}()
	o(ctx, e)
}
