// Package meter measures functions and prints the figures as rows.
package meter

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// Row is one measured figure, a line of JSON on standard output.
type Row struct {
	Case string `json:"case"`
	Impl string `json:"impl"`
	// NS is wall time and CPU processor time of the process with its ended
	// children, both for one operation, in nanoseconds.
	NS  int64 `json:"ns,omitempty"`
	CPU int64 `json:"cpu,omitempty"`
	// Bytes and Allocs are what one operation allocates on the Go heap.
	Bytes  *int64 `json:"bytes,omitempty"`
	Allocs *int64 `json:"allocs,omitempty"`
	// RSS is the peak resident memory of the process, in KiB.
	RSS int64 `json:"rssKiB,omitempty"`
	// Round is set by the suite.
	Round int `json:"round,omitempty"`
}

// Emit prints a row.
func Emit(r Row) {
	out, err := json.Marshal(r)
	Check(err)
	fmt.Println(string(out))
}

// Check ends the program on an error: a benchmark that failed has no figure.
func Check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// Budget is how long a sample is.
type Budget struct {
	// Warm is the time spent before measuring, at least one operation; zero
	// measures the first operation too.
	Warm, Run time.Duration
	// Min is the least number of operations.
	Min int
}

// The usual budgets. Long is for an operation of seconds, to which a
// first time makes no difference.
var (
	Quick = Budget{150 * time.Millisecond, 300 * time.Millisecond, 1}
	// Patient warms up until a process of many parts has done all for once.
	Patient = Budget{600 * time.Millisecond, 600 * time.Millisecond, 5}
	Slow    = Budget{time.Millisecond, 600 * time.Millisecond, 2}
	Long    = Budget{0, time.Millisecond, 1}
)

// scale shortens every sample: $YARD_SCALE in the environment.
func scale(d time.Duration) time.Duration {
	if s, err := strconv.ParseFloat(os.Getenv("YARD_SCALE"), 64); err == nil {
		return time.Duration(float64(d) * s)
	}
	return d
}

// Bench warms fn up, repeats it for the budget and prints the mean.
func Bench(id, impl string, b Budget, fn func()) { BenchPer(id, impl, b, 1, fn) }

// cases, when $BENCH_CASES is set, are the only ones that are measured.
var cases = sync.OnceValue(
	func() *regexp.Regexp { return regexp.MustCompile(os.Getenv("BENCH_CASES")) },
)

// BenchPer is [Bench] of a function that does per operations at once.
func BenchPer(id, impl string, b Budget, per int64, fn func()) {
	if !cases().MatchString(id) {
		return
	}
	if b.Warm > 0 {
		spend(scale(b.Warm), 1, fn)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, wall, cpu := spend(scale(b.Run), int64(b.Min), fn)
	runtime.ReadMemStats(&after)
	n *= per
	bytes, allocs := int64(
		after.TotalAlloc-before.TotalAlloc,
	)/n, int64(
		after.Mallocs-before.Mallocs,
	)/n
	Emit(
		Row{
			Case:   id,
			Impl:   impl,
			NS:     int64(wall) / n,
			CPU:    int64(cpu) / n,
			Bytes:  &bytes,
			Allocs: &allocs,
		},
	)
}

// spend repeats fn for about d, at least least times.
func spend(d time.Duration, least int64, fn func()) (n int64, wall, cpu time.Duration) {
	start, cpu0 := time.Now(), CPU()
	for step := int64(1); ; {
		for range step {
			fn()
		}
		n += step
		if wall = time.Since(start); wall >= d && n >= least {
			return n, wall, CPU() - cpu0
		}
		if wall/time.Duration(n)*time.Duration(step*4) < d/8 {
			step *= 2
		}
	}
}

// Once times a single call of fn, over per operations.
func Once(id, impl string, per int64, fn func()) {
	start, cpu := time.Now(), CPU()
	fn()
	Emit(Row{Case: id, Impl: impl, NS: int64(time.Since(start)) / per, CPU: int64(CPU()-cpu) / per})
}

// Size prints how many bytes one of per things keeps.
func Size(id, impl string, per, bytes int64) {
	each := bytes / per
	Emit(Row{Case: id, Impl: impl, Bytes: &each})
}
