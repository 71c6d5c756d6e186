package quickjs_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestCancelAtAnyMoment cancels at random moments of everything a run does.
func TestCancelAtAnyMoment(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	program := "const x: number = 1; console.log(x); for (let i = 0; i < 20; i++) await tools.a(i); " +
		"setTimeout(() => {}, 1e5); for (;;) await new Promise((r) => setTimeout(r, 1))"
	reason := errors.New("enough")
	run(t, rt, coderuntime.Request{Program: "const x: number = 1; return x"})
	var runs sync.WaitGroup
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		after := time.Duration(random.IntN(12_000)) * time.Microsecond
		runs.Go(func() {
			ctx, cancel := context.WithTimeoutCause(t.Context(), after, reason)
			defer cancel()
			r, err := rt.Run(ctx, coderuntime.Request{Program: program,
				Namespaces: []coderuntime.Namespace{elsewhere("a")}})
			if err != nil || r.Failure == nil || r.Failure.Kind != coderuntime.KindAbort ||
				r.Failure.Message != reason.Error() {
				t.Errorf("%v %+v", err, r.Failure)
			}
		})
	}
	runs.Wait()
}

// TestNothingRunsAfterTheResult: a program cannot make the library hand it what
// belongs to the result, so as to go on when that is known (P46, P93).
func TestNothingRunsAfterTheResult(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const late = "class { constructor(take) { take(() => { tools.late({}); console.log('late'); " +
		"for (;;); }, () => {}) } }"
	for _, patch := range []string{
		"Object.defineProperty(Promise, Symbol.species, { value: %s })",
		"Object.defineProperty(Promise.prototype, 'constructor', { value: { [Symbol.species]: %s } })",
		"globalThis.Promise = %s",
	} {
		calls := noop("slow", "late")
		calls.Invoke = func(c *coderuntime.Call) {
			if c.Member() == "late" {
				t.Errorf("%s: a call after the result", patch)
			}
		}
		r := run(t, rt, coderuntime.Request{Namespaces: []coderuntime.Namespace{calls},
			Program: fmt.Sprintf(patch, late) + "; tools.slow({}); return 1"})
		if r.Value != "1" || slices.Contains(r.Logs, "late") {
			t.Errorf("%s: %+v", patch, r)
		}
	}
}

// TestRejectionsThatAreHandledLate: a program may reject many promises before it
// handles them. The first that nobody handles is the one that is reported.
func TestRejectionsThatAreHandledLate(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const reject = "const all = []; for (let i = 0; i < 100_000; i++) all.push(Promise.reject(i)); "
	r := run(t, rt, coderuntime.Request{Program: reject + "for (const p of all) p.catch(() => {}); return 1"})
	if r.Value != "1" {
		t.Errorf("%+v", r)
	}
	r = run(t, rt, coderuntime.Request{Program: reject + "for (let i = 99_999; i >= 0; i--) if (i !== 70 && i !== 90) " +
		"all[i].catch(() => {}); await new Promise((r) => setTimeout(r, 1)); return 1"})
	if r.Failure == nil || r.Failure.Message != "70" {
		t.Errorf("%+v", r)
	}
}

func TestManyAtOnceConcurrentSafe(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	var runs sync.WaitGroup
	for i := range 200 {
		runs.Go(func() {
			r, err := rt.Run(t.Context(), coderuntime.Request{
				Program: fmt.Sprintf("let n = %d; for (let i = 0; i < 10; i++) n += (await "+
					"tools.a(i)).length; return n", i),
				Namespaces: []coderuntime.Namespace{elsewhere("a")}})
			if err != nil || r.Value != fmt.Sprint(i+20) {
				t.Errorf("%d: %v %+v", i, err, r)
			}
		})
	}
	runs.Wait()
}

// randomProgram puts together a short program of pieces that allocate, throw,
// call, wait and print.
func randomProgram(r *rand.Rand) string {
	pieces := []string{
		"const a%d = Array.from({ length: 50 }, (_, i) => ({ i }));", "console.log('x', %d);",
		"await tools.a({ n: %d });", "tools.a(%d).catch(() => {});", "globalThis.g%d = new Map([[1, " +
			"2]]);",
		"try { null.x%d } catch (e) { console.log(e.message) }", "setTimeout(() => {}, %d);",
		"await new Promise((r) => setTimeout(r, 0, %d));", "const c%d = (() => { const o = {}; o.o " +
			"= o; return o })();",
		"structuredClone([%d, new Date()]);", "if (%d %% 7 === 0) throw new Error('seven');", "new " +
			"URL('https://a.b/?q=%d');",
	}
	var b strings.Builder
	for i := range r.IntN(6) + 1 {
		fmt.Fprintf(&b, pieces[r.IntN(len(pieces))]+"\n", i*100+r.IntN(100))
	}
	return b.String() + "return 1"
}

// TestNothingStays runs many random programs and looks at what is left.
func TestNothingStays(t *testing.T) {
	rounds := 10_000
	if testing.Short() || raceEnabled {
		rounds = 500
	}
	rt := open(t, quickjs.Config{})
	random := rand.New(rand.NewPCG(3, 4))
	batch := func(n int) {
		for range n {
			run(t, rt, coderuntime.Request{Program: randomProgram(random),
				Namespaces: []coderuntime.Namespace{elsewhere("a")}})
		}
	}
	batch(300)
	before, goroutines := heapInUse(), runtime.NumGoroutine()
	debug.FreeOSMemory()
	residentBefore := resident(t) // the memory of guests is outside of the heap
	batch(rounds)
	after := heapInUse()
	if limit := before + before/10 + 1<<20; after > limit {
		t.Errorf("the heap went from %d to %d bytes", before, after)
	}
	debug.FreeOSMemory()
	if now, limit := resident(t), residentBefore+residentBefore/10+4<<20; now > limit {
		t.Errorf("the process went from %d to %d bytes", residentBefore, now)
	}
	for i := 0; runtime.NumGoroutine() > goroutines+2; i++ {
		if i > 1000 {
			t.Fatalf("goroutines went from %d to %d", goroutines, runtime.NumGoroutine())
		}
		runtime.Gosched()
	}
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
