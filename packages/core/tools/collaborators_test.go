package tools_test

import (
	"bytes"
	"context"
	"log/slog"
	"runtime"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// brokenLog panics where it is told to.
type brokenLog struct{ at string }

func (l brokenLog) RecordCall(context.Context, tools.CallRecord) (uint64, error) {
	if l.at == "call" {
		panic("recorder")
	}
	return 0, nil
}

func (l brokenLog) RecordResult(_ context.Context, r tools.ResultRecord) error {
	if l.at == "result" {
		panic("recorder")
	}
	if r.Info != nil {
		r.Info.Code = "CHANGED"
	}
	return nil
}

// brokenExecutor breaks its contract.
type brokenExecutor struct{ how string }

func (brokenExecutor) Describe(context.Context, tools.Describe) (tools.Description, error) {
	panic("describe")
}

func (b brokenExecutor) Execute(context.Context, *tools.Batch) (*tools.BatchResult, error) {
	switch b.how {
	case "nothing":
		return nil, nil
	case "too few":
		return &tools.BatchResult{}, nil
	}
	panic("execute")
}

// Whatever a collaborator does, the caller gets a coded error, also for a batch
// that is cancelled.
func TestBrokenCollaborators(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		for name, batch := range map[string]*tools.Batch{
			"call record":   {Recorder: brokenLog{"call"}},
			"result record": {Recorder: brokenLog{"result"}},
			"bound":         {MaxParallel: func() int { panic("bound") }},
		} {
			w := newWorld(t)
			w.register(rawTool("tool", nothing))
			ctx, cancel := context.WithCancel(t.Context())
			if cancelled {
				cancel()
			}
			batch.Calls = []tools.RawCall{{CallID: "1", Name: "tool"}}
			_, err := w.reg.Execute(ctx, batch)
			if unread := cancelled && name == "bound"; !unread && codeOf(err) != "SCHEDULER_FAILED" {
				t.Errorf("%s, cancelled %v: got %v, want SCHEDULER_FAILED", name, cancelled, err)
			}
			cancel()
		}
	}
	for _, how := range []string{"nothing", "too few", "panic"} {
		w := newWorld(t)
		agent, s := w.agent("a", nil)
		must(t, undoOnly(w.reg.Mount(s, brokenExecutor{how})))
		_, err := w.reg.Execute(t.Context(), &tools.Batch{Agent: agent, Calls: []tools.RawCall{{CallID: "1", Name: "x"}}})
		if codeOf(err) != "SCHEDULER_FAILED" {
			t.Errorf("executor that returns %s: got %v", how, err)
		}
		if _, err := w.reg.Describe(t.Context(), agent, nil); codeOf(err) != "SCHEDULER_FAILED" {
			t.Errorf("describe: got %v", err)
		}
	}
}

// A tracer is only told: its panic is reported and fails nothing.
func TestBrokenTracer(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("tool", nothing))
	r := w.run(t.Context(), &tools.Batch{
		Calls: []tools.RawCall{{CallID: "1", Name: "tool"}},
		Trace: func(*tools.Call, tools.Stage) { panic("tracer") },
	})
	if r[0].IsError() {
		t.Errorf("got %v", r[0].Failure())
	}
}

// A body that ends its worker's goroutine fails its own call; the batch goes on.
func TestBodyThatExits(t *testing.T) {
	w := newWorld(t)
	d := rawTool("exits", func(context.Context, *tools.Exec) (any, error) { runtime.Goexit(); return nil, nil })
	d.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
	w.register(d)
	w.register(echoTool(t, "echo"))
	b := &tools.Batch{}
	for _, name := range []string{"exits", "echo", "exits", "echo"} {
		b.Calls = append(b.Calls, tools.RawCall{CallID: name, Name: name, Arguments: noopArguments})
	}
	for i, r := range w.run(t.Context(), b) {
		if exits := i%2 == 0; r.IsError() != exits || exits && r.Failure().Code() != tools.CodeExited {
			t.Errorf("call %d: %+v", i, r.Failure())
		}
	}
}

