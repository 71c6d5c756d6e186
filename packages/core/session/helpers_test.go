package session_test

import (
	"context"
	"flag"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write the files in testdata")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// epoch is the time of every event of the tests.
var epoch = time.Date(2026, 1, 2, 3, 4, 5, 6_000_000, time.UTC)

// fixed makes the log's own ids and times the same in every run.
func fixed() session.Options {
	n := 0
	return session.Options{
		Now:   func() time.Time { return epoch },
		NewID: func() string { n++; return "id-" + strconv.Itoa(n) },
	}
}

func header(id string) session.Header { return session.Header{ID: id, Created: epoch} }

func openLog(t testing.TB, store session.Store, options session.Options) *session.Log {
	t.Helper()
	log, _, err := session.Open(t.Context(), store, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return log
}

func memoryLog(t testing.TB) *session.Log {
	t.Helper()
	return openLog(t, session.NewMemory(header("s")), fixed())
}

// must fails the test when an append was refused.
func must(t testing.TB) func(session.Event, error) session.Event {
	t.Helper()
	return func(e session.Event, err error) session.Event {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
}

func wantCode(t testing.TB, err error, code session.Code) {
	t.Helper()
	if got := session.CodeOf(err); got != code {
		t.Fatalf("error is %v, of code %q; want %q", err, got, code)
	}
}

func response(text string, calls ...llm.ToolCall) session.AssistantMessage {
	m := llm.Message{Role: llm.RoleAssistant, Content: llm.TextContent(text), ToolCalls: calls}
	return session.AssistantMessage{Message: m}
}

func call(id string) llm.ToolCall { return llm.ToolCall{ID: id, Name: "read", Arguments: "{}"} }

func result(id, text string) session.ToolResult {
	return session.ToolResult{Message: llm.ToolMessage(llm.ToolResult{
		CallID: id, Name: "read", Content: llm.TextContent(text),
	})}
}

// openStep starts a turn and a step and says something.
func openStep(t testing.TB, log *session.Log) {
	t.Helper()
	ok, ctx := must(t), t.Context()
	ok(log.StartTurn(ctx))
	ok(log.StartStep(ctx))
	ok(log.AddUser(ctx, llm.UserMessage("hello")))
}

// conversation writes two whole turns with everything that a log can hold.
func conversation(t testing.TB, log *session.Log) {
	t.Helper()
	ok, ctx := must(t), t.Context()
	openStep(t, log)
	ok(log.AddChunk(ctx, session.AssistantChunk{Kind: session.ChunkText, Text: "I lo"}))
	ok(log.AddChunk(ctx, session.AssistantChunk{Kind: session.ChunkText, Text: "ok."}))
	ok(log.AddAssistant(ctx, response("I look.", call("a"), call("b"))))
	ok(log.AddCall(ctx, session.ToolCall{CallID: "a", Name: "read", Arguments: "{}"}))
	ok(log.Append(ctx, session.Record{
		Type: session.TypeApprovalAsked, Data: session.ApprovalAsked{ID: "p", ToolName: "read"},
	}))
	ok(log.Append(ctx, session.Record{
		Type: session.TypeApprovalDecided,
		Data: session.ApprovalDecided{ID: "p", Outcome: "allowed-once"},
	}))
	ok(log.AddDispatchStart(ctx, session.DispatchStart{
		RootCallID: "a", ParentCallID: "a", CallID: "a:code:1", Name: "glob",
	}))
	ok(log.AddDispatch(ctx, session.Dispatch{
		RootCallID: "a", ParentCallID: "a", CallID: "a:code:1", Name: "glob",
		Content: llm.TextContent("x.go"),
	}))
	ok(log.AddResult(ctx, result("a", "contents of <a> & \u2028 – ünïcode\n")))
	ok(log.AddCall(ctx, session.ToolCall{CallID: "b", Name: "read", Arguments: "{}"}))
	ok(log.AddResult(ctx, result("b", "second")))
	ok(log.EndStep(ctx))
	ok(log.StartStep(ctx))
	ok(log.AddAssistant(ctx, response("Done.")))
	ok(log.EndStep(ctx))
	ok(log.EndTurn(ctx, session.EndCompleted, ""))
	openStep(t, log)
	ok(log.AddAssistant(ctx, response("Again.")))
	ok(log.EndStep(ctx))
	ok(log.EndTurn(ctx, session.EndCompleted, ""))
}

// advance moves a synctest bubble's clock and lets everything settle.
func advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}
