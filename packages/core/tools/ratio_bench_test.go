//go:build unix

package tools_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// processorTime is what the process has used so far, the collector's work
// included, in nanoseconds.
func processorTime(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// ratio reports the median of the processor time of ours by that of the floor,
// measured in turns, so that a busy machine slows both.
func ratio(b *testing.B, floor, ours func()) {
	const turns, times = 15, 20_000
	measure := func(f func()) int64 {
		start := processorTime(b)
		for range times {
			f()
		}
		return processorTime(b) - start
	}
	var ratios []float64
	for b.Loop() {
		ratios = ratios[:0]
		for range turns {
			bare := measure(floor)
			ratios = append(ratios, float64(measure(ours))/float64(bare))
		}
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "x-floor")
	b.ReportMetric(ratios[0], "x-floor-least")
}

// BenchmarkRatioCall is the cost of a typed no-op call through the whole pipeline
// as a multiple of decode, call and encode done bare, by the number of listeners
// on each event.
func BenchmarkRatioCall(b *testing.B) {
	for _, listeners := range []int{0, 1, 10} {
		b.Run(fmt.Sprintf("listeners=%d", listeners), func(b *testing.B) {
			w := newWorld(b)
			w.register(echoTool(b, "echo"))
			listenEverywhere(b, w, listeners)
			batch := oneCall("echo")
			ratio(b, func() { bare(b) }, func() {
				if _, err := w.reg.Execute(b.Context(), batch); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkRatioManyTools is the cost of a call among many tools as a multiple of
// that of a call of the only one.
func BenchmarkRatioManyTools(b *testing.B) {
	for _, n := range []int{100, 5000} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			one, many := newWorld(b), newWorld(b)
			one.register(echoTool(b, "echo0"))
			for i := range n {
				many.register(echoTool(b, fmt.Sprintf("echo%d", i)))
			}
			batch := oneCall("echo0")
			call := func(w *world) func() {
				return func() {
					if _, err := w.reg.Execute(b.Context(), batch); err != nil {
						b.Fatal(err)
					}
				}
			}
			ratio(b, call(one), call(many))
		})
	}
}

// BenchmarkRatioBatch is the cost of a thousand safe calls as a multiple of that
// of a bare pool of the same width.
func BenchmarkRatioBatch(b *testing.B) {
	w := newWorld(b)
	w.register(pausingTool(b, 0))
	batch := &tools.Batch{Calls: make([]tools.RawCall, 1000)}
	for i := range batch.Calls {
		batch.Calls[i] = tools.RawCall{CallID: "c", Name: "pause", Arguments: noopArguments}
	}
	const turns, times = 15, 20
	var ratios []float64
	measure := func(f func()) int64 {
		start := processorTime(b)
		for range times {
			f()
		}
		return processorTime(b) - start
	}
	for b.Loop() {
		ratios = ratios[:0]
		for range turns {
			floor := measure(func() { barePool(1000, 10, func() { bare(b) }) })
			ours := measure(func() {
				if _, err := w.reg.Execute(b.Context(), batch); err != nil {
					b.Fatal(err)
				}
			})
			ratios = append(ratios, float64(ours)/float64(floor))
		}
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "x-floor")
	b.ReportMetric(ratios[0], "x-floor-least")
}
