package agentloop_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/google/go-cmp/cmp"
)

func TestTurn(t *testing.T) {
	w := newWorld(t, script(t, `"turns": [
		{"expect": {"role": "user", "contains": ["go"], "tools": ["echo"]},
		 "respond": {"text": "Looking.", "toolCalls": [{"name": "echo", "arguments": {"a": 1}}, {"name": "nope"}],
		             "usage": {"inputTokens": 5, "outputTokens": 2}}},
		{"expect": {"results": [{"name": "echo", "contains": ["{\"a\":1}"]}, {"isError": true}]},
		 "respond": {"text": "Done.", "usage": {"inputTokens": 7}}}]`), agentloop.Config{})
	w.Register(testkit.Echo("echo"))
	o := w.say("go")
	want := agentloop.Outcome{Turn: 1, Reason: session.EndCompleted, Steps: 2, Text: "Done.", Usage: llm.Usage{InputTokens: 12, OutputTokens: 2}}
	if diff := cmp.Diff(want, o); diff != "" {
		t.Error(diff)
	}
	order := "turn/start step/start user/message request/header assistant/message " +
		"tool/call tool/result tool/call tool/result step/end step/start assistant/message step/end turn/end"
	if got := w.types(); got != order {
		t.Errorf("recorded\n%s\nwant\n%s", got, order)
	}
	if got := w.results(); got != "ok UNKNOWN_TOOL" {
		t.Errorf("results %s", got)
	}
}

func TestContextsGoWithTheNextStep(t *testing.T) {
	var asked [][]string
	m := inTurn(calling("a", "b"), saying("done"))
	w := newWorld(t, modelFunc(func(ctx context.Context, r llm.Request, s llm.Sink) (llm.Response, error) {
		asked = append(asked, texts(r.Messages))
		return m(ctx, r, s)
	}), agentloop.Config{})
	for _, name := range []string{"a", "b"} {
		w.Register(testkit.Tool(name, func(_ context.Context, x *tools.Exec) (any, error) {
			x.DeferContext(testkit.Note("about " + x.Name()))
			return x.Name(), nil
		}))
	}
	w.say("go")
	want := []string{"user: go", "assistant: ", `tool: "a"`, `tool: "b"`, "user: about a", "user: about b"}
	if diff := cmp.Diff(want, asked[1]); diff != "" {
		t.Error(diff)
	}
}

func TestConclusion(t *testing.T) {
	concludes := func(_ context.Context, x *tools.Exec) (any, error) {
		x.ConcludeTurn()
		return "ok", nil
	}
	w := newWorld(t, inTurn(calling("end", "other")), agentloop.Config{})
	w.Register(testkit.Tool("end", concludes))
	w.Register(testkit.Tool("other", ok))
	if o := w.say("go"); o.Reason != session.EndCompleted || o.Steps != 1 || w.results() != "ok ok" {
		t.Errorf("%+v, results %s", o, w.results())
	}
	// A context that waits is answered first.
	w = newWorld(t, inTurn(calling("end"), saying("noted")), agentloop.Config{})
	w.Register(testkit.Tool("end", func(ctx context.Context, x *tools.Exec) (any, error) {
		x.DeferContext(testkit.Note("wait"))
		return concludes(ctx, x)
	}))
	if o := w.say("go"); o.Reason != session.EndCompleted || o.Steps != 2 {
		t.Errorf("with a context: %+v", o)
	}
}

func TestMaxSteps(t *testing.T) {
	w := newWorld(t, script(t, `"then": "repeat", "turns": [{"respond": {"toolCalls": [{"name": "echo"}]}}]`),
		agentloop.Config{MaxSteps: 3})
	w.Register(testkit.Echo("echo"))
	if o := w.say("go"); o.Reason != session.EndMaxSteps || o.Steps != 3 {
		t.Errorf("%+v", o)
	}
	if o := w.say("on"); o.Reason != session.EndMaxSteps || o.Turn != 2 {
		t.Errorf("next turn: %+v", o)
	}
}

