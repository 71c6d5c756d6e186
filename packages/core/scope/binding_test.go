package scope_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
)

func mustBind(t testing.TB, s *scope.Scope) *scope.Binding {
	t.Helper()
	b, err := s.Binding()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBindingIsHandedOutOnce(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	agent := mustKeyed(t, root, "agent", nil)
	mustBind(t, agent)
	if _, err := agent.Binding(); scope.CodeOf(err) != scope.CodeBound {
		t.Errorf("second: %v", err)
	}
	for _, s := range []*scope.Scope{root, mustChild(t, agent, "child")} {
		if _, err := s.Binding(); scope.CodeOf(err) != scope.CodeUnkeyed {
			t.Errorf("%s: %v", s.Path(), err)
		}
	}
}

func TestRebindMovesKeyAndViews(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	var layers scope.Layers[names]
	var views scope.Cache[[]string]
	p := mustKeyed(t, root, "p", nil)
	q := mustKeyed(t, root, "q", nil)
	agent := mustKeyed(t, root, "agent", p.Key())
	below := mustKeyed(t, root, "below", agent.Key())
	for _, s := range []*scope.Scope{root, p, q, agent} {
		add(t, &layers, s, s.Label())
	}
	see := func() []string {
		return views.Get(below.Key(), layers.Generation(), func(k *scope.Key) []string {
			return visible(&layers, k)
		})
	}
	if diff := cmp.Diff([]string{"root", "p", "agent"}, see()); diff != "" {
		t.Errorf("before (-want +got):\n%s", diff)
	}
	binding := mustBind(t, agent)
	before := layers.Generation()
	if err := binding.Rebind(q.Key()); err != nil {
		t.Fatal(err)
	}
	if layers.Generation() == before {
		t.Error("the generation did not change")
	}
	if diff := cmp.Diff([]string{"root", "q", "agent"}, see()); diff != "" {
		t.Errorf("after (-want +got):\n%s", diff)
	}
	if err := binding.Rebind(nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"root", "agent"}, see()); diff != "" {
		t.Errorf("at last (-want +got):\n%s", diff)
	}
}

func TestRebindRefuses(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	a := mustKeyed(t, root, "a", nil)
	b := mustKeyed(t, root, "b", a.Key())
	c := mustKeyed(t, root, "c", b.Key())
	binding := mustBind(t, a)
	for _, s := range []*scope.Scope{a, b, c} {
		err := binding.Rebind(s.Key())
		if scope.CodeOf(err) != scope.CodeCycle || a.Key().Parent() != nil {
			t.Errorf("below %s: %v", s.Label(), err)
		}
	}
	binding.Seal()
	binding.Seal()
	if err := binding.Rebind(nil); scope.CodeOf(err) != scope.CodeBound {
		t.Errorf("sealed: %v", err)
	}
	last := mustBind(t, c)
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := last.Rebind(nil); !errors.Is(err, scope.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestRebindConcurrentSafe(t *testing.T) {
	root := scope.NewRoot("root")
	const n = 8
	scopes := make([]*scope.Scope, n)
	bindings := make([]*scope.Binding, n)
	for i := range n {
		scopes[i] = mustKeyed(t, root, "s", nil)
		bindings[i] = mustBind(t, scopes[i])
	}
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			for step := range 200 {
				err := bindings[i].Rebind(scopes[(i+step)%n].Key())
				if code := scope.CodeOf(err); err != nil && code != scope.CodeCycle {
					t.Error(err)
				}
				scopes[(i*7+step)%n].Key().Sees(scopes[i].Key())
			}
		})
	}
	all.Wait()
	for i := range n {
		seen := map[*scope.Key]bool{}
		for k := scopes[i].Key(); k != nil; k = k.Parent() {
			if seen[k] {
				t.Fatal("a cycle was made")
			}
			seen[k] = true
		}
		if err := bindings[i].Rebind(nil); err != nil {
			t.Error(err)
		}
	}
	if err := root.Close(t.Context()); err != nil {
		t.Errorf("counting of heirs went wrong: %v", err)
	}
}
