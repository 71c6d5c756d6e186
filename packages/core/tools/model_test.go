package tools_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"pgregory.net/rapid"
)

// model is the registry as R41 words it, without layers, caches or locks.
type model struct {
	parents []int // of scope i; -1 is global
	tools   []modelTool
	masks   []modelMask
}

type modelTool struct {
	scope int // -1 is global
	name  string
	label string
	gone  bool
}

type modelMask struct {
	scope       int
	allow, deny []string
	gone        bool
}

// chain is the scopes from the farthest ancestor to s.
func (m *model) chain(s int) []int {
	var up []int
	for ; s >= 0; s = m.parents[s] {
		up = append(up, s)
	}
	slices.Reverse(up)
	return up
}

func (m *model) layer(s int) (live []modelTool) {
	for _, t := range m.tools {
		if t.scope == s && !t.gone {
			live = append(live, t)
		}
	}
	return live
}

func overlayModel(view, layer []modelTool) []modelTool {
	for _, t := range layer {
		if i := slices.IndexFunc(view, func(v modelTool) bool { return v.name == t.name }); i >= 0 {
			view[i] = t
		} else {
			view = append(view, t)
		}
	}
	return view
}

func (m *model) view(s int) []string {
	view := slices.Clone(m.layer(-1))
	chain := m.chain(s)
	for _, a := range chain {
		if a != s {
			view = overlayModel(view, m.layer(a))
		}
	}
	view = slices.DeleteFunc(view, func(t modelTool) bool { return !m.admitted(chain, t.name) })
	if s >= 0 {
		view = overlayModel(view, m.layer(s))
	}
	labels := make([]string, len(view))
	for i, t := range view {
		labels[i] = t.label
	}
	return labels
}

func (m *model) admitted(chain []int, name string) bool {
	for _, mask := range m.masks {
		if mask.gone || !slices.Contains(chain, mask.scope) {
			continue
		}
		if mask.allow != nil && !slices.Contains(mask.allow, name) || slices.Contains(mask.deny, name) {
			return false
		}
	}
	return true
}

func (m *model) inherited(s int) map[string]bool {
	names := map[string]bool{}
	for _, t := range m.layer(-1) {
		names[t.name] = true
	}
	for _, a := range m.chain(s) {
		if a == s {
			continue
		}
		for _, t := range m.layer(a) {
			names[t.name] = true
		}
	}
	return names
}

// Random edits are applied to the registry and to the model; every viewer must
// see the same tools in the same order after each.
func TestRegistryAgainstModel(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t)
		m := &model{parents: []int{-1, 0, 1, -1}}
		scopes := make([]*scope.Scope, len(m.parents))
		for i, p := range m.parents {
			var key *scope.Key
			if p >= 0 {
				key = scopes[p].Key()
			}
			s, err := w.root.Keyed(fmt.Sprint(i), key)
			must(t, err)
			scopes[i] = s
		}
		at := func(i int) *scope.Scope {
			if i < 0 {
				return w.root
			}
			return scopes[i]
		}
		var undos []func()
		for step := range rapid.IntRange(1, 25).Draw(rt, "steps") {
			s := rapid.IntRange(-1, len(scopes)-1).Draw(rt, "scope")
			name := rapid.SampledFrom(names).Draw(rt, "name")
			switch rapid.IntRange(0, 3).Draw(rt, "op") {
			case 0, 1:
				label := fmt.Sprintf("%s%d.%d", name, s, step)
				undo, err := w.reg.Register(at(s), labelled(name, label))
				taken := slices.ContainsFunc(m.layer(s), func(x modelTool) bool { return x.name == name })
				if (err != nil) != taken {
					rt.Fatalf("register %s at %d: %v, want refusal %v", name, s, err, taken)
				}
				if err == nil {
					i := len(m.tools)
					m.tools = append(m.tools, modelTool{scope: s, name: name, label: label})
					undos = append(undos, func() { must(t, undo(t.Context())); m.tools[i].gone = true })
				}
			case 2:
				mask := modelMask{scope: s}
				if rapid.Bool().Draw(rt, "allow") {
					mask.allow = []string{name}
				} else {
					mask.deny = []string{name}
				}
				undo, err := w.reg.Restrict(at(s), tools.Restriction{Allow: mask.allow, Deny: mask.deny})
				legal := s >= 0 && m.inherited(s)[name]
				if (err == nil) != legal {
					rt.Fatalf("restrict %s at %d: %v, want success %v", name, s, err, legal)
				}
				if err == nil {
					i := len(m.masks)
					m.masks = append(m.masks, mask)
					undos = append(undos, func() { must(t, undo(t.Context())); m.masks[i].gone = true })
				}
			case 3:
				if len(undos) > 0 {
					i := rapid.IntRange(0, len(undos)-1).Draw(rt, "undo")
					undos[i]()
				}
			}
			compareViews(rt, w, m, scopes)
		}
	})
}

func compareViews(rt *rapid.T, w *world, m *model, scopes []*scope.Scope) {
	for s := -1; s < len(scopes); s++ {
		var key *scope.Key
		if s >= 0 {
			key = scopes[s].Key()
		}
		var got []string
		for _, r := range w.reg.Definitions(key, nil) {
			got = append(got, r.Declaration().Description)
		}
		if want := m.view(s); !slices.Equal(got, want) {
			rt.Fatalf("viewer %d sees %v, want %v", s, got, want)
		}
	}
}

func labelled(name, label string) tools.Definition {
	d := rawTool(name, nothing)
	d.Description = label
	return d
}

// Registrations, restrictions, guards and closing scopes race with eight
// goroutines of calls; every call still ends in one result, and what is left
// at the end is what the registry started with.
func TestRegistryConcurrentSafe(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("stays", nothing))
	listenEverywhere(t, w, 1)
	agent, _ := w.agent("caller", nil)
	ctx, stop := context.WithCancel(t.Context())
	var edits, calls sync.WaitGroup
	for i := range 2 {
		edits.Go(func() { churn(ctx, t, w, i) })
	}
	for range 8 {
		calls.Go(func() {
			for range 150 {
				batch := &tools.Batch{Agent: agent, Calls: []tools.RawCall{
					{CallID: "1", Name: "stays"}, {CallID: "2", Name: "comes0"}, {CallID: "3", Name: "comes1"},
				}}
				out, err := w.reg.Execute(t.Context(), batch)
				if err != nil || len(out.Outcomes) != 3 || out.Outcomes[0].Result.IsError() {
					t.Errorf("batch: %v", err)
					return
				}
			}
		})
	}
	calls.Wait()
	stop()
	edits.Wait()
	if got := len(w.reg.Definitions(agent.Key, nil)); got != 1 {
		t.Errorf("%d tools are left, want 1", got)
	}
}

// churn registers, restricts, guards and disposes until ctx ends.
func churn(ctx context.Context, t *testing.T, w *world, i int) {
	for ctx.Err() == nil {
		s, err := w.root.Keyed("churn", nil)
		if err != nil {
			t.Error(err)
			return
		}
		undo, err := w.reg.Register(w.root, rawTool(fmt.Sprintf("comes%d", i), nothing))
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = w.reg.Restrict(s, tools.Restriction{Deny: []string{"stays"}})
		_, _ = w.reg.Guard(s, func(*tools.Call) (string, bool) { return "", false })
		if err := undo(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
		if err := s.Close(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	}
}
