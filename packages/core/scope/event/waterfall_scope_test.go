package event_test

import (
	"context"
	"errors"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

func TestWaterfallListenersAreFixedAtDispatch(t *testing.T) {
	var w fall
	s := root(t)
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		on(t, &w, s, tagging("late")) // reached by the next dispatch
		return n.Do(ctx)
	})
	for _, want := range []string{"<in>", "late <in>", "late late <in>"} {
		if got := dispatch(t, &w, nil); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWaterfallSkipsListenersOfClosingScopes(t *testing.T) {
	var w fall
	s := root(t)
	plugin := child(t, s, "plugin")
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		if err := plugin.Close(ctx); err != nil {
			t.Error(err)
		}
		return n.Do(ctx)
	})
	on(t, &w, plugin, tagging("gone"))
	on(t, &w, s, tagging("still"))
	if got := dispatch(t, &w, nil); got != "still <in>" {
		t.Errorf("got %q", got)
	}
}

func TestWaterfallSkipsFromTheBeginningOfClosing(t *testing.T) {
	var w fall
	s := scope.NewRoot("root")
	on(t, &w, s, tagging("mine"))
	if _, err := s.Defer("dispatch while closing", func(context.Context) error {
		if got := dispatch(t, &w, nil); got != "<in>" {
			t.Errorf("got %q", got)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.Len() != 0 {
		t.Errorf("%d listeners left", w.Len())
	}
}

func TestWaterfallAdmission(t *testing.T) {
	var w fall
	s := root(t)
	preset := keyed(t, s, "preset", nil)
	agent := keyed(t, s, "agent", preset.Key())
	nested := keyed(t, agent, "nested", agent.Key())
	other := keyed(t, s, "other", preset.Key())
	for _, owner := range []*scope.Scope{s, preset, agent, nested, other} {
		on(t, &w, owner, tagging(owner.Label()))
	}
	on(t, &w, child(t, other, "row"), tagging("row"))
	on(t, &w, other, tagging("everywhere"), event.Everywhere())
	tests := map[string]struct {
		key  *scope.Key
		want string
	}{
		"no key": {nil, "root everywhere <in>"},
		"preset": {preset.Key(), "root preset everywhere <in>"},
		"agent":  {agent.Key(), "root preset agent everywhere <in>"},
		"nested": {nested.Key(), "root preset agent nested everywhere <in>"},
		"other":  {other.Key(), "root preset other row everywhere <in>"},
	}
	for range 2 {
		for name, tt := range tests {
			if got := dispatch(t, &w, tt.key); got != tt.want {
				t.Errorf("%s: got %q, want %q", name, got, tt.want)
			}
		}
	}
	if err := other.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := dispatch(t, &w, agent.Key()), "root preset agent <in>"; got != want {
		t.Errorf("after closing: got %q, want %q", got, want)
	}
}

func TestWaterfallReentrancy(t *testing.T) {
	var w fall
	s := root(t)
	depth := 0
	on(t, &w, s, func(ctx context.Context, in string, n next) (string, error) {
		own := child(t, s, "own")
		on(t, &w, own, tagging("own"))
		if depth++; depth < 3 {
			if _, err := w.Dispatch(ctx, nil, in, body); err != nil {
				t.Error(err)
			}
		}
		if err := own.Close(ctx); err != nil {
			t.Error(err)
		}
		return n.Do(ctx)
	})
	if got := dispatch(t, &w, nil); got != "<in>" || depth != 3 {
		t.Errorf("got %q at depth %d", got, depth)
	}
}

func TestOnRefuses(t *testing.T) {
	var w fall
	var n event.Notice[int]
	s := root(t)
	if err := w.On(s, nil); event.CodeOf(err) != event.CodeListener {
		t.Errorf("nil listener: %v", err)
	}
	err := n.On(nil, func(context.Context, int) error { return nil })
	if event.CodeOf(err) != event.CodeListener {
		t.Errorf("nil scope: %v", err)
	}
	on(t, &w, s, tagging("a"), nil) // a nil option is no option
	closed := child(t, s, "closed")
	if err := closed.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.On(closed, tagging("b")); !errors.Is(err, scope.ErrClosed) {
		t.Errorf("closed scope: %v", err)
	}
	if w.Len() != 1 || n.Len() != 0 {
		t.Errorf("listeners: %d and %d", w.Len(), n.Len())
	}
}
