package session_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"pgregory.net/rapid"
)

// Random appends, most of them out of place: whatever the log takes, every crash leaves something
// that opens, derives to a history that providers accept, and opens again unchanged.
func TestWhateverIsTakenRecovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		store := session.NewMemory(header("s"))
		log, _, err := session.Open(context.Background(), store, fixed())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.AddUser(context.Background(), llm.UserMessage("hello")); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(t, "appends") {
			_ = appendSomething(t, log) // refusals are part of the game
		}
		if err := log.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		events := log.History().Events
		checkRecovery(t, events[:rapid.IntRange(1, len(events)).Draw(t, "kept")])
	})
}

func appendSomething(t *rapid.T, log *session.Log) error {
	ctx := context.Background()
	id := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "id")
	var err error
	switch rapid.IntRange(0, 10).Draw(t, "what") {
	case 0:
		_, err = log.StartTurn(ctx)
	case 1:
		_, err = log.StartStep(ctx)
	case 2, 3:
		_, err = log.AddAssistant(ctx, response("x", call(id), call(id+"2")))
	case 4:
		_, err = log.AddCall(ctx, session.ToolCall{CallID: id, Name: "read"})
	case 5:
		_, err = log.AddResult(ctx, result(id, "y"))
	case 6:
		_, err = log.AddResult(ctx, result(id+"2", "z"))
	case 7:
		_, err = log.EndStep(ctx)
	case 8:
		_, err = log.EndTurn(ctx, session.EndCompleted, "")
	case 9:
		_, err = log.AddUser(ctx, llm.UserMessage("u"))
	default:
		end := log.Len()
		_, err = log.Append(ctx, session.Record{
			Type: session.TypeUserMessage, Data: session.UserMessage{Message: llm.UserMessage("sum")},
			Surface: replace(rapid.Int64Range(0, end).Draw(t, "from"), rapid.Int64Range(0, end).Draw(t, "to")),
		})
	}
	return err
}

func checkRecovery(t *rapid.T, events []session.Event) {
	ctx := context.Background()
	store := session.NewMemory(header("s"))
	if err := store.Write(ctx, events); err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		log, recovery, err := session.Open(ctx, store, fixed())
		if err != nil {
			t.Fatal(err)
		}
		if err := llm.CheckHistory(log.Messages()); err != nil {
			t.Fatal(fmt.Errorf("round %d: %w", round, err))
		}
		if round > 0 && recovery.Repaired() {
			t.Fatalf("repaired twice: %+v", recovery)
		}
		if err := log.Close(ctx); err != nil {
			t.Fatal(err)
		}
	}
}