func TestCutByTheOutputLimit(t *testing.T) {
	w := newWorld(t, inTurn(func() (llm.Response, error) {
		r, _ := calls("echo")
		r.FinishReason = llm.FinishMaxTokens
		r.Message.Content = llm.TextContent("I will")
		return r, nil
	}, saying("again")), agentloop.Config{})
	ran := false
	w.Register(testkit.Tool("echo", func(context.Context, *tools.Exec) (any, error) { ran = true; return "", nil }))
	o := w.say("go")
	if o.Reason != session.EndMaxTokens || ran || o.Text != "I will" {
		t.Errorf("%+v, ran %v", o, ran)
	}
	for _, e := range w.agent.Log().History().Events {
		var m session.AssistantMessage
		if e.Type == session.TypeAssistantMessage && (e.Decode(&m) != nil || len(m.Dropped) != 1) {
			t.Errorf("dropped calls are not recorded: %+v", m)
		}
	}
	if o := w.say("go on"); o.Reason != session.EndCompleted {
		t.Errorf("next turn: %+v", o)
	}
}

// stalls streams a piece and waits for the end of its context.
func stalls(text string) modelFunc {
	return func(ctx context.Context, _ llm.Request, sink llm.Sink) (llm.Response, error) {
		var a llm.Assembly
		e := llm.TextDelta{Text: text}
		sink.Send(e)
		a.Add(e)
		<-ctx.Done()
		return a.Partial(), llm.Cancelled(ctx)
	}
}

func TestCancelledAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, stalls("The first half"), agentloop.Config{})
		stop := errors.New("stop it")
		must(t, w.agent.Inbox().Post(llm.UserMessage("go")))
		done := make(chan agentloop.Outcome)
		go func() {
			o, err := w.loop.Turn(t.Context())
			must(t, err)
			done <- o
		}()
		synctest.Wait()
		if _, err := w.loop.Turn(t.Context()); agentloop.CodeOf(err) != agentloop.CodeBusy {
			t.Errorf("second turn: %v", err)
		}
		if !w.loop.Cancel(stop) {
			t.Error("nothing to cancel")
		}
		if o := <-done; o.Reason != session.EndAborted || !errors.Is(o.Err, stop) || o.Text != "The first half" {
			t.Errorf("%+v", o)
		}
		last := w.agent.Log().Messages()[1]
		if !last.Interrupted || last.Content.Text() != "The first half" {
			t.Errorf("kept %+v", last)
		}
		if w.loop.Cancel(stop) {
			t.Error("cancelled a turn that has ended")
		}
	})
}

func TestCancelledBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, inTurn(calling("quick", "hangs", "never", "never"), saying("resumed")), agentloop.Config{})
		w.Register(testkit.Tool("quick", func(_ context.Context, x *tools.Exec) (any, error) {
			x.DeferContext(testkit.Note("from quick"))
			return "ok", nil
		}))
		w.Register(testkit.Waiting("hangs"))
		w.Register(testkit.Tool("never", ok))
		must(t, w.agent.Inbox().Post(llm.UserMessage("go")))
		done := make(chan agentloop.Outcome)
		go func() {
			o, err := w.loop.Turn(t.Context())
			must(t, err)
			done <- o
		}()
		synctest.Wait()
		w.loop.Cancel(errors.New("stop"))
		if o := <-done; o.Reason != session.EndAborted {
			t.Errorf("%+v", o)
		}
		if got := w.results(); got != "ok ABORTED ABORTED_BEFORE_DISPATCH ABORTED_BEFORE_DISPATCH" {
			t.Errorf("results %s", got)
		}
		// What waits goes with the next message.
		w.say("go on")
		if got := texts(w.agent.Log().Messages()); got[6] != "user: from quick" || got[7] != "user: go on" {
			t.Errorf("history %q", got)
		}
	})
}

