//go:build !race

package tools_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type record struct {
	ID     int      `json:"id"`
	Name   string   `json:"name"`
	Score  float64  `json:"score"`
	Active bool     `json:"active"`
	Tags   []string `json:"tags"`
}

// records are about 10 MB as JSON.
func records() []record {
	list := make([]record, 110_000)
	for i := range list {
		list[i] = record{i, fmt.Sprintf("record number %d", i), float64(i) / 4, i%2 == 0, []string{"alpha", "beta"}}
	}
	return list
}

func recordsTool(t testing.TB, list []record) tools.Definition {
	t.Helper()
	d, err := tools.Define(tools.Tool[struct{}, []record]{
		Name: "records", Description: "Returns many records.",
		Execute: func(context.Context, *tools.Exec, struct{}) ([]record, error) { return list, nil },
	})
	must(t, err)
	return d
}

// A value of 10 MB is encoded once and checked once: what a whole call
// allocates, garbage included, stays under 80 MiB.
func TestLargeValueMemory(t *testing.T) {
	w := newWorld(t)
	w.register(recordsTool(t, records()))
	batch := &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "records"}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	results := w.run(t.Context(), batch)
	runtime.ReadMemStats(&after)
	if size := len(results[0].Value().Text()); size < 9<<20 {
		t.Fatalf("the value has %d bytes, want about 10 MB", size)
	}
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 80 {
		t.Errorf("the call allocated %d MiB, want at most 80", got)
	}
}

func BenchmarkLargeValue(b *testing.B) {
	list := records()
	b.Run("floor", func(b *testing.B) { // encode, and check the syntax
		for b.Loop() {
			text, err := json.Marshal(list)
			if err != nil || !jsontext.Value(text).IsValid() {
				b.Fatal(err)
			}
		}
	})
	b.Run("call", func(b *testing.B) {
		w := newWorld(b)
		w.register(recordsTool(b, list))
		batch := &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "records"}}}
		b.ReportAllocs()
		for b.Loop() {
			w.run(b.Context(), batch)
		}
	})
}
