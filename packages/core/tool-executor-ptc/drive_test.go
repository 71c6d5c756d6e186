package ptc_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// eitherWay tests with a runtime that knows no drivers, and with one that lends
// the goroutine of its programs.
func eitherWay(t *testing.T, test func(t *testing.T, world func(ptc.Config, program) *world)) {
	t.Helper()
	for _, lends := range []bool{false, true} {
		t.Run(fmt.Sprintf("lends=%v", lends), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				test(t, func(c ptc.Config, p program) *world {
					w := newWorld(t, c, p)
					w.runtime.lends = lends
					return w
				})
			})
		})
	}
}

// What is recorded does not depend on who drives the calls; those of continuations
// join the end of the queue (P79).
func TestDrivenRecords(t *testing.T) {
	eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
		w := world(ptc.Config{}, func(_ context.Context, p *calls) string {
			p.await("alone", "{}")
			slow, quick := p.start("safe_slow", "{}"), p.start("safe_quick", "{}")
			p.await("fails", "{}")
			<-slow
			<-quick
			p.await("safe_quick", "{}")
			p.await("nobody", "{}")
			return "1"
		})
		w.tool("alone", waits(time.Second))
		w.tool("safe_slow", waits(3*time.Second))
		w.tool("safe_quick", waits(time.Second))
		w.tool("fails", func(context.Context, *tools.Exec) (any, error) { return nil, errors.New("no") })
		start := time.Now()
		w.run(t.Context())
		var starts, settles []string
		for line := range strings.FieldsSeq(w.journal.String()) {
			switch kind, rest, _ := strings.Cut(line, ":call-1:code:"); kind {
			case "start":
				starts = append(starts, rest)
			case "settle":
				parts := strings.SplitN(rest, ":", 3)
				settles = append(settles, parts[0]+":"+parts[1])
			}
		}
		if got := strings.Join(starts, " "); got != "1 2 3 4 5 6" {
			t.Errorf("starts %s", got)
		}
		if got := strings.Join(settles, " "); got != "1:false 2:false 3:false 4:true 5:false 6:true" {
			t.Errorf("settlements %s", got)
		}
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("took %v, want 5s", took)
		}
	})
}

// Policies of one run never overlap, and a slow one delays the next start (P75).
func TestOneLane(t *testing.T) {
	eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
		w := world(ptc.Config{}, func(_ context.Context, p *calls) string {
			first, second := p.start("safe", "{}"), p.start("safe", "{}")
			<-first
			<-second
			return "1"
		})
		w.tool("safe", waits(3*time.Second))
		asked := 0
		must(t, w.reg.Events.PreExecute.On(w.root, func(ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
			if c.Nested() {
				asked++
				if asked != 1 {
					t.Errorf("%d policies run at once", asked)
				}
				time.Sleep(time.Second) // of the bubble
				asked--
			}
			return next.Do(ctx)
		}))
		start := time.Now()
		w.run(t.Context())
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("took %v, want 5s: one second, and three beside the second call's four", took)
		}
	})
}

// A program whose time is over while it is driven does not wait for its call.
func TestStoppedDriver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
			time.AfterFunc(time.Minute, p.driver.Stop)
			if o := p.await("slow", "{}"); o.OK {
				t.Errorf("the call gave %s", o.Text)
			}
			return "timeout!too long"
		})
		w.runtime.lends = true
		w.tool("slow", waits(time.Hour))
		start := time.Now()
		f := w.run(t.Context()).Result.Failure()
		if f == nil || f.Message() != "code run failed (timeout): too long" || time.Since(start) != time.Minute {
			t.Errorf("got %+v after %v", f, time.Since(start))
		}
	})
}

// A body that ends its goroutine fails its call, or the program if it ran on the
// goroutine of that.
func TestBodyThatExits(t *testing.T) {
	eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
		var got coderuntime.Outcome
		exits := func(context.Context, *tools.Exec) (any, error) { goruntime.Goexit(); return nil, nil }
		w := world(ptc.Config{}, func(_ context.Context, p *calls) string {
			got = p.await("exits", "{}")
			return "1"
		})
		w.tool("exits", exits)
		f := w.run(t.Context()).Result.Failure()
		switch {
		case w.runtime.lends && (f == nil || f.Code() != tools.CodeExited):
			t.Errorf("the program gives %+v", f)
		case !w.runtime.lends && (f != nil || got.OK || !strings.Contains(got.Text, "goroutine")):
			t.Errorf("the call gives %+v, the program %+v", got, f)
		}
		if got := w.journal.String(); !strings.Contains(got, "settle:call-1:code:1:true") {
			t.Errorf("the call has no record: %s", got)
		}
	})
}

