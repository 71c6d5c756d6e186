package quickjs_test

import (
	"context"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// noop answers every call at once, on the goroutine of the program.
func noop(names ...string) coderuntime.Namespace {
	return coderuntime.Namespace{Global: "tools", Members: names,
		ErrorClass: &coderuntime.ErrorClass{Name: "ToolCallError", MemberNameProperty: "toolName"},
		Invoke:     func(c *coderuntime.Call) { c.Resolve(`"ok"`) }}
}

// elsewhere answers every call from another goroutine.
func elsewhere(names ...string) coderuntime.Namespace {
	n := noop(names...)
	n.Invoke = func(c *coderuntime.Call) { go c.Resolve(`"ok"`) }
	return n
}

func benchProgram(b *testing.B, program string, spaces ...coderuntime.Namespace) {
	b.Helper()
	rt := open(b, quickjs.Config{})
	request := coderuntime.Request{Program: program, Namespaces: spaces}
	once := func() {
		r, err := rt.Run(context.Background(), request)
		if err != nil || r.Failure != nil {
			b.Fatal(err, r.Failure)
		}
	}
	once()
	measure(b, 1, once)
}

// measure also reports the processor time of one of n parts of an operation,
// since wall time says little on a busy machine.
func measure(b *testing.B, n int, once func()) {
	b.Helper()
	b.ReportAllocs()
	before := processorTime(b)
	for b.Loop() {
		once()
	}
	b.ReportMetric(float64(processorTime(b)-before)/float64(b.N*n)/1e3, "cpu-µs/op")
}

func BenchmarkTrivial(b *testing.B)      { benchProgram(b, "return 1") }
func BenchmarkTrivialTyped(b *testing.B) { benchProgram(b, "const x: number = 1; return x") }

// BenchmarkCallsSequential reports the cost of a thousand calls one after
// another; the bare engine is a benchmark of internal/engine.
func BenchmarkCallsSequential(b *testing.B) {
	const program = "for (let i = 0; i < 1000; i++) await tools.noop({ value: 'hello' })"
	b.Run("Direct", func(b *testing.B) { benchProgram(b, program, noop("noop")) })
	b.Run("Goroutine", func(b *testing.B) { benchProgram(b, program, elsewhere("noop")) })
}

func BenchmarkCallsPromiseAll1000(b *testing.B) {
	benchProgram(b, "return (await Promise.all(Array.from({ length: 1000 }, () => "+
		"tools.noop({ value: 'hello' })))).length", elsewhere("noop"))
}

func BenchmarkResult64MiB(b *testing.B) {
	benchProgram(b, "return 'x'.repeat(4096).repeat(16 * 1024 - 1)")
}

func BenchmarkResultRecords(b *testing.B) {
	benchProgram(b, "const r = []; for (let i = 0; i < 10000; i++) r.push({ id: i, name: "+
		"'record number ' + i + ' of the set', score: i / 10, active: i % 3 === 0, "+
		"tags: ['t' + i % 17, 'group-' + i % 101] }); return r")
}
