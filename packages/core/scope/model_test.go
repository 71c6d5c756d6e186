package scope_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestTreeAgainstModel drives a tree with random operations and compares it after
// each with a model that keeps plain lists and computes everything anew.
func TestTreeAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine()
		t.Repeat(map[string]func(*rapid.T){
			"child":      m.child,
			"keyed":      m.keyed,
			"defer":      m.deferUndo,
			"edit":       m.edit,
			"provide":    m.provide,
			"early undo": m.earlyUndo,
			"rebind":     m.rebind,
			"close":      m.close,
			"":           m.check,
		})
		m.closeScope(t, m.scopes[0])
		m.check(t)
	})
}

// mScope is a scope of the model beside the real one.
type mScope struct {
	real    *scope.Scope
	binding *scope.Binding // nil unless it has a key of its own
	key     *mScope        // the scope that minted its key, nil for global
	above   *mScope        // parent of its own key
	closed  bool
	items   []*mItem // oldest first
}

// mItem is a child or an undo.
type mItem struct {
	name  string
	owner *mScope
	child *mScope
	real  scope.Undo
	entry bool // an edit of the layers
	value bool // in the slot
	spent bool
}

type machine struct {
	scopes  []*mScope
	items   []*mItem // every undo, in the order of adding
	layers  scope.Layers[names]
	slot    scope.Slot[string]
	views   scope.Cache[[]string]
	got     []string // what was undone
	want    []string
	orphans int // expected complaints of the present close
}

func newMachine() *machine {
	return &machine{scopes: []*mScope{{real: scope.NewRoot("root")}}}
}

func (m *machine) pick(t *rapid.T) *mScope {
	return rapid.SampledFrom(m.scopes).Draw(t, "scope")
}

func (m *machine) child(t *rapid.T) {
	p := m.pick(t)
	c, err := p.real.Child("c")
	if m.refused(t, p, err) {
		return
	}
	m.adopt(p, &mScope{real: c, key: p.key})
}

func (m *machine) keyed(t *rapid.T) {
	p := m.pick(t)
	above := m.pickKey(t)
	var parent *scope.Key
	if above != nil {
		parent = above.real.Key()
	}
	c, err := p.real.Keyed("k", parent)
	if above != nil && above.closed {
		if !errors.Is(err, scope.ErrClosed) {
			t.Fatalf("key below a dead one: %v", err)
		}
		return
	}
	if m.refused(t, p, err) {
		return
	}
	own := &mScope{real: c, above: above}
	own.key = own
	if own.binding, err = c.Binding(); err != nil {
		t.Fatal(err)
	}
	m.adopt(p, own)
}

// pickKey returns a scope with a key of its own, or nil for the global key.
func (m *machine) pickKey(t *rapid.T) *mScope {
	keys := []*mScope{nil}
	for _, s := range m.scopes {
		if s.binding != nil {
			keys = append(keys, s)
		}
	}
	return rapid.SampledFrom(keys).Draw(t, "key")
}

func (m *machine) adopt(p, c *mScope) {
	m.scopes = append(m.scopes, c)
	p.items = append(p.items, &mItem{owner: p, child: c})
}

// refused checks that exactly closed scopes refuse.
func (m *machine) refused(t *rapid.T, s *mScope, err error) bool {
	if (err != nil) != s.closed || err != nil && !errors.Is(err, scope.ErrClosed) {
		t.Fatalf("closed %v, error %v", s.closed, err)
	}
	return s.closed
}

func (m *machine) add(s *mScope, i *mItem) {
	i.owner = s
	s.items = append(s.items, i)
	m.items = append(m.items, i)
}

func (m *machine) name() string { return fmt.Sprint(len(m.items)) }

func (m *machine) deferUndo(t *rapid.T) {
	s, name := m.pick(t), m.name()
	undo, err := s.real.Defer(name, func(context.Context) error {
		m.got = append(m.got, name)
		return nil
	})
	if !m.refused(t, s, err) {
		m.add(s, &mItem{name: name, real: undo})
	}
}

func (m *machine) edit(t *rapid.T) {
	s, name := m.pick(t), m.name()
	installed := false
	undo, err := edit(context.Background(), &m.layers, s.real, name, func(context.Context) error {
		if installed {
			m.got = append(m.got, name)
		}
		installed = true
		return nil
	})
	if !m.refused(t, s, err) {
		m.add(s, &mItem{name: name, real: undo, entry: true})
	}
}

func (m *machine) provide(t *rapid.T) {
	s, name := m.pick(t), m.name()
	undo, err := m.slot.Provide(s.real, name)
	if m.slotAt(s.key) != "" && err != nil {
		if scope.CodeOf(err) != scope.CodeSlotTaken {
			t.Fatalf("taken slot: %v", err)
		}
		return
	}
	if !m.refused(t, s, err) {
		m.add(s, &mItem{name: name, real: undo, value: true})
	}
}

