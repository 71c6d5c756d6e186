package ptc_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

func returns(v any) func(context.Context, *tools.Exec) (any, error) {
	return func(context.Context, *tools.Exec) (any, error) { return v, nil }
}

func TestProgramCallsTools(t *testing.T) {
	w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
		return p.await("echo", `{"a":1}`).Text
	})
	w.tool("echo", func(_ context.Context, x *tools.Exec) (any, error) { return x.Arguments(), nil })
	w.runtime.logs = []string{"one", "two"}
	o := w.run(t.Context())
	if got, want := o.Result.Value().Text(), `{"logs":["one","two"],"result":{"a":1}}`; got != want {
		t.Errorf("value %s, want %s", got, want)
	}
	if got, want := o.Result.Content().Text(), "one\ntwo\n{\n  \"a\": 1\n}"; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	if got, want := w.journal.String(), "call:call-1 start:call-1:code:1 settle:call-1:code:1:false:{\"a\":1} result:call-1:false"; got != want {
		t.Errorf("records %s, want %s", got, want)
	}
}

// Every policy sees a nested call and can refuse or change it.
func TestPoliciesSeeNestedCalls(t *testing.T) {
	type pre = event.Next[*tools.Call, tools.Decision]
	for _, tt := range []struct {
		name string
		set  func(*world)
		want string
	}{
		{"pre-execute denies", func(w *world) {
			must(t, w.reg.Events.PreExecute.On(w.root, func(ctx context.Context, c *tools.Call, next pre) (tools.Decision, error) {
				if c.Nested() {
					return tools.Deny("policy says no"), nil
				}
				return next.Do(ctx)
			}))
		}, "policy says no"},
		{"ask without a service", func(w *world) {
			must(t, w.reg.Events.PreExecute.On(w.root, func(ctx context.Context, c *tools.Call, next pre) (tools.Decision, error) {
				if c.Nested() {
					return tools.Ask("sure?"), nil
				}
				return next.Do(ctx)
			}))
		}, "sure?"},
		{"guard denies", func(w *world) {
			_, err := w.reg.Guard(w.root, func(c *tools.Call) (string, bool) { return "guarded", c.Nested() })
			must(t, err)
		}, "guarded"},
		{"wrapper answers", func(w *world) {
			must(t, w.reg.Events.Execute.On(w.root, func(ctx context.Context, c *tools.Call, next event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
				if c.Nested() {
					v, err := jsonvalue.From("wrapped")
					return tools.Succeed(v), err
				}
				return next.Do(ctx)
			}))
		}, `"wrapped"`},
		{"post-execute replaces the value", func(w *world) {
			must(t, w.reg.Events.PostExecute.On(w.root, func(ctx context.Context, in *tools.Inspection, next event.Next[*tools.Inspection, tools.PostDecision]) (tools.PostDecision, error) {
				if in.Call.Nested() {
					v, err := jsonvalue.From("replaced")
					return tools.Accept().WithValue(v), err
				}
				return next.Do(ctx)
			}))
		}, `"replaced"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
				var got string
				w := world(ptc.Config{}, func(_ context.Context, p *calls) string {
					got = p.await("tool", "{}").Text
					return "1"
				})
				w.tool("tool", returns("body"))
				tt.set(w)
				if o := w.run(t.Context()); o.Result.IsError() || got != tt.want {
					t.Errorf("the program saw %q (%v), want %q", got, o.Result.Failure(), tt.want)
				}
			})
		})
	}
}

// Order, overlap and head-of-line commit of the calls of one program.
func TestScheduling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var order []string
		w := newWorld(t, ptc.Config{MaxParallelSubCalls: 2}, func(_ context.Context, p *calls) string {
			slow := p.start("safe_slow", "{}")
			quick := p.start("safe_quick", "{}")
			alone := p.start("alone", "{}")
			for range 3 {
				select {
				case <-slow:
					order = append(order, "slow@"+time.Since(start).String())
				case <-quick:
					order = append(order, "quick@"+time.Since(start).String())
				case <-alone:
					order = append(order, "alone@"+time.Since(start).String())
				}
				synctest.Wait()
			}
			return "1"
		})
		w.tool("safe_slow", waits(5*time.Second))
		w.tool("safe_quick", waits(time.Second))
		w.tool("alone", waits(time.Second))
		w.run(t.Context())
		slices.Sort(order)
		if got, want := strings.Join(order, " "), "alone@6s quick@5s slow@5s"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

// At the end of a program queued calls leave no trace, running ones are
// cancelled, awaited and recorded.
func TestSettlement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
			p.start("slow", "{}")
			p.start("slow", "{}")
			synctest.Wait()
			return "1"
		})
		w.tool("slow", waits(time.Hour))
		if o := w.run(t.Context()); o.Result.IsError() {
			t.Errorf("got %v, want success", o.Result.Failure())
		}
		want := "call:call-1 start:call-1:code:1 settle:call-1:code:1:true:Error: tool call aborted result:call-1:false"
		if got := w.journal.String(); got != want {
			t.Errorf("records %s, want %s", got, want)
		}
	})
}

// The runtime's context ends with that of the outer call (P90).
func TestCancelledRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, ptc.Config{}, func(ctx context.Context, p *calls) string {
			p.start("slow", "{}")
			<-ctx.Done()
			return ""
		})
		w.tool("slow", waits(time.Hour))
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("stop now"))
		defer cancel()
		o := w.run(ctx)
		if o.Result.Failure().Code() != ptc.CodeRunFailed || o.Result.Failure().Message() != "code run failed (abort): stop now" {
			t.Errorf("got %+v", o.Result.Failure())
		}
		if !strings.Contains(w.journal.String(), "settle:call-1:code:1:true") {
			t.Errorf("the running call was not settled: %s", w.journal.String())
		}
	})
}

func TestContextsAndImages(t *testing.T) {
	w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
		p.await("noted_image", "{}")
		p.await("plain", "{}")
		return "1"
	})
	note := func(text string) func(context.Context, *tools.Exec) (any, error) {
		return func(_ context.Context, x *tools.Exec) (any, error) {
			x.DeferContext(llm.Message{Role: llm.RoleUser, Content: llm.TextContent(text)})
			x.ConcludeTurn()
			return text, nil
		}
	}
	w.tool("noted_image", note("first"))
	w.tool("plain", note("second"))
	o := w.run(t.Context())
	var got []string
	for _, m := range o.Result.Contexts() {
		got = append(got, m.Content.Text())
	}
	if want := []string{`image "first"`, "first", "second"}; !slices.Equal(got, want) {
		t.Errorf("contexts %q, want %q", got, want)
	}
	if !o.Result.ConcludesTurn() {
		t.Error("the conclude mark was not carried")
	}
}

func TestDirectCalls(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config ptc.Config
		tool   string
		want   string
	}{
		{"visible tool is refused with the way", ptc.Config{}, "tool", `unknown tool "tool": call it from inside a run_code program, as tools.tool(…)`},
		{"unknown name takes the ordinary path", ptc.Config{}, "nobody", `unknown tool "nobody"`},
		{"both: admitted", ptc.Config{AlsoDirect: true}, "tool", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.config, nil)
			w.tool("tool", returns("v"))
			policies := 0
			must(t, w.reg.Events.PreExecute.On(w.root, func(ctx context.Context, _ *tools.Call, next event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
				policies++
				return next.Do(ctx)
			}))
			o := w.dispatch(t.Context(), tools.RawCall{CallID: "1", Name: tt.tool})
			got := ""
			if o.Result.IsError() {
				got = o.Result.Failure().Message()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if refused := strings.Contains(tt.want, "run_code"); refused == (policies > 0) {
				t.Errorf("%d policies ran", policies)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	w := newWorld(t, ptc.Config{}, nil)
	w.tool("tool", returns("v"))
	d, err := w.reg.Describe(t.Context(), w.agent, nil)
	must(t, err)
	if len(d.Tools) != 1 || d.Tools[0].Name != "run_code" || len(d.Sections) != 2 {
		t.Fatalf("got %d tools and %d sections", len(d.Tools), len(d.Sections))
	}
	if text := d.Sections[1].Text; !strings.Contains(text, "\n  tool: ") || !strings.HasSuffix(text, "\n```") {
		t.Errorf("the SDK is incomplete: %s", text)
	}
	again, err := w.reg.Describe(t.Context(), w.agent, nil)
	must(t, err)
	if again.Sections[1].Text != d.Sections[1].Text {
		t.Error("an unchanged set gives another text")
	}
}

func TestNoRuntime(t *testing.T) {
	reg, err := tools.New(tools.Options{})
	must(t, err)
	root := scope.NewRoot("r")
	_, err = ptc.Mount(root, ptc.Services{Registry: reg, Runtimes: &ptc.Runtimes{}}, ptc.Config{})
	must(t, err)
	if _, err := reg.Describe(t.Context(), nil, nil); !hasCode(err, ptc.CodeNoRuntime) {
		t.Errorf("got %v, want NO_CODE_RUNTIME", err)
	}
	w := newWorld(t, ptc.Config{}, nil)
	w.runtime.language = "toString"
	if _, err := w.reg.Describe(t.Context(), w.agent, nil); !hasCode(err, ptc.CodeUnknownLanguage) {
		t.Errorf("got %v, want UNKNOWN_CODE_LANGUAGE", err)
	}
	if _, err := ptc.New(ptc.Services{}, ptc.Config{MaxParallelSubCalls: -1}); !hasCode(err, ptc.CodeBadConfig) {
		t.Errorf("got %v, want BAD_PTC_CONFIG", err)
	}
}

func hasCode(err error, code tools.Code) bool {
	e, ok := errors.AsType[*tools.Error](err)
	return ok && e.Code == code
}

// A runtime that panics or fails is drained like any other.
func TestBrokenRuntime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
			p.start("slow", "{}")
			synctest.Wait()
			panic("engine")
		})
		w.tool("slow", waits(time.Hour))
		o := w.run(t.Context())
		if !o.Result.IsError() || !strings.Contains(o.Result.Failure().Message(), "code runtime panicked: engine") {
			t.Errorf("got %+v", o.Result.Failure())
		}
		if !strings.Contains(w.journal.String(), "settle:call-1:code:1:true") {
			t.Errorf("the running call was not settled: %s", w.journal.String())
		}
	})
}

