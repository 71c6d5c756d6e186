package testkit

import (
	"context"
	"slices"

	"github.com/dsh-go/dsh/packages/core/tools"
)

func scheduleCases() []executorCase {
	return []executorCase{
		{
			"safe calls overlap",
			`calls whose tools say that they may overlap run at the same time`,
			true,
			func(x *executorTest) {
				g := x.gate()
				x.Register(g.Tool("safe", true))
				done := x.start(x.ctx, x.batch("safe", "", "safe", "", "safe", ""))
				x.await(g, "call-1", "call-2", "call-3")
				g.Release("call-3", "call-2", "call-1")
				x.equal("outcomes", statuses(x.finish(done)), []string{"call-1:ok", "call-2:ok", "call-3:ok"})
			},
		},
		{
			"other calls do not",
			`a call that may not overlap runs alone: after everything before it, before everything after it`,
			true,
			func(x *executorTest) {
				g := x.gate()
				x.Register(g.Tool("safe", true))
				x.Register(g.Tool("alone", false))
				done := x.start(x.ctx, x.batch("safe", "", "alone", "", "safe", ""))
				for _, id := range []string{"call-1", "call-2", "call-3"} {
					x.quiet()
					x.equal("bodies at once", g.Running(), []string{id})
					g.Release(id)
				}
				x.finish(done)
			},
		},
		{
			"the bound holds",
			`at most MaxParallel bodies run at once, and a slot is refilled as soon as any body ends`,
			true,
			func(x *executorTest) {
				g := x.gate()
				x.Register(g.Tool("safe", true))
				b := x.batch("safe", "", "safe", "", "safe", "", "safe", "")
				b.MaxParallel = func() int { return 2 }
				done := x.start(x.ctx, b)
				for _, step := range []struct {
					running []string
					release string
				}{
					{[]string{"call-1", "call-2"}, "call-2"},
					{[]string{"call-1", "call-3"}, "call-3"},
					{[]string{"call-1", "call-4"}, "call-1"},
					{[]string{"call-4"}, "call-4"},
				} {
					x.quiet()
					x.equal("bodies at once", slices.Sorted(slices.Values(g.Running())), step.running)
					g.Release(step.release)
				}
				x.finish(done)
			},
		},
	}
}

func publishCases() []executorCase {
	return []executorCase{
		{
			"results are published in call order",
			`however bodies end, post policy and observers see the calls in call order`,
			true,
			func(x *executorTest) {
				g := x.gate()
				x.Register(g.Tool("safe", true))
				heard := Listen(x, x.Root, x.Registry)
				done := x.start(x.ctx, x.batch("safe", "", "safe", "", "safe", ""))
				x.await(g, "call-1", "call-2", "call-3")
				g.Release("call-3", "call-1", "call-2")
				x.finish(done)
				want := []string{"call-1", "call-2", "call-3"}
				for _, stage := range []string{"pre", "guard", "post", "result"} {
					x.equal("order of "+stage, heard.Calls(stage), want)
				}
			},
		},
		{
			"nothing passed on changes",
			`arguments and results are not changed after somebody saw them`,
			false,
			func(x *executorTest) {
				x.Register(Echo("echo"))
				frozen := WatchFrozen(x, x.Root, x.Registry)
				x.Run(x.ctx, x.batch("echo", `{"a":[1,2,{"b":3}]}`, "echo", `{"a":[]}`))
				x.equal("changes", frozen.Changes(), []string(nil))
			},
		},
	}
}

func cancelCases() []executorCase {
	return []executorCase{
		{
			"cancelled before",
			`a batch whose caller is gone starts nothing, and still has an outcome for each call`,
			false,
			func(x *executorTest) {
				ctx, cancel := context.WithCancel(x.ctx)
				cancel()
				g := x.gate()
				x.Register(g.Tool("gate", false))
				r := x.finish(x.start(ctx, x.batch("gate", "", "gate", "")))
				x.equal("outcomes", statuses(r), []string{
					"call-1:ABORTED_BEFORE_DISPATCH", "call-2:ABORTED_BEFORE_DISPATCH",
				})
				x.equal("bodies", g.Starts(), []string(nil))
			},
		},
		{
			"a running body is awaited",
			`cancellation is not raced against a body: Execute returns when it has, not before`,
			false,
			func(x *executorTest) {
				ctx, cancel := context.WithCancel(x.ctx)
				defer cancel()
				g := x.gate()
				g.Deaf = true
				x.Register(g.Tool("deaf", false))
				done := x.start(ctx, x.batch("deaf", "", "deaf", ""))
				x.awaitStarts(g, 1)
				cancel()
				g.releaseAll(x, 1)
				r := x.finish(done)
				x.equal("bodies at the end", g.Running(), []string(nil))
				x.equal("bodies started", len(g.Starts()), 1)
				x.equal(
					"the calls failed",
					[]bool{r.Outcomes[0].Result.IsError(), r.Outcomes[1].Result.IsError()},
					[]bool{true, true},
				)
				x.equal("the second outcome", Status(r.Outcomes[1].Result), "ABORTED_BEFORE_DISPATCH")
			},
		},
	}
}