func (m *machine) slotAt(key *mScope) string {
	for _, i := range m.items {
		if i.value && !i.spent && i.owner.key == key {
			return i.name
		}
	}
	return ""
}

func (m *machine) earlyUndo(t *rapid.T) {
	if len(m.items) == 0 {
		return
	}
	i := rapid.SampledFrom(m.items).Draw(t, "item")
	if err := i.real(context.Background()); err != nil {
		t.Fatal(err)
	}
	m.spend(i)
}

// spend is the model's undo.
func (m *machine) spend(i *mItem) {
	if i.spent {
		return
	}
	i.spent = true
	if !i.value {
		m.want = append(m.want, i.name)
	}
}

func (m *machine) rebind(t *rapid.T) {
	s, to := m.pickKey(t), m.pickKey(t)
	if s == nil {
		return
	}
	var parent *scope.Key
	if to != nil {
		parent = to.real.Key()
	}
	var want scope.Code
	for k := to; k != nil; k = k.above {
		if k == s {
			want = scope.CodeCycle
		}
	}
	if s.closed || want == "" && to != nil && to.closed {
		want = scope.CodeClosed
	}
	if err := s.binding.Rebind(parent); scope.CodeOf(err) != want {
		t.Fatalf("error %v, want code %q", err, want)
	}
	if want == "" {
		s.above = to
	}
}

func (m *machine) close(t *rapid.T) { m.closeScope(t, m.pick(t)) }

func (m *machine) closeScope(t *rapid.T, s *mScope) {
	m.orphans = 0
	first := !s.closed
	m.undo(s)
	err := s.real.Close(context.Background())
	if !first {
		return
	}
	got := 0
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		got = countOrphans(joined.Unwrap())
	}
	if got != m.orphans {
		t.Fatalf("error %v, want %d complaints about orphans", err, m.orphans)
	}
}

func countOrphans(errs []error) (n int) {
	for _, err := range errs {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			n += countOrphans(joined.Unwrap())
		} else if scope.CodeOf(err) == scope.CodeOrphans {
			n++
		}
	}
	return n
}

// undo is the model's close.
func (m *machine) undo(s *mScope) {
	if s.closed {
		return
	}
	for _, i := range slices.Backward(s.items) {
		if i.child != nil {
			m.undo(i.child)
		} else {
			m.spend(i)
		}
	}
	s.closed = true
	if s.binding != nil && slices.ContainsFunc(m.scopes, func(o *mScope) bool {
		return !o.closed && o.binding != nil && o.above == s
	}) {
		m.orphans++
	}
}

func (m *machine) check(t *rapid.T) {
	if diff := cmp.Diff(m.want, m.got); diff != "" {
		t.Fatalf("undone (-model +real):\n%s", diff)
	}
	layers := map[*mScope]bool{}
	for _, i := range m.items {
		if i.entry && !i.spent && i.owner.key != nil {
			layers[i.owner.key] = true
		}
	}
	if m.layers.Len() != len(layers) {
		t.Fatalf("%d layers, want %d", m.layers.Len(), len(layers))
	}
	for _, s := range m.scopes {
		m.checkScope(t, s)
	}
}

func (m *machine) checkScope(t *rapid.T, s *mScope) {
	if (s.real.State() == scope.Closed) != s.closed {
		t.Fatalf("%s is %v", s.real.Path(), s.real.State())
	}
	want := m.view(s.key)
	for range 2 { // the second time from the cache
		got := m.views.Get(s.real.Key(), m.layers.Generation(), func(k *scope.Key) []string {
			return visible(&m.layers, k)
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("view (-model +real):\n%s", diff)
		}
	}
	nearest := ""
	for k := s.key; nearest == "" && k != nil; k = k.above {
		nearest = m.slotAt(k)
	}
	if nearest == "" {
		nearest = m.slotAt(nil)
	}
	if got, _ := m.slot.Nearest(s.real.Key()); got != nearest {
		t.Fatalf("slot %q, want %q", got, nearest)
	}
}

// view is what a key sees, computed anew: entries of the global layer, then of
// the ancestors, farthest first.
func (m *machine) view(key *mScope) (names []string) {
	chain := []*mScope{}
	for k := key; k != nil; k = k.above {
		chain = append([]*mScope{k}, chain...)
	}
	for _, k := range append([]*mScope{nil}, chain...) {
		for _, i := range m.items {
			if i.entry && !i.spent && i.owner.key == k {
				names = append(names, i.name)
			}
		}
	}
	return names
}
