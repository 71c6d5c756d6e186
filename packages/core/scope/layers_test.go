package scope_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
)

// names is a layer for tests.
type names struct{ list scope.List[string] }

func add(t testing.TB, l *scope.Layers[names], s *scope.Scope, name string) scope.Undo {
	t.Helper()
	undo, err := edit(t.Context(), l, s, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return undo
}

func edit(
	ctx context.Context, l *scope.Layers[names], s *scope.Scope, name string,
	notify func(context.Context) error,
) (scope.Undo, error) {
	return l.Edit(ctx, s, "add "+name, func(n *names) (func(), func() bool, error) {
		return n.list.Add(name), func() bool { return n.list.Len() == 0 }, nil
	}, notify)
}

func visible(l *scope.Layers[names], k *scope.Key) (all []string) {
	for layer := range l.Chain(k) {
		all = slices.AppendSeq(all, layer.list.All())
	}
	return all
}

func TestLayersChain(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	var layers scope.Layers[names]
	preset := mustKeyed(t, root, "preset", nil)
	bare := mustKeyed(t, root, "bare", preset.Key())
	agent := mustKeyed(t, root, "agent", bare.Key())
	plugin := mustChild(t, root, "plugin")
	add(t, &layers, agent, "agent1")
	add(t, &layers, preset, "preset1")
	add(t, &layers, plugin, "global1")
	add(t, &layers, mustChild(t, agent, "row"), "agent2")
	add(t, &layers, root, "global2")

	tests := []struct {
		key  *scope.Key
		want []string
	}{
		{nil, []string{"global1", "global2"}},
		{preset.Key(), []string{"global1", "global2", "preset1"}},
		{bare.Key(), []string{"global1", "global2", "preset1"}},
		{agent.Key(), []string{"global1", "global2", "preset1", "agent1", "agent2"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, visible(&layers, tt.key)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.key.Label(), diff)
		}
	}
	for range layers.Chain(agent.Key()) {
		break // a walk may end early
	}
	if layers.Own(bare.Key()) != nil {
		t.Error("reading made a layer")
	}
	if layers.Own(nil) == nil || layers.Own(agent.Key()) == nil {
		t.Error("a layer is missing")
	}
	if got := layers.Len(); got != 2 {
		t.Errorf("%d layers, want 2", got)
	}
}

func TestLayersAreReclaimed(t *testing.T) {
	root := scope.NewRoot("root")
	var layers scope.Layers[names]
	agent := mustKeyed(t, root, "agent", nil)
	first := add(t, &layers, agent, "a")
	second := add(t, &layers, agent, "b")
	if err := first(t.Context()); err != nil || layers.Len() != 1 {
		t.Fatalf("error %v, %d layers", err, layers.Len())
	}
	if err := second(t.Context()); err != nil || layers.Len() != 0 {
		t.Fatalf("error %v, %d layers", err, layers.Len())
	}
	add(t, &layers, agent, "c")
	for range 2 {
		if err := first(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"c"}, visible(&layers, agent.Key())); diff != "" {
		t.Errorf("a spent undo was not inert (-want +got):\n%s", diff)
	}
	add(t, &layers, root, "g")
	if err := root.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if layers.Len() != 0 || len(visible(&layers, nil)) != 0 {
		t.Errorf("left: %d layers, %q", layers.Len(), visible(&layers, nil))
	}
}

func TestLayersWithoutEmptyCountEdits(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	var layers scope.Layers[int]
	agent := mustKeyed(t, root, "agent", nil)
	var undos []scope.Undo
	for range 2 {
		undo, err := layers.Edit(t.Context(), agent, "inc", func(n *int) (func(), func() bool, error) {
			*n++
			return func() { *n-- }, nil, nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		undos = append(undos, undo)
	}
	for i, undo := range undos {
		layers.Read(func() {
			if got := *layers.Own(agent.Key()); got != 2-i {
				t.Errorf("value %d, want %d", got, 2-i)
			}
		})
		if err := undo(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if layers.Own(agent.Key()) != nil {
		t.Error("the layer is still there")
	}
}

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
