package jsonl_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

func header() session.Header {
	return session.Header{ID: "s", Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
}

func fixed() session.Options {
	n := 0
	return session.Options{
		Now:   func() time.Time { return header().Created },
		NewID: func() string { n++; return "id-" + strconv.Itoa(n) },
	}
}

func wantCode(t testing.TB, err error, code session.Code) {
	t.Helper()
	if got := session.CodeOf(err); got != code {
		t.Fatalf("error is %v, of code %q; want %q", err, got, code)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func openLog(t testing.TB, path string) (*session.Log, session.Recovery) {
	t.Helper()
	store, err := jsonl.OpenOrCreate(path, header())
	check(t, err)
	log, recovery, err := session.Open(t.Context(), store, fixed())
	check(t, err)
	return log, recovery
}

func closeLog(t testing.TB, log *session.Log) {
	t.Helper()
	check(t, log.Close(context.WithoutCancel(t.Context())))
}

// turn writes a whole turn with one call.
func turn(t testing.TB, log *session.Log) {
	t.Helper()
	ctx := t.Context()
	do := func(_ session.Event, err error) { t.Helper(); check(t, err) }
	call := llm.ToolCall{ID: "a", Name: "read", Arguments: `{"path":"x"}`}
	do(log.StartTurn(ctx))
	do(log.StartStep(ctx))
	do(log.AddUser(ctx, llm.UserMessage("hello")))
	do(log.AddChunk(ctx, session.AssistantChunk{Kind: session.ChunkText, Text: "I look"}))
	do(log.AddAssistant(ctx, session.AssistantMessage{Message: llm.Message{
		Role: llm.RoleAssistant, Content: llm.TextContent("I look"), ToolCalls: []llm.ToolCall{call},
	}}))
	do(log.AddCall(ctx, session.ToolCall{CallID: "a", Name: "read", Arguments: call.Arguments}))
	do(log.AddResult(ctx, session.ToolResult{Message: llm.ToolMessage(llm.ToolResult{
		CallID: "a", Content: llm.TextContent("line\nünï 🙂"),
	})}))
	do(log.EndStep(ctx))
	do(log.EndTurn(ctx, session.EndCompleted, ""))
}

// written returns the bytes of a log with the given number of turns.
func written(t testing.TB, turns int) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	log, _ := openLog(t, path)
	for range turns {
		turn(t, log)
	}
	closeLog(t, log)
	text, err := os.ReadFile(path)
	check(t, err)
	return text
}

func put(t testing.TB, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	check(t, os.WriteFile(path, text, 0o600))
	return path
}
