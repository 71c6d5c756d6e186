package session_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

// many is how many events the benchmarks write, at most a turn's worth less.
const many = 100_000

// fill appends turns of sixteen events each, as an agent with two calls a step makes them: frames
// and chunks enqueued, everything else acknowledged when acknowledge is set.
func fill(b *testing.B, log *session.Log, acknowledge bool) {
	add := log.Enqueue
	if acknowledge {
		add = log.Append
	}
	ctx := context.Background()
	do := func(_ session.Event, err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	surface := session.Surface{Op: session.OpAppend}
	message := func(t session.Type, data any) {
		do(add(ctx, session.Record{Type: t, Data: data, Surface: surface}))
	}
	for turn := 1; log.Len() < many; turn++ {
		do(log.StartTurn(ctx))
		do(log.StartStep(ctx))
		message(session.TypeUserMessage, session.UserMessage{Message: llm.UserMessage("go on")})
		for range 4 {
			do(log.AddChunk(ctx, session.AssistantChunk{Kind: session.ChunkText, Text: "a few words"}))
		}
		m := response("I look at two files.", call("a"), call("b"))
		m.Turn, m.Step = turn, 1
		message(session.TypeAssistantMessage, m)
		for _, id := range []string{"a", "b"} {
			do(add(ctx, session.Record{Type: session.TypeToolCall, Data: session.ToolCall{
				Turn: turn, Step: 1, CallID: id, Name: "read", Arguments: `{"path":"main.go"}`,
			}}))
			do(log.AddDispatchStart(ctx, session.DispatchStart{CallID: id + ":code:1", Name: "glob"}))
			do(log.AddDispatch(ctx, session.Dispatch{CallID: id + ":code:1", Name: "glob"}))
			r := result(id, "package main\n\nfunc main() {}\n")
			r.Turn, r.Step = turn, 1
			message(session.TypeToolResult, r)
		}
		do(log.EndStep(ctx))
		do(add(ctx, session.Record{Type: session.TypeTurnEnd, Data: session.TurnEnd{
			Turn: turn, Reason: session.EndCompleted,
		}}))
	}
}

func open(b *testing.B, path string) *session.Log {
	store, err := jsonl.OpenOrCreate(path, header("s"))
	if err != nil {
		b.Fatal(err)
	}
	log, _, err := session.Open(context.Background(), store, session.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return log
}

func shut(b *testing.B, log *session.Log) {
	if err := log.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// One iteration appends 100,000 events to a file, all of them on the medium at the end, and opens
// the file again.
func BenchmarkAppendAndResume100k(b *testing.B) {
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "log")
		log := open(b, path)
		fill(b, log, false)
		shut(b, log)
		shut(b, open(b, path))
	}
}

func BenchmarkResume100k(b *testing.B) {
	path := filepath.Join(b.TempDir(), "log")
	log := open(b, path)
	fill(b, log, false)
	shut(b, log)
	for b.Loop() {
		shut(b, open(b, path))
	}
}

// Acknowledged appends of many goroutines share their syncs.
func BenchmarkAppendAcknowledged(b *testing.B) {
	log := open(b, filepath.Join(b.TempDir(), "log"))
	b.SetParallelism(64)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := log.Append(context.Background(), todo()); err != nil {
				b.Error(err)
			}
		}
	})
	shut(b, log)
}

func BenchmarkMessages(b *testing.B) {
	log := memoryLog(b)
	for range 50 {
		if _, open := log.Turn(); open {
			b.Fatal("a turn is open")
		}
		conversationB(b, log)
	}
	for b.Loop() {
		_ = log.Messages()
	}
}

func conversationB(b *testing.B, log *session.Log) {
	ok, ctx := must(b), b.Context()
	openStep(b, log)
	ok(log.AddAssistant(ctx, response("Again.")))
	ok(log.EndStep(ctx))
	ok(log.EndTurn(ctx, session.EndCompleted, ""))
}
