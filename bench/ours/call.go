package main

import (
	"fmt"
	"time"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/packages/policy/timeout"
)

// benchCall measures one call through all stages: the noop with listeners, with
// the timeout policy, and the twenty-field arguments.
func benchCall() {
	for _, n := range []int{0, 1, 10} {
		w := newWorld()
		w.register(noop("noop", 0))
		w.listen(n)
		b := batch(1, "noop", load.NoopArgs)
		meter.Bench(fmt.Sprintf("call.noop.listeners%d", n), impl, meter.Quick, func() { w.run(b) })
		w.close()
	}
	w := newWorld()
	d, err := noop("noop", 0)
	d.Timeout = time.Minute
	w.register(d, err)
	check(timeout.Install(w.root, w.reg))
	b := batch(1, "noop", load.NoopArgs)
	meter.Bench("call.noop.timeout", impl, meter.Quick, func() { w.run(b) })
	w.register(wide("wide"))
	b = batch(1, "wide", load.Args)
	meter.Bench("call.args20", impl, meter.Quick, func() { w.run(b) })
	w.close()
	meter.Memory("memory.call", impl)
}

// benchScale measures one call in registries of many tools.
func benchScale() {
	for _, n := range []int{1, 10, 100, 1000, 5000} {
		w := newWorld()
		w.register(noop("noop", 0))
		for i := 1; i < n; i++ {
			w.register(wide(fmt.Sprint("tool_", i)))
		}
		b := batch(1, "noop", load.NoopArgs)
		meter.Bench(fmt.Sprintf("call.of%d", n), impl, meter.Quick, func() { w.run(b) })
		w.close()
	}
	meter.Memory("memory.scale", impl)
}

// benchBatch measures a thousand calls, ten bodies at a time.
func benchBatch() {
	budget := meter.Budget{Warm: 50 * time.Millisecond, Run: 600 * time.Millisecond, Min: 3}
	for id, pause := range map[string]time.Duration{"batch.1000x10.noop": 0, "batch.1000x10.sleep1ms": time.Millisecond} {
		w := newWorld()
		w.register(noop("noop", pause))
		b := batch(1000, "noop", load.NoopArgs)
		meter.Bench(id, impl, budget, func() { w.run(b) })
		w.close()
	}
	w := newWorld()
	w.register(empty("empty"))
	b := batch(1000, "empty", nil)
	meter.Bench("batch.1000x10.empty", impl, meter.Quick, func() { w.run(b) })
	w.close()
	meter.Memory("memory.batch", impl)
}