func TestModelFails(t *testing.T) {
	broken := &llm.Error{Code: llm.CodeTruncated, Message: "the stream broke"}
	w := newWorld(t, inTurn(func() (llm.Response, error) {
		r, _ := calls("echo")
		r.Message.Content = llm.TextContent("half")
		return r, broken
	}, saying("whole"), func() (llm.Response, error) { panic("adapter bug") }), agentloop.Config{})
	o := w.say("go")
	if o.Reason != session.EndError || !errors.Is(o.Err, broken) || o.Text != "half" {
		t.Errorf("%+v", o)
	}
	if o := w.say("again"); o.Reason != session.EndCompleted {
		t.Errorf("next turn: %+v", o)
	}
	if o := w.say("once more"); agentloop.CodeOf(o.Err) != agentloop.CodeModelPanic {
		t.Errorf("panic: %+v", o)
	}
}

// failing is an executor whose batch stops half way.
type failing struct{ registry *tools.Registry }

func (f failing) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

func (f failing) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	for i, c := range b.Calls[:2] {
		seq, err := b.Recorder.RecordCall(ctx, tools.CallRecord(c))
		if err != nil || i == 1 {
			break
		}
		_ = b.Recorder.RecordResult(ctx, tools.ResultRecord{CallID: c.CallID, CallSeq: seq, Content: llm.TextContent("ok")})
		sub := tools.SubcallRecord{RootCallID: c.CallID, ParentCallID: c.CallID, CallID: c.CallID + ":1", Name: "x"}
		_ = b.Recorder.(tools.SubcallRecorder).RecordSubcallStart(ctx, sub)
	}
	return nil, errors.New("the scheduler broke")
}

// A batch that fails leaves no call without a result, and says what is known.
func TestBatchFails(t *testing.T) {
	w := newWorld(t, inTurn(calling("a", "b", "c"), saying("on")), agentloop.Config{})
	if _, err := w.Registry.Mount(w.agent.Scope(), failing{w.Registry}); err != nil {
		t.Fatal(err)
	}
	o := w.say("go")
	if o.Reason != session.EndError || !strings.Contains(o.Err.Error(), "the scheduler broke") {
		t.Errorf("%+v", o)
	}
	if got := w.results(); got != "ok TOOL_OUTCOME_UNKNOWN TOOL_NOT_STARTED" {
		t.Errorf("results %s", got)
	}
	if o := w.say("on"); o.Reason != session.EndCompleted {
		t.Errorf("next turn: %+v", o)
	}
}

func TestBlockedStep(t *testing.T) {
	w := newWorld(t, inTurn(saying("fine")), agentloop.Config{})
	type next = event.Next[*agent.Step, agent.Decision]
	must(t, w.agents.Events.PreStep.On(w.Root, func(ctx context.Context, s *agent.Step, n next) (agent.Decision, error) {
		if len(s.Messages) > 0 && s.Messages[0].Content.Text() == "bad" {
			return agent.Block("not here"), nil
		}
		return n.Do(ctx)
	}))
	o := w.say("bad")
	if o.Reason != session.EndBlocked || len(o.Unsent) != 1 || o.Err.Error() != "not here" || w.types() != "turn/start turn/end" {
		t.Errorf("%+v: %s", o, w.types())
	}
	if o := w.say("good"); o.Reason != session.EndCompleted {
		t.Errorf("next turn: %+v", o)
	}
}

