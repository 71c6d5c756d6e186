package quickjs_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// bomb is a program that tries to outlive its budgets, and the ends it may
// have; without any it ends by its compute budget.
type bomb struct {
	program string
	kinds   []coderuntime.Kind
}

var bombs = map[string]bomb{
	"memory": {"const hog = []; for (;;) hog.push(new Uint8Array(1e6))",
		[]coderuntime.Kind{coderuntime.KindWorkerExit}},
	"memory caught": {"for (;;) try { const h = []; for (;;) h.push('x'.repeat(1e5)) } catch {}",
		[]coderuntime.Kind{coderuntime.KindWorkerExit, coderuntime.KindTimeout}},
	"stack":  {program: "const f = () => f(); for (;;) try { f() } catch {}"},
	"parser": {program: "for (;;) try { eval('('.repeat(1e5)) } catch {}"},
	"regexp": {program: "/^(a|aa)+$/.test('a'.repeat(60) + 'b')"},
	"promises": {program: "const go = () => Promise.resolve().then(go); for (let i = 0; i < 1e3; i++) " +
		"go(); await new Promise(() => {})"},
	"thenables": {program: "const t = { then(r) { r(t) } }; await t"},
	"calls": {"for (;;) tools.noop(1).catch(() => {})",
		[]coderuntime.Kind{coderuntime.KindWorkerExit, coderuntime.KindTimeout}},
	"timers": {program: "const go = () => { for (let i = 0; i < 10; i++) setTimeout(go) }; go(); " +
		"await new Promise(() => {})", kinds: []coderuntime.Kind{coderuntime.KindWorkerExit,
		coderuntime.KindTimeout}},
	"logs": {"for (;;) console.log('x'.repeat(1e5))",
		[]coderuntime.Kind{coderuntime.KindOutputLimit}},
	"finally": {program: "for (;;) try { for (;;) {} } finally { continue }"},
	"generator": {program: "function* g() { for (;;) try { yield } finally { for (;;) {} } } for " +
		"(const _ of g()) break"},
	"sort": {program: "Array.from({ length: 1e5 }, (_, i) => i).sort(() => { for (;;) {} })"},
	"fill": {"Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 0)",
		[]coderuntime.Kind{coderuntime.KindWorkerExit, coderuntime.KindTimeout}},
	"look":   {program: "Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 0)"},
	"index":  {program: "const s = 'a'.repeat(2e6); for (;;) s.indexOf('a'.repeat(1e6) + 'b')"},
	"bigint": {program: "let n = 3n; for (;;) n = n * n"},
	"json": {program: "let v = []; for (let i = 0; i < 5e4; i++) v = [v]; for (;;) try { " +
		"JSON.stringify(v) } catch {}"},
	"proxy": {program: "const p = () => new Proxy({}, { ownKeys: () => ['k'], " +
		"getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: " +
		"p }); await tools.noop(p())", kinds: []coderuntime.Kind{coderuntime.KindWorkerExit,
		coderuntime.KindTimeout}},
	"getter": {program: "console.log({ get a() { for (;;) {} } }); await tools.noop({ get a() { for " +
		"(;;) {} } })"},
	"inspect": {program: "const wide = {}; for (let i = 0; i < 1e5; i++) wide['k' + i] = wide; for " +
		"(;;) console.log(wide)", kinds: []coderuntime.Kind{coderuntime.KindOutputLimit,
		coderuntime.KindTimeout}},
	"clone": {"let v = []; for (;;) v = structuredClone([v, v])",
		[]coderuntime.Kind{coderuntime.KindWorkerExit, coderuntime.KindTimeout}},
	"quoted arguments": {"const s = '\\u0001'.repeat(4096).repeat(3500); for (;;) await " +
		"tools.noop({ s })",
		[]coderuntime.Kind{coderuntime.KindWorkerExit}},
	"quoted members": {"const s = '\\u0001'.repeat(4096).repeat(250); const o = {}; for (let i = 0; " +
		"i < 32; i++) o['m' + i] = s; for (;;) await tools.noop(o)",
		[]coderuntime.Kind{coderuntime.KindWorkerExit, coderuntime.KindTimeout}},
	"names": {program: "for (let i = 0; ; i++) await tools.noop({ ['name' + i]: i })"},
	"unawaited": {"for (let i = 0; ; i++) { tools.noop({ i }); if (i % 100 === 0) await null }",
		[]coderuntime.Kind{coderuntime.KindWorkerExit, coderuntime.KindTimeout}},
	"bulk fill":    {program: "const a = new Uint8Array(24e6); for (;;) a.fill(1)"},
	"bulk buffers": {program: "for (;;) new ArrayBuffer(24e6)"},
	"bulk within":  {program: "const a = new Uint8Array(24e6); for (;;) a.copyWithin(1, 0)"},
	"bulk set":     {program: "const a = new Uint8Array(12e6), b = new Uint8Array(12e6); for (;;) a.set(b)"},
	"bulk slice":   {program: "const a = new Uint8Array(12e6); for (;;) a.slice()"},
	"bulk symbols": {program: "const s = 'x'.repeat(12e6); for (;;) Symbol(s)"},
	"queue":        {program: "const a = new Array(1e6).fill(0); for (;;) { a.shift(); a.push(0) }"},
	"random bytes": {program: "for (;;) crypto.getRandomValues(new Uint8Array(65536))"},
}