// Whatever of the pipeline ends its goroutine, the program and the outer call come
// to an end.
func TestStagesThatExit(t *testing.T) {
	stages := map[string]func(w *world){
		"pre-execute": func(w *world) {
			must(t, w.reg.Events.PreExecute.On(w.root, func(ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
				exitIf(c.Nested())
				return next.Do(ctx)
			}))
		},
		"guard": func(w *world) {
			_, err := w.reg.Guard(w.root, func(c *tools.Call) (string, bool) { exitIf(c.Nested()); return "", false })
			must(t, err)
		},
		"execute": func(w *world) {
			must(t, w.reg.Events.Execute.On(w.root, func(ctx context.Context, c *tools.Call, next event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
				exitIf(c.Nested())
				return next.Do(ctx)
			}))
		},
		"post-execute": func(w *world) {
			must(t, w.reg.Events.PostExecute.On(w.root, func(ctx context.Context, in *tools.Inspection, next event.Next[*tools.Inspection, tools.PostDecision]) (tools.PostDecision, error) {
				exitIf(in.Call.Nested())
				return next.Do(ctx)
			}))
		},
		"start record": func(w *world) { w.journal.exits = true },
	}
	for name, set := range stages {
		t.Run(name, func(t *testing.T) {
			eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
				got := coderuntime.Outcome{OK: true}
				w := world(ptc.Config{}, func(ctx context.Context, p *calls) string {
					out := p.make("tool", "{}")
					for p.driver != nil && len(out) == 0 && ctx.Err() == nil && p.driver.Drive() {
					}
					select {
					case got = <-out:
					case <-ctx.Done():
					}
					return "1"
				})
				w.tool("tool", returns("v"))
				set(w)
				if f := w.run(t.Context()).Result.Failure(); f == nil && got.OK {
					t.Error("neither the call nor the program failed")
				}
			})
		})
	}
}

func exitIf(nested bool) {
	if nested {
		goruntime.Goexit()
	}
}

// brokenStore cannot record the start of a nested call.
type brokenStore struct{ journal }

func (*brokenStore) RecordSubcallStart(context.Context, tools.SubcallRecord) error {
	return errors.New("disk full")
}

// A lane that cannot go on ends the program, which would wait for ever.
func TestFailedLane(t *testing.T) {
	eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
		w := world(ptc.Config{}, func(ctx context.Context, p *calls) string {
			out := p.make("tool", "{}")
			for p.driver != nil && p.driver.Drive() && ctx.Err() == nil {
			}
			select {
			case <-out:
			case <-ctx.Done():
			}
			return "1"
		})
		w.tool("tool", returns("v"))
		call := tools.RawCall{CallID: "call-1", Name: "run_code", Arguments: runCode}
		out, err := w.reg.Execute(t.Context(), &tools.Batch{Agent: w.agent, Calls: []tools.RawCall{call}, Recorder: &brokenStore{}})
		must(t, err)
		if f := out.Outcomes[0].Result.Failure(); f == nil || !strings.Contains(f.Message(), "disk full") {
			t.Errorf("got %+v", f)
		}
	})
}

// The lane changes hands at every few calls and loses none.
func TestDriverUnderLoad(t *testing.T) {
	w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
		for i := range 2000 {
			if i%3 == 0 {
				<-p.start("safe", "{}")
			} else if o := p.await("safe", "{}"); !o.OK {
				t.Error(o.Text)
			}
		}
		return "1"
	})
	w.runtime.lends = true
	w.tool("safe", func(_ context.Context, x *tools.Exec) (any, error) { return x.ID(), nil })
	if o := w.run(t.Context()); o.Result.IsError() {
		t.Error(o.Result.Failure())
	}
	if got := strings.Count(w.journal.String(), "settle:"); got != 2000 {
		t.Errorf("%d settlements", got)
	}
}
