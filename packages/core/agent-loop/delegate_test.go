package agentloop_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
)

func value(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseString(text)
	must(t, err)
	return v
}

const countSchema = `{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false}`

func TestDelegateText(t *testing.T) {
	w := newWorld(t, script(t, `"turns": [{"expect": {"contains": ["count the files"], "tools": ["echo"]},
		"respond": {"text": "There are 3."}}]`), agentloop.Config{})
	w.Register(testkit.Echo("echo"))
	var child *agent.Agent
	r, err := w.loop.Delegate(t.Context(), agentloop.Task{
		Prompt: "count the files",
		Setup:  func(_ context.Context, a *agent.Agent) error { child = a; return nil },
	})
	must(t, err)
	if r.Output != "There are 3." || r.StopReason != session.EndCompleted || r.Steps != 1 || r.Diagnostic != "" {
		t.Errorf("%+v", r)
	}
	if child.Owner() != w.agent || child.IsLive() || !strings.HasPrefix(child.ID(), "s-1/") || len(w.agents.All()) != 1 {
		t.Errorf("child %s, %d agents are alive", child.ID(), len(w.agents.All()))
	}
	if w.agent.Log().Len() != 0 {
		t.Error("the child wrote into its owner's log")
	}
}

// Arguments that violate the schema may be mended in the same turn; every further
// call is refused, and the valid ones are the result.
func TestDelegateStructured(t *testing.T) {
	w := newWorld(t, script(t, `"turns": [
		{"expect": {"system": ["structured_output"], "tools": ["structured_output"]},
		 "respond": {"toolCalls": [{"name": "structured_output", "arguments": {"n": "three"}}]}},
		{"expect": {"results": [{"isError": true, "contains": ["invalid arguments"]}]},
		 "respond": {"text": "Here.", "toolCalls": [{"name": "structured_output", "arguments": {"n": 3}}, {"name": "echo"},
			{"name": "structured_output", "arguments": {"n": 4}}]}}]`), agentloop.Config{})
	w.Register(testkit.Echo("echo"))
	log, _, err := session.Open(t.Context(), session.NewMemory(session.Header{ID: "kept"}), session.Options{})
	must(t, err)
	r, err := w.loop.Delegate(t.Context(), agentloop.Task{ID: "kept", Prompt: "count", Schema: value(t, countSchema), Log: log})
	must(t, err)
	if r.Structured.Text() != `{"n":3}` || r.Output != "Here." || r.StopReason != session.EndCompleted || r.Steps != 2 {
		t.Errorf("%+v", r)
	}
	if _, leaked := w.Registry.Get(agentloop.StructuredTool, w.agent.Key(), nil); leaked {
		t.Error("the tool is visible outside the sub-agent")
	}
	refused := 0
	for _, m := range log.Messages() {
		if m.ToolResult != nil && strings.HasPrefix(m.ToolResult.Content.Text(),
			"Error: structured output already recorded: the run is complete, so `") {
			refused++
		}
	}
	if refused != 2 {
		t.Errorf("%d calls after the result were refused", refused)
	}
	must(t, llm.CheckHistory(log.Messages()))
	must(t, log.Close(t.Context()))
}

// A policy that blocks the delivery takes it back; without one the run has failed.
func TestDelegateBlockedDelivery(t *testing.T) {
	deliver := func() (llm.Response, error) {
		r, _ := calls(agentloop.StructuredTool)
		r.Message.ToolCalls[0].Arguments = `{"n": 3}`
		return r, nil
	}
	for _, tt := range []struct {
		name   string
		blocks int
		model  modelFunc
		want   string
		reason session.EndReason
	}{
		{"mended", 1, inTurn(deliver, deliver), `{"n":3}`, session.EndCompleted},
		{"given up", 1, inTurn(deliver, saying("no")), "", session.EndError},
		{"never tried", 0, inTurn(saying("3")), "", session.EndError},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.model, agentloop.Config{})
			type next = event.Next[*tools.Inspection, tools.PostDecision]
			blocks := tt.blocks
			must(t, w.Registry.Events.PostExecute.On(w.Root, func(ctx context.Context, _ *tools.Inspection, n next) (tools.PostDecision, error) {
				if blocks--; blocks >= 0 {
					return tools.Block(llm.TextContent("count again")), nil
				}
				return n.Do(ctx)
			}))
			r, err := w.loop.Delegate(t.Context(), agentloop.Task{Prompt: "count", Schema: value(t, countSchema)})
			must(t, err)
			if r.Structured.Text() != tt.want || r.StopReason != tt.reason || (r.Diagnostic == "") != (tt.want != "") {
				t.Errorf("%+v", r)
			}
		})
	}
}

