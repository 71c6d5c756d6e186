package scope_test

import (
	"runtime"
	"sync"
	"testing"
	"weak"

	"github.com/dsh-go/dsh/packages/core/scope"
)

func TestCache(t *testing.T) {
	root := scope.NewRoot("root")
	defer root.Close(t.Context())
	var c, other scope.Cache[string]
	built := 0
	build := func(k *scope.Key) string { built++; return k.Label() }
	a := mustKeyed(t, root, "a", nil).Key()
	for _, k := range []*scope.Key{nil, a} {
		built = 0
		for _, gen := range []uint64{1, 1, 2, 2} {
			if got := c.Get(k, gen, build); got != k.Label() {
				t.Errorf("got %q, want %q", got, k.Label())
			}
		}
		if built != 2 {
			t.Errorf("%s: built %d times, want 2", k.Label(), built)
		}
		c.Get(k, 1, build) // a late reader gets its view but does not displace the newer one
		c.Get(k, 2, build)
		if built != 3 {
			t.Errorf("%s: built %d times, want 3", k.Label(), built)
		}
		other.Get(k, 2, build)
		if built != 4 {
			t.Errorf("%s: built %d times, want 4", k.Label(), built)
		}
	}
}

func TestCacheRetainsNothingForADeadKey(t *testing.T) {
	var c scope.Cache[*[64]byte]
	root := scope.NewRoot("root")
	agent := mustKeyed(t, root, "agent", nil)
	build := func(*scope.Key) *[64]byte { return new([64]byte) }
	view := weak.Make(c.Get(agent.Key(), 1, build))
	if err := agent.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	collect(t, "the view of a closed scope", func() bool { return view.Value() == nil })
	late := weak.Make(c.Get(agent.Key(), 1, build))
	collect(t, "a view built after closing", func() bool { return late.Value() == nil })

	// A scope that nobody closes is retained by no cache either.
	lost := scope.NewRoot("lost")
	view = weak.Make(c.Get(mustKeyed(t, lost, "agent", nil).Key(), 1, build))
	collect(t, "the view of an abandoned scope", func() bool { return view.Value() == nil })
	runtime.KeepAlive(&c)
	if err := root.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// collect runs the collector until gone reports true.
func collect(t *testing.T, what string, gone func() bool) {
	t.Helper()
	for range 20 {
		runtime.GC()
		if gone() {
			return
		}
	}
	t.Errorf("%s is still referenced", what)
}

func TestCacheConcurrentSafe(t *testing.T) {
	root := scope.NewRoot("root")
	var caches [5]scope.Cache[uint64]
	agents := make([]*scope.Scope, 20)
	for i := range agents {
		agents[i] = mustKeyed(t, root, "agent", nil)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for gen := range uint64(200) {
				for i := range caches {
					k := agents[gen%20].Key()
					got := caches[i].Get(k, gen, func(*scope.Key) uint64 { return gen })
					if got != gen {
						t.Errorf("generation %d: got the view of %d", gen, got)
					}
				}
				if gen > 100 {
					if err := agents[gen%10].Close(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
	if err := root.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}
