package tools_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	json "github.com/go-json-experiment/json"
)

const noopArguments = `{"value":"hello"}`

// bare is the floor under a call: decode, call, encode.
func bare(tb testing.TB) {
	var in echoIn
	if err := json.Unmarshal([]byte(noopArguments), &in); err != nil {
		tb.Fatal(err)
	}
	if _, err := json.Marshal(in.Value); err != nil {
		tb.Fatal(err)
	}
}

func oneCall(name string) *tools.Batch {
	return &tools.Batch{Calls: []tools.RawCall{{CallID: "c1", Name: name, Arguments: noopArguments}}}
}

func BenchmarkCall(b *testing.B) {
	b.Run("floor", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			bare(b)
		}
	})
	for _, listeners := range []int{0, 1, 10} {
		b.Run(fmt.Sprintf("listeners=%d", listeners), func(b *testing.B) {
			w := newWorld(b)
			w.register(echoTool(b, "echo"))
			listenEverywhere(b, w, listeners)
			batch := oneCall("echo")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := w.reg.Execute(b.Context(), batch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, n := range []int{1, 100, 5000} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			w := newWorld(b)
			for i := range n {
				w.register(echoTool(b, fmt.Sprintf("echo%d", i)))
			}
			batch := oneCall("echo0")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := w.reg.Execute(b.Context(), batch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkBatch1000(b *testing.B) {
	for _, pause := range []time.Duration{0, time.Millisecond} {
		b.Run(fmt.Sprintf("pause=%v/floor", pause), func(b *testing.B) {
			for b.Loop() {
				barePool(1000, 10, func() {
					bare(b)
					if pause > 0 {
						time.Sleep(pause)
					}
				})
			}
		})
		b.Run(fmt.Sprintf("pause=%v/lane", pause), func(b *testing.B) {
			w := newWorld(b)
			w.register(pausingTool(b, pause))
			batch := &tools.Batch{Calls: make([]tools.RawCall, 1000)}
			for i := range batch.Calls {
				batch.Calls[i] = tools.RawCall{CallID: "c", Name: "pause", Arguments: noopArguments}
			}
			for b.Loop() {
				if _, err := w.reg.Execute(b.Context(), batch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func barePool(n, width int, task func()) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range width {
		wg.Go(func() {
			for range next {
				task()
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
