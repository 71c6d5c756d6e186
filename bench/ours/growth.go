package main

import (
	"fmt"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// benchGrowth measures how the cost of a call grows with tools and agents.
func benchGrowth() {
	for _, n := range []int{10, 100, 1000, 10000} {
		growTools(n)
	}
	for _, n := range []int{1, 10, 100, 1000} {
		growAgents(n)
	}
}

func growTools(n int) {
	w := newWorld()
	defer w.close()
	w.register(noop("noop", 0))
	for i := 1; i < n; i++ {
		w.register(noop(fmt.Sprint("tool_", i), 0))
	}
	b := batch(1, "noop", load.NoopArgs)
	meter.Bench(fmt.Sprintf("growth.tools%d", n), impl, meter.Quick, func() { w.run(b) })
}

// growAgents calls for agents in turn, so that no call finds the view of the one
// before.
func growAgents(n int) {
	w := newWorld()
	defer w.close()
	w.register(noop("noop", 0))
	agents := make([]*tools.Agent, n)
	for i := range agents {
		s, err := w.root.Keyed(fmt.Sprint("agent", i), nil)
		check(err)
		agents[i] = &tools.Agent{ID: fmt.Sprint(i), Key: s.Key()}
		guard(w, s)
	}
	b, i := batch(1, "noop", load.NoopArgs), 0
	meter.Bench(fmt.Sprintf("growth.agents%d", n), impl, meter.Quick, func() {
		b.Agent = agents[i%n]
		i++
		w.run(b)
	})
}

// guard gives an agent a guard of its own.
func guard(w *world, s *scope.Scope) {
	_, err := w.reg.Guard(s, func(*tools.Call) (string, bool) { return "", false })
	check(err)
}
