package scope_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
)

func TestEditNotifies(t *testing.T) {
	root := scope.NewRoot("root")
	var layers scope.Layers[names]
	var seen [][]string
	notify := func(context.Context) error {
		seen = append(seen, visible(&layers, nil))
		return nil
	}
	undo, err := edit(t.Context(), &layers, root, "a", notify)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := undo(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([][]string{{"a"}, nil}, seen); diff != "" {
		t.Errorf("seen by notify (-want +got):\n%s", diff)
	}
}

func TestEditRollsBackWhenNotifyFails(t *testing.T) {
	refused := errors.New("refused")
	tests := map[string]struct {
		notify func(calls int) error
		code   scope.Code
	}{
		"error": {func(calls int) error {
			if calls == 1 {
				return refused
			}
			return nil
		}, ""},
		"panic": {func(calls int) error {
			if calls == 1 {
				panic(refused)
			}
			return nil
		}, scope.CodeUndoPanic},
		"both times": {func(int) error { return refused }, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			root := scope.NewRoot("root")
			var layers scope.Layers[names]
			agent := mustKeyed(t, root, "agent", nil)
			calls := 0
			before := layers.Generation()
			undo, err := edit(t.Context(), &layers, agent, "a", func(context.Context) error {
				calls++
				return tt.notify(calls)
			})
			if !errors.Is(err, refused) || scope.CodeOf(err) != tt.code || undo != nil {
				t.Errorf("error %v, code %q", err, scope.CodeOf(err))
			}
			if calls != 2 {
				t.Errorf("notified %d times, want 2", calls)
			}
			if layers.Len() != 0 || len(agent.Status().Held) != 0 {
				t.Errorf("left: %d layers, %v", layers.Len(), agent.Status())
			}
			if layers.Generation() == before {
				t.Error("a view built meanwhile would survive")
			}
			add(t, &layers, agent, "a") // the name is free
			if err := root.Close(t.Context()); err != nil || calls != 2 {
				t.Errorf("error %v, notified %d times", err, calls)
			}
		})
	}
}

