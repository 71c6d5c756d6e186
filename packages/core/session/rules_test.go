package session_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// Each case leads a log somewhere and then tries what does not fit there.
func TestEventsOutOfOrder(t *testing.T) {
	at := func(turn, step int) map[string]any { return map[string]any{"turn": turn, "step": step} }
	frame := func(kind session.Type, turn, step int) session.Record {
		return session.Record{Type: kind, Data: at(turn, step)}
	}
	appended := session.Surface{Op: session.OpAppend}
	answer := func(m session.AssistantMessage) session.Record {
		m.Turn, m.Step = 1, 1
		return session.Record{Type: session.TypeAssistantMessage, Data: m, Surface: appended}
	}
	interrupted := response("x", call("a"))
	interrupted.Message.Interrupted = true
	begin := func(t *testing.T, log *session.Log) { openStep(t, log) }
	asked := func(t *testing.T, log *session.Log) {
		openStep(t, log)
		must(t)(log.AddAssistant(t.Context(), response("", call("a"))))
	}
	recorded := func(t *testing.T, log *session.Log) {
		asked(t, log)
		must(t)(log.AddCall(t.Context(), session.ToolCall{CallID: "a", Name: "read"}))
	}
	settled := func(t *testing.T, log *session.Log) {
		recorded(t, log)
		must(t)(log.AddResult(t.Context(), result("a", "x")))
	}
	nested := func(t *testing.T, log *session.Log) {
		recorded(t, log)
		must(t)(log.AddDispatchStart(t.Context(), session.DispatchStart{CallID: "a:code:1"}))
	}
	approving := func(t *testing.T, log *session.Log) {
		begin(t, log)
		must(t)(log.Append(t.Context(), session.Record{
			Type: session.TypeApprovalAsked, Data: session.ApprovalAsked{ID: "p"},
		}))
	}
	tests := []struct {
		name   string
		lead   func(*testing.T, *session.Log)
		record session.Record
		says   string
	}{
		{"second turn", begin, frame(session.TypeTurnStart, 2, 0), "turn 1 is still open"},
		{"skipped turn", nil, frame(session.TypeTurnStart, 2, 0), "turn 2 cannot follow turn 0"},
		{"turn end without turn", nil, frame(session.TypeTurnEnd, 1, 0), "turn 1 is not open"},
		{"turn end in a step", begin, frame(session.TypeTurnEnd, 1, 0), "step 1 is still open"},
		{"other turn's end", begin, frame(session.TypeTurnEnd, 2, 0), "turn 2 is not open"},
		{"step without turn", nil, frame(session.TypeStepStart, 1, 1), "turn 1 is not open"},
		{"second step", begin, frame(session.TypeStepStart, 1, 2), "step 1 is still open"},
		{"step end without step", nil, frame(session.TypeStepEnd, 1, 1), "is not open"},
		{"step end with a call", asked, frame(session.TypeStepEnd, 1, 1), `call "a" has no result`},
		{"step end with a sub-call", func(t *testing.T, log *session.Log) {
			nested(t, log)
			must(t)(log.AddResult(t.Context(), result("a", "x")))
		}, frame(session.TypeStepEnd, 1, 1), `sub-call "a:code:1" has not settled`},
		{"user message between call and result", asked, session.Record{
			Type: session.TypeUserMessage, Surface: appended,
			Data: session.UserMessage{Message: llm.UserMessage("x")},
		}, `call "a" has no result`},
		{"chunk without step", nil, session.Record{
			Type: session.TypeAssistantChunk, Data: session.AssistantChunk{},
		}, "no step is open"},
		{"response without step", nil, answer(response("x")), "is not open"},
		{"second response", asked, answer(response("x")), "has its response already"},
		{"interrupted response with calls", begin, answer(interrupted), "cannot have calls"},
		{"calls with one id", begin, answer(response("", call("a"), call("a"))), `have the id "a"`},
		{"call without id", begin, answer(response("", call(""))), "needs an id and a name"},
		{"call without name", begin, answer(response("", llm.ToolCall{ID: "a"})), "needs an id"},
		{"record of an unknown call", begin, session.Record{
			Type: session.TypeToolCall, Data: session.ToolCall{Turn: 1, Step: 1, CallID: "a"},
		}, `no call "a"`},
		{"record of another tool's call", asked, session.Record{
			Type: session.TypeToolCall,
			Data: session.ToolCall{Turn: 1, Step: 1, CallID: "a", Name: "write"},
		}, `no call "a" of tool "write"`},
		{"second record", recorded, session.Record{
			Type: session.TypeToolCall,
			Data: session.ToolCall{Turn: 1, Step: 1, CallID: "a", Name: "read"},
		}, "recorded already"},
		{"second result", settled, session.Record{
			Type: session.TypeToolResult, Surface: appended,
			Data: session.ToolResult{Turn: 1, Step: 1, Message: result("a", "y").Message},
		}, `no call "a" waits`},
		{"sub-call without step", nil, session.Record{
			Type: session.TypeDispatchStart, Data: session.DispatchStart{CallID: "x"},
		}, "no step is open"},
		{"sub-call twice", nested, session.Record{
			Type: session.TypeDispatchStart, Data: session.DispatchStart{CallID: "a:code:1"},
		}, "cannot start twice"},
		{"sub-call settled unstarted", recorded, session.Record{
			Type: session.TypeDispatch, Data: session.Dispatch{CallID: "a:code:1"},
		}, "cannot start twice or settle twice"},
		{"approval outside a turn", nil, session.Record{
			Type: session.TypeApprovalAsked, Data: session.ApprovalAsked{ID: "p"},
		}, "no turn is open"},
		{"approval twice", approving, session.Record{
			Type: session.TypeApprovalAsked, Data: session.ApprovalAsked{ID: "p"},
		}, "asked twice"},
		{"decision unasked", begin, session.Record{
			Type: session.TypeApprovalDecided, Data: session.ApprovalDecided{ID: "p"},
		}, "decided twice"},
		{"turn end with an open approval", func(t *testing.T, log *session.Log) {
			approving(t, log)
			must(t)(log.EndStep(t.Context()))
		}, frame(session.TypeTurnEnd, 1, 0), `approval "p" has no decision`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := memoryLog(t)
			if test.lead != nil {
				test.lead(t, log)
			}
			before := log.Len()
			_, err := log.Append(t.Context(), test.record)
			wantCode(t, err, session.CodeOrder)
			if !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %q does not say %q", err, test.says)
			}
			if log.Len() != before {
				t.Error("the refused event is in the log")
			}
		})
	}
}

// A call id that a provider uses again in a later response belongs to the later call.
func TestCallIDsMayComeAgain(t *testing.T) {
	log := memoryLog(t)
	ok, ctx := must(t), t.Context()
	openStep(t, log)
	for step := range 2 {
		if step > 0 {
			ok(log.StartStep(ctx))
		}
		ok(log.AddAssistant(ctx, response("", call("call_0"))))
		ok(log.AddCall(ctx, session.ToolCall{CallID: "call_0", Name: "read"}))
		ok(log.AddResult(ctx, result("call_0", "x")))
		ok(log.EndStep(ctx))
	}
	if err := llm.CheckHistory(log.Messages()); err != nil {
		t.Error(err)
	}
}