// A caller that is gone keeps the body from running, whatever context a wrapper
// hands on.
func TestCancelledCallerBehindDetachedWrapper(t *testing.T) {
	w := newWorld(t)
	ran := false
	w.register(rawTool("tool", func(context.Context, *tools.Exec) (any, error) { ran = true; return "v", nil }))
	ctx, cancel := context.WithCancel(t.Context())
	must(t, w.reg.Events.Execute.On(w.root, func(_ context.Context, _ *tools.Call, n event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
		cancel()
		return n.Do(context.Background())
	}))
	if r := w.call(ctx, "tool", ""); ran || r.Failure().Code() != tools.CodeAbortedBeforeDispatch {
		t.Errorf("body ran: %v, got %+v", ran, r.Failure())
	}
}

// What a call may name is looked up when its turn comes: a tool that an earlier
// call of the batch registered does not slip past the transport's rule (R69).
func TestCollapseOfLateTool(t *testing.T) {
	w := newWorld(t)
	transport, err := tools.Compile(rawTool(tools.ReservedName, func(context.Context, *tools.Exec) (any, error) {
		_, err := w.reg.Register(w.root, rawTool("late", nothing))
		return "v", err
	}))
	must(t, err)
	out, err := w.reg.RunBatch(t.Context(), &tools.Batch{Calls: []tools.RawCall{
		{CallID: "1", Name: tools.ReservedName}, {CallID: "2", Name: "late"},
	}}, &tools.Transport{Tool: transport, Only: true, Hint: func(string) string { return "use a program" }})
	must(t, err)
	if f := out.Outcomes[1].Result.Failure(); f == nil || f.Message() != `unknown tool "late": use a program` {
		t.Errorf("got %+v", f)
	}
}

// A guard that replaces itself starts with the next call (R44).
func TestGuardThatReplacesItself(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("tool", nothing))
	runs := 0
	var undo scope.Undo
	var guard tools.Guard
	guard = func(*tools.Call) (string, bool) {
		runs++
		must(t, undo(t.Context()))
		var err error
		undo, err = w.reg.Guard(w.root, guard)
		must(t, err)
		return "", false
	}
	var err error
	undo, err = w.reg.Guard(w.root, guard)
	must(t, err)
	w.call(t.Context(), "tool", "")
	if runs != 1 {
		t.Errorf("the guard ran %d times in one call, want 1", runs)
	}
	w.call(t.Context(), "tool", "")
	if runs != 2 {
		t.Errorf("the replacement ran %d times, want once", runs-1)
	}
}

// A record's identity is its own: changing it changes no later failure.
func TestRecordsDoNotShareIdentity(t *testing.T) {
	w := newWorld(t)
	b := &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "nobody"}}, Recorder: brokenLog{}}
	w.run(t.Context(), b)
	if r := w.run(t.Context(), b); r[0].Failure().Code() != tools.CodeUnknownTool {
		t.Errorf("got code %s", r[0].Failure().Code())
	}
}

// Panics of listeners are logged with their stack.
func TestPanicsAreLogged(t *testing.T) {
	var log bytes.Buffer
	reg, err := tools.New(tools.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	must(t, err)
	w := newWorld(t)
	must(t, undoOnly(reg.Mount(w.root, pool{reg})))
	must(t, reg.Events.PreExecute.On(w.root, func(context.Context, *tools.Call, event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
		panic("policy broke")
	}, event.Label("strict")))
	if _, err := reg.Execute(t.Context(), oneCall("x")); err != nil {
		t.Fatal(err)
	}
	if got := log.String(); !strings.Contains(got, "policy broke") || !strings.Contains(got, "strict") || !strings.Contains(got, "goroutine") {
		t.Errorf("logged: %s", got)
	}
}

func TestNilArguments(t *testing.T) {
	w := newWorld(t)
	if _, err := w.reg.Register(w.root, rawTool("tool", nothing), tools.When(nil)); codeOf(err) != "NIL_ARGUMENT" {
		t.Errorf("nil condition: got %v", err)
	}
	if _, err := w.reg.Register(nil, rawTool("tool", nothing)); codeOf(err) != "NIL_ARGUMENT" {
		t.Errorf("nil scope: got %v", err)
	}
	if _, err := w.reg.RunBatch(t.Context(), nil, nil); codeOf(err) != "NIL_ARGUMENT" {
		t.Errorf("nil batch: got %v", err)
	}
	if d := new(tools.Call).Timeout(); d != 0 {
		t.Errorf("a call of nothing has a budget of %v", d)
	}
}
