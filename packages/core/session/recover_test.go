package session_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// reopen opens the first n events of a log again, as after a crash.
func reopen(t testing.TB, events []session.Event) (*session.Log, session.Recovery) {
	t.Helper()
	store := session.NewMemory(header("s"))
	if err := store.Write(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	log, recovery, err := session.Open(t.Context(), store, fixed())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return log, recovery
}

func TestCrashBetweenCalls(t *testing.T) {
	log := memoryLog(t)
	ok, ctx := must(t), t.Context()
	openStep(t, log)
	ok(log.AddAssistant(ctx, response("", call("done"), call("running"), call("waiting"))))
	ok(log.AddCall(ctx, session.ToolCall{CallID: "done", Name: "read"}))
	ok(log.AddResult(ctx, result("done", "x")))
	started := ok(log.AddCall(ctx, session.ToolCall{CallID: "running", Name: "read"}))
	ok(log.AddDispatchStart(ctx, session.DispatchStart{
		RootCallID: "running", ParentCallID: "running", CallID: "running:code:1", Name: "bash",
	}))
	ok(log.Append(ctx, session.Record{
		Type: session.TypeApprovalAsked, Data: session.ApprovalAsked{ID: "p", ToolName: "bash"},
	}))
	crashed := log.History().Events

	log, recovery := reopen(t, crashed)
	want := session.Recovery{
		Turn: 1, OutcomeUnknown: []string{"running"}, NotStarted: []string{"waiting"},
	}
	if diff := cmp.Diff(want, recovery); diff != "" {
		t.Error("recovery:\n" + diff)
	}
	if err := llm.CheckHistory(log.Messages()); err != nil {
		t.Error(err)
	}
	written := log.History().Events[len(crashed):]
	var types []session.Type
	for _, e := range written {
		types = append(types, e.Type)
	}
	if diff := cmp.Diff([]session.Type{
		session.TypeDispatch, session.TypeApprovalDecided, session.TypeToolResult,
		session.TypeToolResult, session.TypeStepEnd, session.TypeTurnEnd,
	}, types); diff != "" {
		t.Error("written:\n" + diff)
	}
	checkLost(t, written[2], session.OutcomeUnknownName, session.OutcomeUnknownCode, []int64{started.Seq})
	checkLost(t, written[3], session.NotStartedName, session.NotStartedCode, nil)
	var end session.TurnEnd
	if err := written[5].Decode(&end); err != nil || end.Reason != session.EndInterrupted {
		t.Errorf("the turn ended as %q (%v)", end.Reason, err)
	}
	// A second opening finds nothing to do.
	_, recovery = reopen(t, log.History().Events)
	if recovery.Repaired() {
		t.Errorf("repaired again: %+v", recovery)
	}
}

func checkLost(t *testing.T, e session.Event, name, code string, sources []int64) {
	t.Helper()
	var got session.ToolResult
	if err := e.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&session.ErrorInfo{Name: name, Code: code}, got.Error); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(sources, e.Sources, cmpopts.EquateEmpty()); diff != "" {
		t.Error("cites:\n" + diff)
	}
	r := got.Message.ToolResult
	if !r.IsError || !strings.HasPrefix(r.Content.Text(), "Error: ") {
		t.Errorf("the result is %+v", r)
	}
}

func TestStreamedTextSurvives(t *testing.T) {
	chunk := func(attempt int, kind session.ChunkKind, text string) session.AssistantChunk {
		return session.AssistantChunk{Attempt: attempt, Kind: kind, Text: text}
	}
	log := memoryLog(t)
	ok, ctx := must(t), t.Context()
	openStep(t, log)
	for _, c := range []session.AssistantChunk{
		chunk(0, session.ChunkText, "a first try that failed"),
		chunk(1, session.ChunkReasoning, "hm"),
		chunk(1, session.ChunkText, "I will "),
		chunk(1, session.ChunkText, "look"),
		chunk(1, session.ChunkToolCall, `{"path":`),
	} {
		ok(log.AddChunk(ctx, c))
	}
	log, recovery := reopen(t, log.History().Events)
	if recovery.Turn != 1 || len(recovery.NotStarted) > 0 {
		t.Errorf("recovery %+v", recovery)
	}
	messages := log.Messages()
	if len(messages) != 2 {
		t.Fatalf("there are %d messages, want 2", len(messages))
	}
	last := messages[1]
	if last.Content.Text() != "I will look" || !last.Interrupted || len(last.ToolCalls) > 0 {
		t.Errorf("kept %+v", last)
	}
}

// Every prefix of a log can be opened, derives to a history that providers accept, and takes more.
func TestEveryPrefixRecovers(t *testing.T) {
	log := memoryLog(t)
	conversation(t, log)
	events := log.History().Events
	for n := range len(events) + 1 {
		log, _ := reopen(t, events[:n])
		if err := llm.CheckHistory(log.Messages()); err != nil {
			t.Errorf("after %d events: %v", n, err)
		}
		openStep(t, log)
		must(t)(log.AddAssistant(t.Context(), response("on")))
		if err := llm.CheckHistory(log.Messages()); err != nil {
			t.Errorf("after %d events and more: %v", n, err)
		}
	}
}
