package main

import (
	"fmt"
	"runtime"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// benchGrowth measures how the cost of a call grows with tools and agents, and
// what an idle agent costs.
func benchGrowth() {
	for _, n := range []int{10, 100, 1000, 10000} {
		w := newWorld()
		w.register(noop("noop", 0))
		for i := 1; i < n; i++ {
			w.register(noop(fmt.Sprint("tool_", i), 0))
		}
		b := batch(1, "noop", load.NoopArgs)
		meter.Bench(fmt.Sprintf("growth.tools%d", n), impl, meter.Quick, func() { w.run(b) })
		w.close()
	}
	for _, n := range []int{1, 10, 100, 1000} {
		w := newWorld()
		w.register(noop("noop", 0))
		agents := make([]*tools.Agent, n)
		before := heap()
		for i := range agents {
			s, err := w.root.Keyed(fmt.Sprint("agent", i), nil)
			check(err)
			agents[i] = &tools.Agent{ID: fmt.Sprint(i), Key: s.Key()}
			listenKeyed(w, s)
		}
		if n == 1000 {
			bytes := (heap() - before) / int64(n)
			meter.Emit(meter.Row{Case: "growth.idleagent", Impl: impl, Bytes: &bytes, NS: 1})
		}
		b := batch(1, "noop", load.NoopArgs)
		i := 0
		meter.Bench(fmt.Sprintf("growth.agents%d", n), impl, meter.Quick, func() {
			b.Agent = agents[i%n]
			i++
			w.run(b)
		})
		w.close()
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// listenKeyed gives an agent a guard of its own.
func listenKeyed(w *world, s *scope.Scope) {
	_, err := w.reg.Guard(s, func(*tools.Call) (string, bool) { return "", false })
	check(err)
}