const (
	bombCompute = 500 * time.Millisecond
	bombSlack   = 250 * time.Millisecond
)

// bombRange is where bombs go off, and a runtime for their neighbours.
func bombRange(t testing.TB) (bombs, neighbours *quickjs.Runtime) {
	t.Helper()
	bombs = open(t, quickjs.Config{Budgets: coderuntime.Budgets{
		ComputeMs: coderuntime.Milliseconds(bombCompute.Milliseconds()),
		MaxWallMs: 30_000, MaxMemoryMb: 64, MaxOutputBytes: 1 << 20}})
	neighbours = open(t, quickjs.Config{})
	neighbour(t, neighbours)
	run(t, bombs, coderuntime.Request{Program: "return 1"})
	return bombs, neighbours
}

// neighbour is a program that works while a bomb goes off.
func neighbour(t testing.TB, rt *quickjs.Runtime) {
	t.Helper()
	r, err := rt.Run(context.Background(), coderuntime.Request{
		Namespaces: []coderuntime.Namespace{noop("noop")},
		Program: "let n = 0; for (let i = 0; i < 50; i++) n += (await tools.noop(i)).length; " +
			"return n"})
	if err != nil || r.Value != "100" {
		t.Errorf("the neighbour was harmed: %v %+v", err, r)
	}
}

// TestBombsBesideANeighbour lets each bomb go off while other programs do
// their work unharmed (T2, T3, T4). The bound is one of processor time: what
// else the machine does decides about wall time, which BenchmarkBombs reports.
func TestBombsBesideANeighbour(t *testing.T) {
	t.Parallel()
	rt, neighbours := bombRange(t)
	for name, b := range bombs {
		t.Run(name, func(t *testing.T) {
			var beside sync.WaitGroup
			beside.Go(func() { neighbour(t, neighbours) })
			r, used := explode(t, rt, b)
			beside.Wait()
			kinds := b.kinds
			if kinds == nil {
				kinds = []coderuntime.Kind{coderuntime.KindTimeout}
			}
			if r.Failure == nil || !slices.Contains(kinds, r.Failure.Kind) {
				t.Fatalf("ended with %.200v, want one of %v", r.Failure, kinds)
			}
			if used > bombCompute+bombSlack {
				t.Errorf("%v of processor time, want at most %v and %v", used, bombCompute, bombSlack)
			}
		})
	}
}

// explode runs a bomb and gives the processor time of its goroutine.
func explode(t testing.TB, rt *quickjs.Runtime, b bomb) (coderuntime.Result, time.Duration) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := threadTime(t)
	r := run(t, rt, coderuntime.Request{Program: b.program,
		Namespaces: []coderuntime.Namespace{noop("noop")}})
	return r, threadTime(t) - before
}

// BenchmarkBombs reports by how many milliseconds of wall time the worst of
// the runs of each bomb went over its compute budget, and how long a neighbour
// took meanwhile on average.
func BenchmarkBombs(b *testing.B) {
	for name, bomb := range bombs {
		b.Run(name, func(b *testing.B) {
			rt, neighbours := bombRange(b)
			var over, working time.Duration
			worked := 0
			for b.Loop() {
				over = max(over, besideNeighbours(b, neighbours, &working, &worked, func() {
					explode(b, rt, bomb)
				})-bombCompute)
			}
			b.ReportMetric(float64(over.Microseconds())/1e3, "over-ms")
			b.ReportMetric(float64(working.Microseconds())/1e3/float64(worked), "neighbour-ms")
		})
	}
}

// besideNeighbours gives the wall time of a function while neighbours work one
// after another, and adds their times and their number.
func besideNeighbours(b *testing.B, rt *quickjs.Runtime, working *time.Duration, worked *int,
	f func()) time.Duration {
	b.Helper()
	over := make(chan struct{})
	var beside sync.WaitGroup
	beside.Go(func() {
		for start := time.Now(); ; start = time.Now() {
			neighbour(b, rt)
			*working += time.Since(start)
			*worked++
			select {
			case <-over:
				return
			default:
			}
		}
	})
	start := time.Now()
	f()
	took := time.Since(start)
	close(over)
	beside.Wait()
	return took
}
