package session_test

import (
	"context"
	"fmt"
	"os"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// A turn as an agent records it.
func Example() {
	ctx := context.Background()
	store := session.NewMemory(session.Header{ID: "example"})
	log, _, err := session.Open(ctx, store, session.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer log.Close(ctx)

	log.StartTurn(ctx)
	log.StartStep(ctx)
	log.AddUser(ctx, llm.UserMessage("What is in the file?"))
	log.AddAssistant(ctx, session.AssistantMessage{Message: llm.Message{
		Role:      llm.RoleAssistant,
		ToolCalls: []llm.ToolCall{{ID: "1", Name: "read", Arguments: `{"path":"notes.txt"}`}},
	}})
	log.AddCall(ctx, session.ToolCall{CallID: "1", Name: "read", Arguments: `{"path":"notes.txt"}`})
	log.AddResult(ctx, session.ToolResult{Message: llm.ToolMessage(llm.ToolResult{
		CallID: "1", Content: llm.TextContent("buy milk"),
	})})
	log.EndStep(ctx)
	log.EndTurn(ctx, session.EndCompleted, "")

	for _, m := range log.Messages() {
		fmt.Println(m.Role)
	}
	// Output:
	// user
	// assistant
	// tool
}

// A log that a crash cut off is closed when it is opened again.
func ExampleOpen() {
	ctx := context.Background()
	store := session.NewMemory(session.Header{ID: "example"})
	log, _, _ := session.Open(ctx, store, session.Options{})
	log.StartTurn(ctx)
	log.StartStep(ctx)
	log.AddUser(ctx, llm.UserMessage("Delete it."))
	log.AddAssistant(ctx, session.AssistantMessage{Message: llm.Message{
		Role:      llm.RoleAssistant,
		ToolCalls: []llm.ToolCall{{ID: "1", Name: "bash", Arguments: `{"command":"rm x"}`}},
	}})
	log.AddCall(ctx, session.ToolCall{CallID: "1", Name: "bash", Arguments: `{"command":"rm x"}`})
	log.Close(ctx) // the process ends here, the call is still running

	log, recovery, err := session.Open(ctx, store, session.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer log.Close(ctx)
	fmt.Println("turn", recovery.Turn, "was open; unknown outcome:", recovery.OutcomeUnknown)
	last := log.Messages()[2]
	fmt.Println(last.ToolResult.CallID, last.ToolResult.IsError)
	// Output:
	// turn 1 was open; unknown outcome: [1]
	// 1 true
}

// An observer is told of events in order; those that Append acknowledged are kept by then.
func ExampleLog_Observe() {
	ctx := context.Background()
	store := session.NewMemory(session.Header{ID: "example"})
	log, _, _ := session.Open(ctx, store, session.Options{})
	defer log.Close(ctx)
	stop := log.Observe(func(_ context.Context, e session.Event) { fmt.Println(e.Seq, e.Type) })
	defer stop()
	log.StartTurn(ctx)
	log.EndTurn(ctx, session.EndCompleted, "")
	// Output:
	// 0 turn/start
	// 1 turn/end
}

// Compaction puts a summary in the place of a run of messages.
func ExampleSurface() {
	ctx := context.Background()
	store := session.NewMemory(session.Header{ID: "example"})
	log, _, _ := session.Open(ctx, store, session.Options{})
	defer log.Close(ctx)
	first, _ := log.AddUser(ctx, llm.UserMessage("one"))
	last, _ := log.AddUser(ctx, llm.UserMessage("two"))
	log.AddUser(ctx, llm.UserMessage("three"))
	log.Append(ctx, session.Record{
		Type:    session.TypeUserMessage,
		Data:    session.UserMessage{Message: llm.UserMessage("one and two, in short")},
		Surface: session.Surface{Op: session.OpReplace, Start: first.Seq, End: last.Seq},
	})
	for _, m := range log.Messages() {
		fmt.Println(m.Content.Text())
	}
	// Output:
	// one and two, in short
	// three
}

// A fork begins with a part of another session.
func ExampleHistory_Fork() {
	ctx := context.Background()
	log, _, _ := session.Open(ctx, session.NewMemory(session.Header{ID: "a"}), session.Options{})
	defer log.Close(ctx)
	log.AddUser(ctx, llm.UserMessage("the same beginning"))
	log.AddUser(ctx, llm.UserMessage("another end"))

	header, events, err := log.History().Fork("b", 1, header("b").Created)
	if err != nil {
		fmt.Println(err)
		return
	}
	store := session.NewMemory(header)
	if err := store.Write(ctx, events); err != nil {
		fmt.Println(err)
		return
	}
	fork, _, _ := session.Open(ctx, store, session.Options{})
	defer fork.Close(ctx)
	fmt.Println(len(fork.Messages()), "message, forked from", fork.Header().Parent.ID)
	// Output:
	// 1 message, forked from a
}

// A plugin declares the events it owns.
func ExampleCatalog() {
	catalog := new(session.Catalog)
	fmt.Println(catalog.Declare("goal/set", true))
	fmt.Println(catalog.Declare("turn/start", true))
	// Output:
	// <nil>
	// event type "turn/start" is declared already
}

func ExampleShow() {
	ctx := context.Background()
	log, _, _ := session.Open(ctx, session.NewMemory(header("s")), session.Options{})
	defer log.Close(ctx)
	log.AddUser(ctx, llm.UserMessage("hello"))
	if err := session.Show(os.Stdout, log.History(), session.ShowOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// session s, created 2026-01-02T03:04:05.006Z, 1 events
	// user: hello
}

func ExampleExport() {
	ctx := context.Background()
	log, _, _ := session.Open(ctx, session.NewMemory(header("s")), session.Options{})
	defer log.Close(ctx)
	log.AddUser(ctx, llm.UserMessage("hello"))
	if err := session.Export(os.Stdout, log.History(), session.FormatMarkdown); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # Session s
	//
	// ## User
	//
	// hello
}
