package scope_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
)

func TestKeyOfAScope(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	preset := mustKeyed(t, root, "preset", nil)
	plugin := mustChild(t, preset, "plugin")
	agent := mustKeyed(t, root, "agent", preset.Key())
	outside := mustKeyed(t, agent, "outside", nil)

	if root.Key() != nil {
		t.Error("a root has a key")
	}
	if plugin.Key() != preset.Key() {
		t.Error("a child does not inherit the key")
	}
	if agent.Key().Parent() != preset.Key() || preset.Key().Parent() != nil {
		t.Error("wrong parents")
	}
	if outside.Key().Parent() != nil {
		t.Error("the key of the owning scope became the parent")
	}
	if got := agent.Key().Label() + " " + root.Key().Label(); got != "agent global" {
		t.Errorf("labels %q", got)
	}
	if root.Key().Parent() != nil {
		t.Error("the global key has a parent")
	}
	if got := outside.Path(); got != "root/agent/outside" {
		t.Errorf("path %q", got)
	}
}

func TestSees(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	a := mustKeyed(t, root, "a", nil).Key()
	b := mustKeyed(t, root, "b", a).Key()
	c := mustKeyed(t, root, "c", b).Key()
	x := mustKeyed(t, root, "x", a).Key()
	keys := map[string]*scope.Key{"global": nil, "a": a, "b": b, "c": c, "x": x}
	sees := map[string]string{ // each key and what it inherits from
		"global": "global", "a": "global a", "b": "global a b", "c": "global a b c", "x": "global a x",
	}
	for k, key := range keys {
		for o, other := range keys {
			want := contains(sees[k], o)
			if got := key.Sees(other); got != want {
				t.Errorf("%s sees %s: %v, want %v", k, o, got, want)
			}
		}
	}
}

func contains(list, word string) bool {
	for len(list) > 0 {
		i := 0
		for i < len(list) && list[i] != ' ' {
			i++
		}
		if list[:i] == word {
			return true
		}
		list = list[min(i+1, len(list)):]
	}
	return false
}

func TestKeyOfAClosedScopeTakesNoChildren(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	preset := mustKeyed(t, root, "preset", nil)
	if err := preset.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := root.Keyed("agent", preset.Key()); scope.CodeOf(err) != scope.CodeClosed {
		t.Errorf("Keyed: %v", err)
	}
	agent := mustKeyed(t, root, "agent", nil)
	binding, err := agent.Binding()
	if err != nil {
		t.Fatal(err)
	}
	if err := binding.Rebind(preset.Key()); scope.CodeOf(err) != scope.CodeClosed {
		t.Errorf("Rebind: %v", err)
	}
	if agent.Key().Parent() != nil {
		t.Error("a refused Rebind moved the key")
	}
}

func TestOrphansAreReported(t *testing.T) {
	root := scope.NewRoot("root")
	preset := mustKeyed(t, root, "preset", nil)
	agent := mustKeyed(t, root, "agent", preset.Key())
	err := preset.Close(t.Context())
	if scope.CodeOf(err) != scope.CodeOrphans {
		t.Errorf("closing under a living agent: %v", err)
	}
	if preset.State() != scope.Closed {
		t.Errorf("preset is %v", preset.State())
	}
	if !agent.Key().Sees(preset.Key()) {
		t.Error("the link is gone")
	}
	if err := root.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestNoOrphansWhenOwnedBelowOrClosedBefore(t *testing.T) {
	root := scope.NewRoot("root")
	preset := mustKeyed(t, root, "preset", nil)
	mustKeyed(t, preset, "below", preset.Key())
	agent := mustKeyed(t, root, "agent", preset.Key())
	moved := mustKeyed(t, root, "moved", preset.Key())
	binding, err := moved.Binding()
	if err != nil {
		t.Fatal(err)
	}
	if err := binding.Rebind(nil); err != nil {
		t.Fatal(err)
	}
	if err := agent.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := preset.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if err := root.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestKeyedInAClosedScopeLeavesNoHeir(t *testing.T) {
	root := scope.NewRoot("root")
	preset := mustKeyed(t, root, "preset", nil)
	service := mustChild(t, root, "service")
	if err := service.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := service.Keyed("agent", preset.Key()); scope.CodeOf(err) != scope.CodeClosed {
		t.Fatalf("error %v", err)
	}
	if err := root.Close(context.Background()); err != nil {
		t.Errorf("a scope that was never made counts as orphan: %v", err)
	}
}
