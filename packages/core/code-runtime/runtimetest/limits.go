package runtimetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

func concurrent(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	var runs sync.WaitGroup
	for i := range 20 {
		runs.Go(func() {
			program := fmt.Sprintf("globalThis.mine = %d; for (let i = 0; i < 20; i++) await "+
				"tools.echo(i); return globalThis.mine", i)
			r, err := rt.Run(t.Context(), coderuntime.Request{Program: program,
				Namespaces: []coderuntime.Namespace{tools()}})
			if err != nil || r.Failure != nil || r.Value != fmt.Sprint(i) {
				t.Errorf("run %d: %v %+v", i, err, r)
			}
		})
	}
	runs.Wait()
}

func isolated(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	dirty := "globalThis.leak = 1; Array.prototype.polluted = 1; Object.prototype.evil = 1; " +
		"JSON.stringify = () => 'x'; console.log = null; setInterval(() => {}, 1)"
	run(t, rt, dirty)
	program := "console.log('still'); return [typeof globalThis.leak, [].polluted === undefined, " +
		"({}).evil === undefined, JSON.stringify(1)]"
	r := run(t, rt, program)
	wantValue(t, program, r, `["undefined",true,true,"1"]`)
	if !slices.Equal(r.Logs, []string{"still"}) {
		t.Errorf("logs %q", r.Logs)
	}
	first, second := run(t, rt, "return Math.random()"), run(t, rt, "return Math.random()")
	if first.Value == second.Value {
		t.Error("two runs got the same random number")
	}
}

func cancelled(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	reason := errors.New("operator stop")
	before, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	programs := []string{"for (;;) {}", "await tools.never(1)", "await new Promise(() => { " +
		"setTimeout(() => {}, 1e6) })"}
	for _, program := range append(programs, "return 1") {
		r := runNever(t, before, rt, program, nil)
		wantKind(t, program, r, coderuntime.KindAbort)
		if r.Failure != nil && r.Failure.Message != reason.Error() || len(r.Logs) != 0 {
			t.Errorf("%s: %+v", program, r)
		}
	}
	for _, program := range programs {
		ctx, cancel := context.WithCancelCause(t.Context())
		r := runNever(t, ctx, rt, "console.log('go'); "+program, func() { cancel(reason) })
		cancel(nil)
		wantKind(t, program, r, coderuntime.KindAbort)
		if r.Failure != nil && r.Failure.Message != reason.Error() ||
			!slices.Equal(r.Logs, []string{"go"}) {
			t.Errorf("%s: %+v", program, r)
		}
	}
}

// runNever runs a program whose calls are never answered; started is called
// when it logs for the first time.
func runNever(t *testing.T, ctx context.Context, rt coderuntime.Runtime, program string,
	started func()) coderuntime.Result {
	t.Helper()
	n := coderuntime.Namespace{Global: "tools", Members: []string{"never"},
		Invoke: func(*coderuntime.Call) {}}
	r, err := rt.Run(ctx, coderuntime.Request{Program: program,
		Namespaces: []coderuntime.Namespace{n}, Log: func(string) {
			if started != nil {
				started()
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func budgets(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{ComputeMs: 300, MaxWallMs: 20_000, MaxMemoryMb: 64})
	swallow := "try { %s } catch { console.log('caught') } finally { console.log('finally') }"
	loops := []string{"for (;;) {}", "/^(a+)+$/.test('a'.repeat(40) + '!')",
		"const s = 'a'.repeat(2e6); for (;;) s.indexOf('a'.repeat(1e6) + 'b')"}
	for _, loop := range loops {
		r := run(t, rt, fmt.Sprintf(swallow, loop))
		wantKind(t, loop, r, coderuntime.KindTimeout)
		if len(r.Logs) != 0 || r.Failure != nil && !strings.Contains(r.Failure.Message, "300") {
			t.Errorf("%s: %+v", loop, r)
		}
	}
	bomb := "const hog = []; for (;;) hog.push(new Array(1e5).fill(hog.length))"
	if r := run(t, rt, bomb); r.Failure == nil {
		t.Errorf("%s: %+v", bomb, r)
	}
	wantValue(t, "after the bomb", run(t, rt, "return 1"), "1")

	wall := open(t, coderuntime.Budgets{MaxWallMs: 200})
	waiting := "for (;;) await new Promise((r) => setTimeout(r, 5))"
	wantKind(t, waiting, run(t, wall, waiting), coderuntime.KindTimeout)
	wantKind(t, "deadlock", run(t, open(t, coderuntime.Budgets{MaxWallMs: 5000}),
		"await new Promise(() => {})"), coderuntime.KindTimeout)
}

func output(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{MaxOutputBytes: 200})
	program := "try { for (let i = 0; ; i++) console.log('line', i) } catch {} return 'pretend'"
	r := run(t, rt, program)
	wantKind(t, program, r, coderuntime.KindOutputLimit)
	if len(r.Logs) == 0 || r.Logs[0] != "line 0" {
		t.Errorf("logs %q", r.Logs)
	}
	exact := "return 'x'.repeat(%d)"
	wantValue(t, "exact", run(t, rt, fmt.Sprintf(exact, 196)), `"`+strings.Repeat("x", 196)+`"`)
	wantKind(t, "one over", run(t, rt, fmt.Sprintf(exact, 197)), coderuntime.KindOutputLimit)
	wantKind(t, "thrown", run(t, rt, "throw 'x'.repeat(1e6)"), coderuntime.KindOutputLimit)
}

func late(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	var kept *coderuntime.Call
	n := tools()
	n.Invoke = func(c *coderuntime.Call) { kept = c }
	r, err := rt.Run(t.Context(), coderuntime.Request{
		Program:    "tools.echo(1).then(() => console.log('late')); return 'done'",
		Namespaces: []coderuntime.Namespace{n}})
	if err != nil || kept == nil {
		t.Fatal(err, "the call did not arrive")
	}
	wantValue(t, "late", r, `"done"`)
	kept.Resolve("1")
	kept.Reject("again")
	if len(r.Logs) != 0 {
		t.Errorf("logs %q", r.Logs)
	}
}

func closing(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	started := make(chan struct{})
	ended := make(chan coderuntime.Result, 1)
	go func() {
		r, err := rt.Run(context.WithoutCancel(t.Context()), coderuntime.Request{
			Program: "console.log('go'); for (;;) {}", Log: func(string) { close(started) }})
		if err != nil {
			t.Error(err)
		}
		ended <- r
	}()
	select {
	case <-started:
	case <-time.After(30 * time.Second):
		t.Fatal("the program did not start")
	}
	within(t, func(ctx context.Context) {
		if err := rt.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	r := <-ended
	wantKind(t, "closed", r, coderuntime.KindAbort)
	if r.Failure != nil && !strings.Contains(r.Failure.Message, "disposed") {
		t.Errorf("message %q", r.Failure.Message)
	}
	_, err := rt.Run(t.Context(), coderuntime.Request{Program: "return 1"})
	if coderuntime.CodeOf(err) != coderuntime.CodeClosed {
		t.Errorf("a run after Close gives %v", err)
	}
	within(t, func(ctx context.Context) {
		if err := rt.Close(ctx); err != nil {
			t.Errorf("closing again: %v", err)
		}
	})
}
