package scope_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// TestTreeConcurrentSafe lets goroutines build and close overlapping parts of one
// tree. Every undo that was accepted must run exactly once.
func TestTreeConcurrentSafe(t *testing.T) {
	root := scope.NewRoot("root")
	h := &hammer{t: t, counts: map[int]int{}}
	var all sync.WaitGroup
	for seed := range uint64(8) {
		all.Go(func() { h.run(root, rand.New(rand.NewPCG(seed, 1))) })
	}
	all.Wait()
	if err := root.Close(t.Context()); err != nil && scope.CodeOf(err) != scope.CodeOrphans {
		t.Error(err)
	}
	for id, n := range h.counts {
		if n != 1 {
			t.Errorf("undo %d ran %d times", id, n)
		}
	}
	if len(h.counts) != h.accepted {
		t.Errorf("%d of %d undos ran", len(h.counts), h.accepted)
	}
	if held := root.Status().Held; len(held) != 0 {
		t.Errorf("left: %v", root.Status())
	}
}

type hammer struct {
	t        *testing.T
	mu       sync.Mutex
	next     int
	accepted int
	counts   map[int]int
}

func (h *hammer) run(root *scope.Scope, r *rand.Rand) {
	scopes := []*scope.Scope{root}
	for range 400 {
		s := scopes[r.IntN(len(scopes))]
		var err error
		var made *scope.Scope
		switch r.IntN(8) {
		case 0, 1:
			made, err = s.Child("c")
		case 2:
			made, err = s.Keyed("k", scopes[r.IntN(len(scopes))].Key())
		case 3, 4:
			err = h.add(s, r.IntN(3) == 0)
		case 5:
			err = s.Go("g", func(ctx context.Context) { <-ctx.Done() })
		case 6:
			err = s.Go("self", func(ctx context.Context) {
				if s != root {
					_ = s.Close(ctx) // orphans of other goroutines are expected
				}
			})
		case 7:
			if s != root {
				if err := s.Close(h.t.Context()); err != nil && scope.CodeOf(err) != scope.CodeOrphans {
					h.t.Error(err)
				}
			}
		}
		if err != nil && !errors.Is(err, scope.ErrClosed) {
			h.t.Error(err)
		}
		if made != nil {
			scopes = append(scopes, made)
		}
	}
}

// add defers an undo that counts its runs, and may take it back early.
func (h *hammer) add(s *scope.Scope, early bool) error {
	h.mu.Lock()
	id := h.next
	h.next++
	h.mu.Unlock()
	undo, err := s.Defer("u", func(context.Context) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.counts[id]++
		return nil
	})
	if err != nil {
		return err
	}
	h.mu.Lock()
	h.accepted++
	h.mu.Unlock()
	if early {
		return undo(h.t.Context())
	}
	return nil
}