func TestEditNotifyFailsOnTheWayOut(t *testing.T) {
	root := scope.NewRoot("root")
	var layers scope.Layers[names]
	refused := errors.New("refused")
	calls := 0
	undo, err := edit(t.Context(), &layers, root, "a", func(context.Context) error {
		if calls++; calls == 2 {
			return refused
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := undo(t.Context()); !errors.Is(err, refused) {
		t.Errorf("error %v", err)
	}
	if len(visible(&layers, nil)) != 0 {
		t.Error("the entry is still there")
	}
	if err := root.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestEditUndoIsHeldBeforeNotify(t *testing.T) {
	root := scope.NewRoot("root")
	var layers scope.Layers[names]
	agent := mustKeyed(t, root, "agent", nil)
	_, err := edit(t.Context(), &layers, agent, "a", func(ctx context.Context) error {
		return agent.Close(ctx) // an observer that closes the registering scope
	})
	if err != nil {
		t.Fatal(err)
	}
	if layers.Len() != 0 || agent.State() != scope.Closed {
		t.Errorf("%d layers, agent %v", layers.Len(), agent.State())
	}
	if err := root.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestEditApplyFails(t *testing.T) {
	root := scope.NewRoot("root")
	var layers scope.Layers[names]
	agent := mustKeyed(t, root, "agent", nil)
	taken := errors.New("taken")
	fail := func(*names) (func(), func() bool, error) { return nil, nil, taken }
	never := func(context.Context) error { t.Error("notified"); return nil }
	if _, err := layers.Edit(t.Context(), agent, "a", fail, never); err != taken {
		t.Errorf("error %v", err)
	}
	if layers.Len() != 0 || len(agent.Status().Held) != 0 {
		t.Errorf("left: %d layers, %v", layers.Len(), agent.Status())
	}
	add(t, &layers, agent, "a")
	if _, err := layers.Edit(t.Context(), agent, "b", fail, never); err != taken {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]string{"a"}, visible(&layers, agent.Key())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = layers.Edit(t.Context(), agent, "c", func(*names) (func(), func() bool, error) {
			panic("registry bug")
		}, never)
	}()
	add(t, &layers, agent, "d") // the lock was released
	if err := root.Close(t.Context()); err != nil || layers.Len() != 0 {
		t.Errorf("error %v, %d layers", err, layers.Len())
	}
}

func TestEditRevertPanics(t *testing.T) {
	root := scope.NewRoot("root")
	var layers scope.Layers[names]
	undo, err := layers.Edit(t.Context(), root, "a", func(*names) (func(), func() bool, error) {
		return func() { panic("revert bug") }, nil, nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := undo(t.Context()); scope.CodeOf(err) != scope.CodeUndoPanic {
		t.Errorf("error %v", err)
	}
	add(t, &layers, root, "b") // the lock was released
	if err := root.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestEditReentrant(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	var layers scope.Layers[names]
	add(t, &layers, root, "a")
	for layer := range layers.Chain(nil) {
		for name := range layer.list.All() {
			if name == "a" {
				add(t, &layers, root, "b") // a walk may edit, and reaches what it added
			}
		}
	}
	_, err := edit(t.Context(), &layers, root, "c", func(context.Context) error {
		if len(visible(&layers, nil)) == 3 {
			add(t, &layers, root, "d")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b", "c", "d"}, visible(&layers, nil)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEditConcurrentSafe(t *testing.T) {
	root := scope.NewRoot("root")
	var layers scope.Layers[names]
	var views scope.Cache[[]string]
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				agent, err := root.Keyed("agent", nil)
				if err != nil {
					t.Error(err)
					return
				}
				for _, s := range []*scope.Scope{agent, root} {
					undo, err := edit(t.Context(), &layers, s, s.Label(), nil)
					if err != nil {
						t.Error(err)
					}
					got := views.Get(agent.Key(), layers.Generation(), func(k *scope.Key) []string {
						return visible(&layers, k)
					})
					if !slices.Contains(got, s.Label()) {
						t.Errorf("own edit not seen in %q", got)
					}
					if s == root {
						if err := undo(t.Context()); err != nil {
							t.Error(err)
						}
					}
				}
				if err := agent.Close(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if layers.Len() != 0 || len(visible(&layers, nil)) != 0 {
		t.Errorf("left: %d layers, %q", layers.Len(), visible(&layers, nil))
	}
	if err := root.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestEditRacingWithClose(t *testing.T) {
	var layers scope.Layers[names]
	for range 200 {
		s := scope.NewRoot("root")
		agent := mustKeyed(t, s, "agent", nil)
		var both sync.WaitGroup
		both.Go(func() {
			_, err := edit(t.Context(), &layers, agent, "a", nil)
			if err != nil && !errors.Is(err, scope.ErrClosed) {
				t.Error(err)
			}
		})
		both.Go(func() {
			if err := s.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
	}
	if layers.Len() != 0 {
		t.Errorf("%d layers left", layers.Len())
	}
}

// TestEditApplyFailsWhileClosing: the scope begins to close while apply runs, and
// its undo meets an edit that was never made.
func TestEditApplyFailsWhileClosing(t *testing.T) {
	failed := errors.New("failed")
	for range 50 {
		var layers scope.Layers[names]
		agent := scope.NewRoot("agent")
		closed := make(chan error, 1)
		_, err := layers.Edit(t.Context(), agent, "a",
			func(*names) (func(), func() bool, error) {
				go func() { closed <- agent.Close(t.Context()) }()
				for len(agent.Status().Running()) == 0 {
					runtime.Gosched() // until the undo is under way, and waits for the lock
				}
				return func() { t.Error("reverted") }, nil, failed
			},
			func(context.Context) error { t.Error("notified"); return nil })
		if err != failed {
			t.Errorf("error %v", err)
		}
		if err := <-closed; err != nil {
			t.Error(err)
		}
	}
}
