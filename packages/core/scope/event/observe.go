package event

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Sighting is one dispatch as an observer sees it, before any listener runs.
type Sighting struct {
	// Event is the public name of the event.
	Event string
	// Key is the key it was dispatched for; nil for a [Broadcast].
	Key *scope.Key
	// Input is the payload.
	Input any
}

// Observe calls f at the start of every dispatch of the events in the struct that
// events points to, until s closes. It is meant for tests and for checks of
// invariants that run beside the product (R76). f runs in the goroutine that
// dispatches and may run concurrently; its panic is reported like that of a
// contained listener. Observe fails with [CodeDeclaration], [CodeListener] or
// [scope.CodeClosed]. An event that nobody observes pays one atomic load.
func Observe(s *scope.Scope, events any, f func(Sighting)) error {
	if s == nil || f == nil {
		return &Error{Code: CodeListener, Label: "observer", Err: errNilListener}
	}
	declared, err := declarations(events)
	if err != nil {
		return err
	}
	w := &watcher{f}
	remove := func(context.Context) error {
		for _, d := range declared {
			d.event.sighted().remove(w)
		}
		return nil
	}
	for _, d := range declared {
		d.event.sighted().add(w)
	}
	if _, err = s.Defer("observe events", remove); err != nil {
		_ = remove(context.Background()) // waits for nothing
	}
	return err
}

type watcher struct{ f func(Sighting) }

// sights are the observers of one event.
type sights struct {
	mu  sync.Mutex
	all atomic.Pointer[[]*watcher] // immutable; nil if there are none
}

func (s *sights) watched() bool { return s.all.Load() != nil }

// sight tells the observers, if there still are any.
func (h *hook[F]) sight(k *scope.Key, in any) {
	all := h.sights.all.Load()
	if all == nil {
		return
	}
	for _, w := range *all {
		h.tell(w, Sighting{Event: h.name(), Key: k, Input: in})
	}
}

func (h *hook[F]) tell(w *watcher, seen Sighting) {
	defer func() {
		if v := recover(); v != nil {
			h.report("observer", h.panicked("observer", v))
		}
	}()
	w.f(seen)
}

func (s *sights) add(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := []*watcher{w}
	if all := s.all.Load(); all != nil {
		next = append(slices.Clone(*all), w)
	}
	s.all.Store(&next)
}

func (s *sights) remove(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.all.Load()
	next := slices.DeleteFunc(slices.Clone(*all), func(x *watcher) bool { return x == w })
	if len(next) == 0 {
		s.all.Store(nil)
		return
	}
	s.all.Store(&next)
}

func (h *hook[F]) sighted() *sights { return &h.sights }
