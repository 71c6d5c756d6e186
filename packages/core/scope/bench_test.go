package scope_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
)

func BenchmarkSlotNearest(b *testing.B) {
	root, k := family(b)
	defer root.Close(b.Context())
	var slot scope.Slot[int]
	if _, err := slot.Provide(root, 1); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		slot.Nearest(k)
	}
}

func BenchmarkCacheGet(b *testing.B) {
	for _, caches := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("caches=%d", caches), func(b *testing.B) {
			root, k := family(b)
			defer root.Close(b.Context())
			all := make([]scope.Cache[int], caches)
			build := func(*scope.Key) int { return 1 }
			for i := range all {
				all[i].Get(k, 0, build)
			}
			last := &all[caches-1] // the one that is found last
			b.ReportAllocs()
			for b.Loop() {
				last.Get(k, 0, build)
			}
		})
	}
}

func BenchmarkLayersChain(b *testing.B) {
	root, k := family(b)
	defer root.Close(b.Context())
	var layers scope.Layers[names]
	add(b, &layers, root, "a")
	b.ReportAllocs()
	for b.Loop() {
		for range layers.Chain(k) {
		}
	}
}

func BenchmarkEditAndUndo(b *testing.B) {
	for _, keys := range []int{1, 1000} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			root := scope.NewRoot("root")
			defer root.Close(b.Context())
			var layers scope.Layers[names]
			var s *scope.Scope
			for range keys {
				s = mustKeyed(b, root, "agent", nil)
				add(b, &layers, s, "a")
			}
			b.ReportAllocs()
			for b.Loop() {
				undo, err := edit(b.Context(), &layers, s, "b", nil)
				if err != nil || undo(b.Context()) != nil {
					b.Fatal("failed")
				}
			}
		})
	}
}

// BenchmarkAgentWorld opens and closes what one agent costs: a key with ten
// plugins, each with one effect.
func BenchmarkAgentWorld(b *testing.B) {
	root := scope.NewRoot("root")
	defer root.Close(b.Context())
	nothing := func(context.Context) error { return nil }
	b.ReportAllocs()
	for b.Loop() {
		agent := mustKeyed(b, root, "agent", nil)
		for range 10 {
			mustDefer(b, mustChild(b, agent, "plugin"), "effect", nothing)
		}
		if err := agent.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
