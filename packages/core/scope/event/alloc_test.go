package event_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// payload is dispatched by pointer, as the registry does.
type payload struct{ text string }

type work = event.Waterfall[*payload, *payload]

func handOn(ctx context.Context, _ *payload, n event.Next[*payload, *payload]) (*payload, error) {
	return n.Do(ctx)
}

func same(_ context.Context, in *payload) (*payload, error) {
	in.text = "seen"
	return in, nil
}

func hear(context.Context, *payload) error { return nil }

// expectAllocs fails unless f allocates at most want times.
func expectAllocs(t *testing.T, what string, want float64, f func()) {
	t.Helper()
	if got := testing.AllocsPerRun(100, f); got > want {
		t.Errorf("%s: %v allocations, want at most %v", what, got, want)
	}
}

func TestAllocations(t *testing.T) {
	ctx, in := t.Context(), &payload{}
	for _, listeners := range []int{0, 1, 4, 16, 100} {
		s := root(t)
		agent := keyed(t, s, "agent", nil)
		var w work
		var n event.Notice[*payload]
		var b event.Broadcast[*payload]
		var e event.Serial[*payload, *payload]
		for i := range listeners {
			owner := []*scope.Scope{s, agent}[i%2]
			must(t, w.On(owner, handOn))
			must(t, n.On(owner, hear))
			must(t, b.On(owner, hear))
			must(t, e.On(owner, func(context.Context, *payload) (*payload, bool, error) {
				return nil, false, nil
			}))
		}
		for _, k := range []*scope.Key{nil, agent.Key()} {
			name := func(kind string) string {
				return fmt.Sprintf("%s with %d listeners for %s", kind, listeners, k.Label())
			}
			expectAllocs(t, name("waterfall"), float64(min(listeners, 1)), func() {
				if _, err := w.Dispatch(ctx, k, in, same); err != nil {
					t.Error(err)
				}
			})
			expectAllocs(t, name("notice"), 0, func() { n.Emit(ctx, k, in) })
			expectAllocs(t, name("serial"), 0, func() { _, _, _ = e.Dispatch(ctx, k, in) })
			expectAllocs(t, name("broadcast"), 0, func() { _ = b.Emit(ctx, in) })
		}
	}
}

func TestAllocationsWithForeignListeners(t *testing.T) {
	s := root(t)
	agent := keyed(t, s, "agent", nil)
	var w work
	var n event.Notice[*payload]
	for range 1000 {
		other := keyed(t, s, "other", nil)
		must(t, w.On(other, handOn))
		must(t, n.On(other, hear))
	}
	ctx, in, k := t.Context(), &payload{}, agent.Key()
	expectAllocs(t, "waterfall", 0, func() { _, _ = w.Dispatch(ctx, k, in, same) })
	expectAllocs(t, "notice", 0, func() { n.Emit(ctx, k, in) })
}

func TestAllocationsOfFuse(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	type key struct{}
	valued := context.WithValue(ctx, key{}, 1)
	expectAllocs(t, "Fuse of a context that ends with the caller", 0, func() {
		_, release := event.Fuse(valued, ctx)
		release()
	})
}
