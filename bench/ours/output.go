package main

import (
	"context"
	"runtime"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// benchOutput measures whole calls with large values.
func benchOutput() {
	for _, size := range []string{"100k", "10m"} {
		list := work.Records(map[string]int{"100k": 100e3, "10m": 10e6}[size])
		runtime.GC() // what made the records is no part of the call
		w := newWorld()
		w.register(tools.Define(tools.Tool[struct{}, []work.Record]{
			Name: "records", Description: description,
			Execute: func(context.Context, *tools.Exec, struct{}) ([]work.Record, error) { return list, nil },
		}))
		b, budget := batch(1, "records", []byte("{}")), meter.Quick
		if size == "10m" {
			budget = meter.Slow
		}
		meter.Bench("call.out"+size, impl, budget, func() { w.run(b) })
		w.close()
	}
	meter.Memory("memory.output", impl)
}
