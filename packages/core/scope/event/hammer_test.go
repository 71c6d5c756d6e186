package event_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// TestEventsConcurrentSafe: goroutines make keyed scopes, listen, dispatch and
// close. Each hears itself and the global listener, and nobody else.
func TestEventsConcurrentSafe(t *testing.T) {
	var m struct {
		W event.Waterfall[string, string] `event:"test/w"`
		N event.Notice[*atomic.Int32]     `event:"test/n"`
		P event.Parallel[*atomic.Int32]   `event:"test/p"`
		B event.Broadcast[string]         `event:"test/b"`
	}
	must(t, event.Init(&m, func(f event.Failure) { t.Error(f) }))
	s := scope.NewRoot("root")
	must(t, m.W.On(s, tagging("global")))
	count := func(_ context.Context, n *atomic.Int32) error { n.Add(1); return nil }
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				agent, err := s.Keyed("agent", nil)
				if err != nil {
					t.Error(err)
					return
				}
				err = errors.Join(
					m.W.On(agent, tagging("own"), event.Front()),
					m.N.On(agent, count), m.P.On(agent, count), m.P.On(agent, count),
					m.B.On(agent, func(context.Context, string) error { return nil }),
				)
				if err != nil {
					t.Error(err)
				}
				out, err := m.W.Dispatch(t.Context(), agent.Key(), "in", body)
				if out != "own global <in>" || err != nil {
					t.Errorf("got %q, %v", out, err)
				}
				var n atomic.Int32
				m.N.Emit(t.Context(), agent.Key(), &n)
				err = errors.Join(
					m.P.Dispatch(t.Context(), agent.Key(), &n),
					m.B.Emit(t.Context(), "x"),
					agent.Close(t.Context()),
				)
				if err != nil || n.Load() != 3 {
					t.Errorf("error %v, heard %d", err, n.Load())
				}
			}
		})
	}
	all.Wait()
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if n := m.W.Len() + m.N.Len() + m.P.Len() + m.B.Len(); n != 0 {
		t.Errorf("%d listeners left", n)
	}
}

// TestSharedKeyConcurrentSafe: listeners come and go while others dispatch for
// the same key. Order and the permanent listeners must never be disturbed.
func TestSharedKeyConcurrentSafe(t *testing.T) {
	var w fall
	s := scope.NewRoot("root")
	agent := keyed(t, s, "agent", nil)
	on(t, &w, agent, tagging("first"))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 200 {
				plugin, err := agent.Child("plugin")
				if err != nil {
					t.Error(err)
					return
				}
				if err := w.On(plugin, tagging("x")); err != nil {
					t.Error(err)
				}
				if err := plugin.Close(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			for range 200 {
				out, err := w.Dispatch(t.Context(), agent.Key(), "in", body)
				middle := strings.TrimSuffix(strings.TrimPrefix(out, "first "), "<in>")
				if strings.Trim(middle, "x ") != "" || err != nil {
					t.Errorf("got %q, %v", out, err)
				}
			}
		})
	}
	all.Wait()
	if w.Len() != 1 {
		t.Errorf("%d listeners left", w.Len())
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