// A step that cannot be prepared asks no model and loses no message.
func TestPreparationFails(t *testing.T) {
	w := newWorld(t, inTurn(saying("fine")), agentloop.Config{})
	broken := true
	w.Register(testkit.Tool("maybe", ok), tools.When(func(context.Context, tools.Activation) (bool, error) {
		if broken {
			return false, errors.New("no route")
		}
		return false, nil
	}))
	o := w.say("go")
	if o.Reason != session.EndError || w.agent.Inbox().Len() != 1 || w.types() != "turn/start turn/end" {
		t.Errorf("%+v: %s", o, w.types())
	}
	broken = false
	if o, err := w.loop.Turn(t.Context()); err != nil || o.Reason != session.EndCompleted || o.Text != "fine" {
		t.Errorf("again: %+v, %v", o, err)
	}
}

func TestConditionalToolIsDeclaredAndCallableTogether(t *testing.T) {
	var declared []int
	m := inTurn(calling("maybe"), saying("x"), calling("maybe"), saying("y"))
	w := newWorld(t, modelFunc(func(ctx context.Context, r llm.Request, s llm.Sink) (llm.Response, error) {
		declared = append(declared, len(r.Tools))
		return m(ctx, r, s)
	}), agentloop.Config{})
	w.Register(testkit.Tool("maybe", ok), tools.When(func(_ context.Context, a tools.Activation) (bool, error) {
		return a.Selection.Model == "able", nil
	}))
	w.say("go")
	w.agent.Select(llm.Selection{Model: "able"})
	w.say("go")
	if w.results() != "UNKNOWN_TOOL ok" || !cmp.Equal(declared, []int{0, 0, 1, 1}) {
		t.Errorf("results %s, declared %v", w.results(), declared)
	}
}

func TestIdle(t *testing.T) {
	w := newWorld(t, inTurn(saying("x")), agentloop.Config{})
	if _, err := w.loop.Turn(t.Context()); agentloop.CodeOf(err) != agentloop.CodeIdle {
		t.Errorf("got %v", err)
	}
	w.say("go")
	if _, err := w.loop.Turn(t.Context()); agentloop.CodeOf(err) != agentloop.CodeIdle {
		t.Errorf("after an answer: %v", err)
	}
}

func TestConfig(t *testing.T) {
	w := newWorld(t, inTurn(), agentloop.Config{})
	for _, c := range []agentloop.Config{{MaxSteps: -1}, {MaxParallelToolCalls: -1}, {MaxOutputTokens: -1}} {
		if _, err := agentloop.New(w.agent, w.services, c); agentloop.CodeOf(err) != agentloop.CodeConfig {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := agentloop.New(w.agent, agentloop.Services{}, agentloop.Config{}); agentloop.CodeOf(err) != agentloop.CodeConfig {
		t.Errorf("no services: %v", err)
	}
	if err := w.loop.SetMaxParallel(0); agentloop.CodeOf(err) != agentloop.CodeConfig {
		t.Errorf("no parallel calls: %v", err)
	}
}

// The bound of a batch that runs changes with the setting.
func TestMaxParallelIsLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, inTurn(calling("p", "p", "x", "p", "p"), saying("done")), agentloop.Config{MaxParallelToolCalls: 1})
		var running, most atomic.Int32
		release := make(chan struct{})
		w.Register(testkit.SafeTool("p", func(context.Context, *tools.Exec) (any, error) {
			n := running.Add(1)
			most.Store(max(most.Load(), n))
			<-release
			running.Add(-1)
			return "ok", nil
		}))
		w.Register(testkit.Tool("x", func(context.Context, *tools.Exec) (any, error) {
			return "ok", w.loop.SetMaxParallel(2)
		}))
		done := make(chan agentloop.Outcome)
		go func() { done <- w.say("go") }()
		for i := range 3 {
			synctest.Wait()
			if want := int32(min(max(i, 1), 2)); running.Load() != want {
				t.Errorf("round %d: %d run at once, want %d", i, running.Load(), want)
			}
			if i < 2 {
				release <- struct{}{}
			}
		}
		close(release)
		if o := <-done; o.Reason != session.EndCompleted || most.Load() != 2 {
			t.Errorf("%+v, %d at once", o, most.Load())
		}
	})
}
