package scope_test

import (
	"context"
	"slices"
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
