package scope_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
)

func TestSlotNearest(t *testing.T) {
	root := scope.NewRoot("root")
	var slot scope.Slot[string]
	preset := mustKeyed(t, root, "preset", nil)
	agent := mustKeyed(t, root, "agent", preset.Key())
	expect := func(k *scope.Key, want string) {
		t.Helper()
		got, ok := slot.Nearest(k)
		if got != want || ok != (want != "") {
			t.Errorf("at %s: %q %v, want %q", k.Label(), got, ok, want)
		}
	}
	provide := func(s *scope.Scope, v string) scope.Undo {
		t.Helper()
		undo, err := slot.Provide(s, v)
		if err != nil {
			t.Fatal(err)
		}
		return undo
	}
	expect(agent.Key(), "")
	expect(nil, "")
	provide(mustChild(t, root, "plugin"), "outer")
	expect(agent.Key(), "outer")
	undo := provide(agent, "inner")
	expect(agent.Key(), "inner")
	expect(preset.Key(), "outer")
	provide(preset, "middle")
	expect(agent.Key(), "inner")
	for range 2 {
		if err := undo(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	expect(agent.Key(), "middle")
	provide(agent, "again")
	if err := undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect(agent.Key(), "again") // a spent undo is inert
	if slot.Len() != 3 {
		t.Errorf("%d values, want 3", slot.Len())
	}
	if err := root.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect(agent.Key(), "")
	if slot.Len() != 0 {
		t.Errorf("%d values left", slot.Len())
	}
}

func TestSlotTaken(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	var slot scope.Slot[struct{}]
	agent := mustKeyed(t, root, "agent", nil)
	for _, s := range []*scope.Scope{root, agent} {
		undo, err := slot.Provide(s, struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = slot.Provide(mustChild(t, s, "second"), struct{}{})
		if scope.CodeOf(err) != scope.CodeSlotTaken {
			t.Errorf("at %s: %v", s.Label(), err)
		}
		if err := undo(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err = slot.Provide(s, struct{}{}); err != nil {
			t.Errorf("at %s after undo: %v", s.Label(), err)
		}
	}
}

func TestSlotConcurrentSafe(t *testing.T) {
	var slot scope.Slot[int]
	root := scope.NewRoot("root")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 200 {
				s, err := root.Child("s")
				if err != nil {
					t.Error(err)
					return
				}
				var both sync.WaitGroup
				both.Go(func() {
					_, err := slot.Provide(s, i)
					code := scope.CodeOf(err)
					if err != nil && code != scope.CodeSlotTaken && !errors.Is(err, scope.ErrClosed) {
						t.Error(err)
					}
				})
				slot.Nearest(nil)
				if err := s.Close(t.Context()); err != nil {
					t.Error(err)
				}
				both.Wait()
			}
		})
	}
	all.Wait()
	if slot.Len() != 0 {
		t.Errorf("%d values left", slot.Len())
	}
	if err := root.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}