func settleCases() []executorCase {
	return []executorCase{
		{
			"a cancelled success is aborted",
			`a body that succeeds after its caller was cancelled ends as ABORTED, and what it deferred is kept`,
			true,
			func(x *executorTest) {
				ctx, cancel := context.WithCancel(x.ctx)
				defer cancel()
				x.Register(Tool("late", func(_ context.Context, e *tools.Exec) (any, error) {
					e.DeferContext(Note("kept"))
					cancel()
					return "done", nil
				}))
				r := x.finish(x.start(ctx, x.batch("late", "")))
				x.equal("outcomes", statuses(r), []string{"call-1:ABORTED"})
				x.equal("contexts", Notes(r.Contexts), []string{"kept"})
			},
		},
		{
			"unmounted meanwhile",
			`a batch that was accepted is settled by its executor even if that is unmounted meanwhile`,
			false,
			func(x *executorTest) {
				g := x.gate()
				x.Register(g.Tool("gate", false))
				agent, own := x.Agent("someone", nil)
				unmount, err := x.Registry.Mount(own, x.fresh())
				if err != nil {
					x.Fatal(err)
				}
				b := x.batch("gate", "")
				b.Agent = agent
				done := x.start(x.ctx, b)
				x.awaitStarts(g, 1)
				if err := unmount(x.ctx); err != nil {
					x.Fatal(err)
				}
				g.releaseAll(x, 1)
				x.equal("outcomes", len(x.finish(done).Outcomes), 1)
			},
		},
	}
}

// fresh makes another executor under test.
func (x *executorTest) fresh() tools.Executor {
	x.Helper()
	e, err := x.suite.New(x.t, x.Registry)
	if err != nil {
		x.Fatal(err)
	}
	return e
}

func recordCases() []executorCase {
	return []executorCase{
		{
			"one pair of records per call",
			`each call has one call record and one result record, which cites it, in call order`,
			false,
			func(x *executorTest) {
				x.Register(Echo("echo"))
				log := &Log{}
				b := x.batch("echo", "{}", "echo", "{}")
				b.Recorder = log
				x.Run(x.ctx, b)
				x.equal("faults", log.Faults(), []string(nil))
				for _, want := range []string{"call:call-1", "call:call-2", "result:call-1:ok", "result:call-2:ok"} {
					if !slices.Contains(log.Lines(), want) {
						x.Errorf("the log has no %s: %s", want, log)
					}
				}
				for _, c := range log.Calls() {
					x.equal("recorded arguments", c.Arguments, b.Calls[0].Arguments)
				}
			},
		},
		{
			"skipped calls are recorded",
			`the calls that a cancelled batch never started are recorded too`,
			false,
			func(x *executorTest) {
				ctx, cancel := context.WithCancel(x.ctx)
				cancel()
				x.Register(Echo("echo"))
				log := &Log{}
				b := x.batch("echo", "{}", "echo", "{}")
				b.Recorder = log
				x.finish(x.start(ctx, b))
				x.equal("faults", log.Faults(), []string(nil))
				x.equal("results", len(log.Results()), 2)
			},
		},
		{
			"a failing log stops the batch",
			`if a record cannot be written, nothing more is started, what runs is awaited, and the batch fails without inventing results`,
			false,
			func(x *executorTest) {
				g := x.gate()
				x.Register(g.Tool("gate", false))
				b := x.batch("gate", "", "gate", "")
				b.Recorder = &Log{FailAt: "call:call-2"}
				done := x.start(x.ctx, b)
				g.releaseAll(x, 1)
				select {
				case s := <-done:
					if s.err == nil {
						x.Errorf("the batch is no error and has %d outcomes", len(s.result.Outcomes))
					}
				case <-x.ctx.Done():
					x.Fatal("the batch did not end")
				}
				x.equal("bodies started", len(g.Starts()), 1)
			},
		},
	}
}
