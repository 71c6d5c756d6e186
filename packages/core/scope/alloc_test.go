package scope_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// family is a chain of keys under one root: root, preset, agent, nested.
func family(t testing.TB) (root *scope.Scope, nested *scope.Key) {
	root = scope.NewRoot("root")
	preset := mustKeyed(t, root, "preset", nil)
	agent := mustKeyed(t, root, "agent", preset.Key())
	return root, mustKeyed(t, root, "nested", agent.Key()).Key()
}

func expectAllocs(t *testing.T, what string, want float64, f func()) {
	t.Helper()
	if got := testing.AllocsPerRun(100, f); got > want {
		t.Errorf("%s: %v allocations, want at most %v", what, got, want)
	}
}

func TestAllocations(t *testing.T) {
	root, k := family(t)
	defer root.Close(t.Context())
	var slot scope.Slot[context.Context]
	if _, err := slot.Provide(root, t.Context()); err != nil {
		t.Fatal(err)
	}
	var layers scope.Layers[names]
	add(t, &layers, root, "a")
	var cache scope.Cache[[]string]
	build := func(k *scope.Key) []string { return visible(&layers, k) }
	var list scope.List[string]
	list.Add("a")

	expectAllocs(t, "Slot.Nearest", 0, func() { slot.Nearest(k) })
	expectAllocs(t, "Cache.Get", 0, func() { cache.Get(k, layers.Generation(), build) })
	expectAllocs(t, "Cache.Get of the global key", 0, func() {
		cache.Get(nil, layers.Generation(), build)
	})
	expectAllocs(t, "Layers.Own", 0, func() { layers.Own(k) })
	// Walks allocate nothing when the compiler inlines them, which it does not when
	// it instruments the code for the race detector or for coverage.
	expectAllocs(t, "Layers.Chain", 3, func() {
		for range layers.Chain(k) {
		}
	})
	expectAllocs(t, "List.All", 3, func() {
		for range list.All() {
		}
	})
	expectAllocs(t, "Key.Sees", 0, func() { k.Sees(nil) })
	expectAllocs(t, "Scope.State", 0, func() { root.State() })
	expectAllocs(t, "open and close a child", 6, func() {
		c, err := root.Child("c")
		if err != nil || c.Close(t.Context()) != nil {
			t.Error("failed")
		}
	})
}
