package testkit

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// executorCases are the clauses, the plain ones first.
func executorCases() []executorCase {
	return slices.Concat(
		resultCases(), togetherCases(), scheduleCases(), publishCases(), cancelCases(), settleCases(),
		recordCases(), describeCases(),
	)
}

// equal reports a difference.
func (x *executorTest) equal(what string, got, want any) {
	x.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		x.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func resultCases() []executorCase {
	return []executorCase{
		{
			"empty batch",
			`a batch without calls has no outcomes and is no error`,
			false,
			func(x *executorTest) {
				r := x.Run(x.ctx, &tools.Batch{})
				x.equal("contexts and conclusion", []any{len(r.Contexts), r.Concluded}, []any{0, false})
			},
		},
		{
			"one outcome per call",
			`Execute returns one outcome for each call, in call order, under the call's own id`,
			false,
			func(x *executorTest) {
				x.Register(Echo("echo"))
				r := x.Run(x.ctx, x.batch("echo", `{"a":1}`, "echo", `{"b":2}`, "echo", `{"c":3}`))
				x.equal("outcomes", statuses(r), []string{"call-1:ok", "call-2:ok", "call-3:ok"})
			},
		},
		{
			"the body runs once",
			`each call runs its tool's body exactly once`,
			false,
			func(x *executorTest) {
				var runs atomic.Int32
				x.Register(
					Tool("count", func(context.Context, *tools.Exec) (any, error) { return runs.Add(1), nil }),
				)
				x.Run(x.ctx, x.batch("count", "", "count", ""))
				x.equal("runs", int(runs.Load()), 2)
			},
		},
		{
			"value and content",
			`a result carries the body's value and its rendering`,
			true,
			func(x *executorTest) {
				x.Register(Echo("echo"))
				r := x.Run(x.ctx, x.batch("echo", `{"n":10000000000000000001}`)).Outcomes[0].Result
				x.equal("value", r.Value().Text(), `{"n":10000000000000000001}`)
				x.equal("content", r.Content().Text(), `{"n":10000000000000000001}`)
			},
		},
		{
			"failures are results",
			`a call that fails, in whatever way, is a result: the batch goes on and is no error`,
			true,
			func(x *executorTest) {
				x.Register(Failing("plain", errors.New("no luck")))
				x.Register(
					Failing("coded", &tools.Error{Name: "QuotaError", Code: "QUOTA", Message: "used up"}),
				)
				x.Register(Panicking("panics", "boom"))
				x.Register(Echo("echo"))
				r := x.Run(x.ctx, x.batch("plain", "", "coded", "", "panics", "", "absent", "", "echo", "{}"))
				x.equal("outcomes", statuses(r), []string{
					"call-1:error", "call-2:QUOTA", "call-3:TOOL_PANIC", "call-4:UNKNOWN_TOOL", "call-5:ok",
				})
			},
		},
	}
}

func togetherCases() []executorCase {
	return []executorCase{
		{
			"contexts and conclusion",
			`contexts are handed over in call order, and a success that ends the turn marks the batch`,
			true,
			func(x *executorTest) {
				x.Register(SafeTool("note", func(_ context.Context, e *tools.Exec) (any, error) {
					e.DeferContext(Note(e.ID()))
					e.ConcludeTurn()
					return nil, nil
				}))
				r := x.Run(x.ctx, x.batch("note", "", "note", ""))
				x.equal("contexts", Notes(r.Contexts), []string{"call-1", "call-2"})
				x.equal("concluded", r.Concluded, true)
			},
		},
		{
			"policy decides",
			`every call passes the registry's policies: one that denies keeps the body from running`,
			false,
			func(x *executorTest) {
				var ran atomic.Bool
				x.Register(
					Tool(
						"guarded",
						func(context.Context, *tools.Exec) (any, error) { ran.Store(true); return nil, nil },
					),
				)
				if _, err := x.Registry.Guard(x.Root, func(c *tools.Call) (string, bool) {
					return "not this one", c.Name() == "guarded"
				}); err != nil {
					x.Fatal(err)
				}
				x.Run(x.ctx, x.batch("guarded", ""))
				x.equal("the body ran", ran.Load(), false)
			},
		},
		{
			"a batch without agent",
			`a batch without an agent is served, with the global tools`,
			false,
			func(x *executorTest) {
				agent, s := x.Agent("someone", nil)
				x.Register(Echo("echo"))
				x.RegisterIn(s, Echo("own"))
				b := x.batch("echo", "{}")
				x.Run(x.ctx, b)
				b.Agent = agent
				x.Run(x.ctx, b)
			},
		},
		{
			"two batches at once",
			`batches of different callers run at the same time and do not mix`,
			false,
			func(x *executorTest) {
				g := x.gate()
				x.Register(g.Tool("gate", false))
				first, second := x.batch("gate", ""), x.batch("gate", "", "gate", "")
				for i := range second.Calls {
					second.Calls[i].CallID = strings.Replace(second.Calls[i].CallID, "call", "other", 1)
				}
				a, b := x.start(x.ctx, first), x.start(x.ctx, second)
				x.awaitStarts(g, 2)
				g.releaseAll(x, 3)
				x.equal("outcomes", []int{len(x.finish(a).Outcomes), len(x.finish(b).Outcomes)}, []int{1, 2})
			},
		},
	}
}

// awaitStarts waits until n bodies have come to the gate.
func (x *executorTest) awaitStarts(g *Gate, n int) {
	x.Helper()
	if err := g.startedMore(x.ctx, n-1); err != nil {
		x.Fatalf("%d bodies were to start, there are %q: %v", n, g.Starts(), err)
	}
}

// releaseAll releases bodies as they come until n have started.
func (g *Gate) releaseAll(x *executorTest, n int) {
	x.Helper()
	for {
		starts := g.Starts()
		g.Release(starts...)
		if len(starts) >= n {
			return
		}
		if err := g.startedMore(x.ctx, len(starts)); err != nil {
			x.Fatalf("%d bodies were to start, there are %q: %v", n, starts, err)
		}
	}
}
