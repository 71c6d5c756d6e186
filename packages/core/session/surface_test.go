package session_test

import (
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/google/go-cmp/cmp"
)

func texts(log *session.Log) []string {
	var out []string
	for _, m := range log.Messages() {
		text := string(m.Role) + ": " + m.Content.Text()
		if m.ToolResult != nil {
			text += m.ToolResult.Content.Text()
		}
		out = append(out, text)
	}
	return out
}

func replace(start, end int64) session.Surface {
	return session.Surface{Op: session.OpReplace, Start: start, End: end}
}

// oneCall writes a turn whose surface is made of the events 2, 3, 5 and 7.
func oneCall(t *testing.T) *session.Log {
	t.Helper()
	log := memoryLog(t)
	ok, ctx := must(t), t.Context()
	openStep(t, log)
	ok(log.AddAssistant(ctx, response("look", call("a"))))
	ok(log.AddCall(ctx, session.ToolCall{CallID: "a", Name: "read"}))
	ok(log.AddResult(ctx, result("a", "long text")))
	ok(log.EndStep(ctx))
	ok(log.AddUser(ctx, llm.UserMessage("next")))
	return log
}

func TestCompactionReplacesARun(t *testing.T) {
	log := oneCall(t)
	summary := session.UserMessage{Message: llm.UserMessage("what happened so far")}
	before := log.History()
	must(t)(log.Append(t.Context(), session.Record{
		Type: session.TypeUserMessage, Data: summary, Surface: replace(2, 5),
	}))
	want := []string{"user: what happened so far", "user: next"}
	if diff := cmp.Diff(want, texts(log)); diff != "" {
		t.Error(diff)
	}
	if got := len(before.Messages()); got != 4 {
		t.Errorf("an older snapshot has %d messages now, want 4", got)
	}
}

func TestResultReplacementChangesContent(t *testing.T) {
	log := oneCall(t)
	must(t)(log.Append(t.Context(), session.Record{
		Type: session.TypeToolResult, Surface: replace(5, 5),
		Data: session.ToolResult{Message: result("a", "cut").Message},
	}))
	want := []string{"user: hello", "assistant: look", "tool: cut", "user: next"}
	if diff := cmp.Diff(want, texts(log)); diff != "" {
		t.Error(diff)
	}
	if err := llm.CheckHistory(log.Messages()); err != nil {
		t.Error(err)
	}
}

func TestRefusedReplacements(t *testing.T) {
	failed := result("a", "cut")
	failed.Message.ToolResult.IsError = true
	user := session.UserMessage{Message: llm.UserMessage("x")}
	tests := []struct {
		name  string
		kind  session.Type
		data  any
		where session.Surface
	}{
		{"unknown start", session.TypeUserMessage, user, replace(1, 5)},
		{"unknown end", session.TypeUserMessage, user, replace(2, 4)},
		{"backwards", session.TypeUserMessage, user, replace(7, 2)},
		{"negative", session.TypeUserMessage, user, replace(-1, -1)},
		{"result without its call", session.TypeUserMessage, user, replace(5, 7)},
		{"call without its result", session.TypeUserMessage, user, replace(2, 3)},
		{"response with calls", session.TypeAssistantMessage, response("", call("b")), replace(2, 5)},
		{"result for a run", session.TypeToolResult, result("a", "x"), replace(3, 5)},
		{"result for a message", session.TypeToolResult, result("a", "x"), replace(2, 2)},
		{"other call's result", session.TypeToolResult, result("b", "x"), replace(5, 5)},
		{"failure for a success", session.TypeToolResult, failed, replace(5, 5)},
		{"unknown operation", session.TypeUserMessage, user, session.Surface{Op: "remove"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := oneCall(t)
			_, err := log.Append(t.Context(), session.Record{
				Type: test.kind, Data: test.data, Surface: test.where,
			})
			wantCode(t, err, session.CodeSurface)
		})
	}
}

func TestEmptyMessagesAreNotSent(t *testing.T) {
	log := memoryLog(t)
	ok, ctx := must(t), t.Context()
	openStep(t, log)
	ok(log.AddAssistant(ctx, response("", call("a"))))
	ok(log.AddResult(ctx, session.ToolResult{Message: llm.ToolMessage(llm.ToolResult{
		CallID: "a", Content: llm.Content{llm.Text{}, llm.Text{Text: "x"}},
	})}))
	ok(log.EndStep(ctx))
	ok(log.StartStep(ctx))
	ok(log.AddAssistant(ctx, response("")))
	ok(log.EndStep(ctx))
	ok(log.AddUser(ctx, llm.Message{Role: llm.RoleUser}))
	if err := llm.CheckHistory(log.Messages()); err != nil {
		t.Error(err)
	}
	want := []string{"user: hello", "assistant: ", "tool: x"}
	if diff := cmp.Diff(want, texts(log)); diff != "" {
		t.Error(diff)
	}
}