// A delivery inside a program counts when the program succeeds.
func TestDelegateNestedDelivery(t *testing.T) {
	for _, fails := range []bool{false, true} {
		w := newWorld(t, inTurn(calling("program"), saying("end")), agentloop.Config{})
		w.Register(testkit.Tool("program", func(ctx context.Context, x *tools.Exec) (any, error) {
			in := tools.Invocation{CallID: "n1", Name: agentloop.StructuredTool, Value: value(t, `{"n": 1}`)}
			inner := x.Nested().Call(ctx, in).Result
			in.CallID = "n2"
			if again := x.Nested().Call(ctx, in).Result; !again.IsError() {
				t.Error("a second delivery was accepted")
			}
			if fails {
				return nil, errors.New("the program failed")
			}
			x.Forward(inner)
			return "ok", nil
		}))
		r, err := w.loop.Delegate(t.Context(), agentloop.Task{Prompt: "count", Schema: value(t, countSchema)})
		must(t, err)
		if got := r.Structured.Text() == `{"n":1}`; got == fails {
			t.Errorf("program fails %v: %+v", fails, r)
		}
	}
}

func TestDelegateRefusesSchemas(t *testing.T) {
	w := newWorld(t, inTurn(), agentloop.Config{})
	for schema, want := range map[string]string{
		`{"type": "string"}`: "unsupported JSON schema: schema.type must be \"object\" (structured output is object-rooted)",
		`{"oneOf": [{"type": "object"}, {"type": "null"}]}`: "object-rooted",
		`{"type": "object", "$ref": "#/x"}`:                 "unsupported JSON schema: ",
	} {
		_, err := w.loop.Delegate(t.Context(), agentloop.Task{Prompt: "x", Schema: value(t, schema)})
		if agentloop.CodeOf(err) != agentloop.CodeSchema || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", schema, err)
		}
	}
}

// The diagnostic tells how it ended, not what was said.
func TestDelegateDiagnostic(t *testing.T) {
	w := newWorld(t, inTurn(func() (llm.Response, error) {
		return llm.Response{}, &llm.Error{Code: llm.CodeAuth, Message: "the key sk-123 is wrong"}
	}), agentloop.Config{})
	r, err := w.loop.Delegate(t.Context(), agentloop.Task{Prompt: "x"})
	must(t, err)
	if r.Diagnostic != "the run ended as error: LLM_AUTH" || r.StopReason != session.EndError {
		t.Errorf("%+v", r)
	}
}

// Cancelling the task, and closing the owner, end the sub-agent and wait for it.
func TestDelegateEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, stalls("so far"), agentloop.Config{})
		ctx, cancel := context.WithCancel(t.Context())
		reports := make(chan agentloop.Report)
		run := func(ctx context.Context) {
			r, err := w.loop.Delegate(ctx, agentloop.Task{Prompt: "x"})
			must(t, err)
			reports <- r
		}
		go run(ctx)
		synctest.Wait()
		cancel()
		if r := <-reports; r.StopReason != session.EndAborted || r.Output != "so far" {
			t.Errorf("cancelled: %+v", r)
		}
		go run(t.Context())
		synctest.Wait()
		closed := make(chan error)
		go func() { closed <- w.agent.Close(t.Context()) }()
		if r := <-reports; r.StopReason != session.EndAborted {
			t.Errorf("closed: %+v", r)
		}
		must(t, <-closed)
	})
}

// A sub-agent without a form does not see the form of the agent above it.
func TestFormIsNotInherited(t *testing.T) {
	w := newWorld(t, inTurn(saying("never asked")), agentloop.Config{})
	_, err := w.Registry.Register(w.agent.Scope(), testkit.Tool(agentloop.StructuredTool, ok))
	must(t, err)
	_, err = w.loop.Delegate(t.Context(), agentloop.Task{Prompt: "x", Setup: func(_ context.Context, a *agent.Agent) error {
		if _, visible := w.Registry.Get(agentloop.StructuredTool, a.Key(), nil); visible {
			t.Error("visible")
		}
		return nil
	}})
	must(t, err)
}
