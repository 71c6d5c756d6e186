package mcp_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
)

// BenchmarkManyTools is what a server of 10,000 tools costs: from the first byte of
// the connection until the tools may be called, what a step is told, and one
// search.
func BenchmarkManyTools(b *testing.B) {
	list := manyTools(10_000)
	config := mcp.Config{Servers: map[string]mcp.ServerConfig{"s": here}}
	b.Run("register", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dial, _ := scripted(basic(list, answer("")))
			reg, err := tools.New(tools.Options{})
			must(b, err)
			root := scope.NewRoot("bench")
			must(b, mcp.New(mcp.Options{Registry: reg, Dial: dial}).Install(b.Context(), root, config))
			b.StopTimer()
			if n := len(reg.Definitions(nil, nil)); n != 10_002 {
				b.Fatalf("%d tools", n)
			}
			must(b, root.Close(context.Background()))
			b.StartTimer()
		}
	})
	dial, _ := scripted(basic(list, answer("")))
	w := newWorld(b, mcp.Options{Dial: dial})
	w.install(here)
	b.Run("describe", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			set, err := w.reg.Resolve(b.Context(), tools.Activation{})
			must(b, err)
			if d, err := w.reg.Describe(b.Context(), nil, set); err != nil || len(d.Tools) != 2 {
				b.Fatal(len(d.Tools), err)
			}
		}
	})
	b.Run("search", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if r := w.run(b.Context(), mcp.SearchTool, `{"query":"thing 4711"}`); r.IsError() {
				b.Fatal(r.Failure())
			}
		}
	})
}
