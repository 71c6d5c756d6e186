//go:build !race

// The race detector allocates on its own account, so budgets are counted
// without it.

package tools_test

import (
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// A typed no-op call through all stages with one listener on each event.
func TestCallAllocations(t *testing.T) {
	w := newWorld(t)
	w.register(echoTool(t, "echo"))
	listenEverywhere(t, w, 1)
	batch := oneCall("echo")
	got := testing.AllocsPerRun(200, func() {
		if _, err := w.reg.Execute(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	})
	if got > 15 {
		t.Errorf("a call makes %v allocations, want at most 15", got)
	}
}

func TestLookupAllocations(t *testing.T) {
	for _, n := range []int{10, 1000, 10000} {
		w := newWorld(t)
		for i := range n {
			w.register(rawTool(fmt.Sprintf("tool%d", i), nothing))
		}
		agent, _ := w.agent("a", nil)
		name := fmt.Sprintf("tool%d", n/2)
		got := testing.AllocsPerRun(100, func() {
			if _, ok := w.reg.Executable(name, agent.Key, nil); !ok {
				t.Fatal("lost")
			}
		})
		if got != 0 {
			t.Errorf("lookup among %d tools makes %v allocations, want 0", n, got)
		}
	}
}

// An unchanged set of declarations is handed out as it is.
func TestDeclarationsAllocations(t *testing.T) {
	w := newWorld(t)
	for i := range 1000 {
		w.register(rawTool(fmt.Sprintf("tool%d", i), nothing))
	}
	set, err := w.reg.Resolve(t.Context(), tools.Activation{})
	must(t, err)
	defer set.Release()
	for _, s := range []*tools.ToolSet{nil, set} {
		got := testing.AllocsPerRun(100, func() {
			if len(w.reg.Schemas(nil, s)) != 1000 {
				t.Fatal("lost")
			}
		})
		if got != 0 {
			t.Errorf("declarations of an unchanged registry make %v allocations, want 0", got)
		}
	}
}