// The log waterfall changes the recorded copy and nothing else; its failure
// keeps the original.
func TestSubcallLog(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		listen     func(context.Context, *ptc.SubcallLog, event.Next[*ptc.SubcallLog, llm.Content]) (llm.Content, error)
	}{
		{"replaced", "short", func(context.Context, *ptc.SubcallLog, event.Next[*ptc.SubcallLog, llm.Content]) (llm.Content, error) {
			return llm.TextContent("short"), nil
		}},
		{"failing", `"long"`, func(context.Context, *ptc.SubcallLog, event.Next[*ptc.SubcallLog, llm.Content]) (llm.Content, error) {
			return nil, errors.New("store is down")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var seen string
			w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
				seen = p.await("tool", "{}").Text
				return "1"
			})
			w.tool("tool", returns("long"))
			must(t, w.executor.Events.SubcallLog.On(w.root, tt.listen))
			w.run(t.Context())
			if !strings.Contains(w.journal.String(), "settle:call-1:code:1:false:"+tt.want) || seen != `"long"` {
				t.Errorf("the program saw %s; records: %s", seen, w.journal.String())
			}
		})
	}
}

func TestArguments(t *testing.T) {
	for _, tt := range []struct{ name, arguments, want string }{
		{"no description", `{"code":"1"}`, `invalid arguments: missing required property "description"`},
		{"blank description", `{"code":"1","description":" "}`, `"description" must say in one line what the program does`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, ptc.Config{}, nil)
			o := w.dispatch(t.Context(), tools.RawCall{CallID: "1", Name: "run_code", Arguments: tt.arguments})
			if got := o.Result.Failure().Message(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A lossy argument is rejected to the program, without a number or a record.
func TestLossyArgument(t *testing.T) {
	w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
		if o := p.await("tool", ""); o.OK || !strings.Contains(o.Text, "lossless JSON") {
			return "exception!" + o.Text
		}
		return p.await("tool", "{}").Text
	})
	w.tool("tool", func(_ context.Context, x *tools.Exec) (any, error) { return x.ID(), nil })
	if got, want := w.run(t.Context()).Result.Value().Text(), `{"logs":[],"result":"call-1:code:1"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

var _ coderuntime.Runtime = (*fakeRuntime)(nil)
