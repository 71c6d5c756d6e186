//go:build unix

package bench

import (
	"syscall"
	"testing"
)

// measure adds to a benchmark the processor time of an operation, that of its child processes
// included: on a busy machine it is what can be compared.
func measure(b *testing.B, operation func()) {
	start := processorTime()
	n := 0
	for b.Loop() {
		operation()
		n++
	}
	b.ReportMetric(float64(processorTime()-start)/1e6/float64(n), "cpu-ms/op")
}

// processorTime is in nanoseconds.
func processorTime() int64 {
	var total int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			total += usage.Utime.Nano() + usage.Stime.Nano()
		}
	}
	return total
}
