package session_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/google/go-cmp/cmp"
)

func TestEventsAreNumberedAndKept(t *testing.T) {
	store := session.NewMemory(header("s"))
	log := openLog(t, store, fixed())
	conversation(t, log)
	events := log.History().Events
	for i, e := range events {
		if e.Seq != int64(i) || !e.Time.Equal(epoch) {
			t.Errorf("event %d has number %d and time %v", i, e.Seq, e.Time)
		}
	}
	loaded, err := store.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(events, loaded.Events); diff != "" {
		t.Error("the store holds other events (-log +store):\n" + diff)
	}
}

func TestResultCitesItsCall(t *testing.T) {
	log := memoryLog(t)
	ok, ctx := must(t), t.Context()
	openStep(t, log)
	ok(log.AddAssistant(ctx, response("", call("a"))))
	recorded := ok(log.AddCall(ctx, session.ToolCall{CallID: "a", Name: "read"}))
	settled := ok(log.AddResult(ctx, result("a", "x")))
	if diff := cmp.Diff([]int64{recorded.Seq}, settled.Sources); diff != "" {
		t.Error(diff)
	}
}

func TestDataIsSnapshotted(t *testing.T) {
	log := memoryLog(t)
	data := map[string]any{"items": []string{"before"}}
	e := must(t)(log.Append(t.Context(), session.Record{Type: session.TypeTodoWrite, Data: data}))
	data["items"] = []string{"after"}
	if got := e.Data.Text(); got != `{"items":["before"]}` {
		t.Errorf("the event changed with the caller's value: %s", got)
	}
}

func TestRefusedRecords(t *testing.T) {
	surface := session.Surface{Op: session.OpAppend}
	tests := []struct {
		name   string
		record session.Record
		code   session.Code
	}{
		{"unknown type", session.Record{Type: "todo/read", Data: struct{}{}}, session.CodeUnknownType},
		{"no type", session.Record{Data: struct{}{}}, session.CodeUnknownType},
		{"no data", session.Record{Type: session.TypeTodoWrite}, session.CodeLossy},
		{"array", session.Record{Type: session.TypeTodoWrite, Data: []int{1}}, session.CodeLossy},
		{"not a number", session.Record{Type: session.TypeTodoWrite, Data: map[string]any{
			"n": math.NaN(),
		}}, session.CodeLossy},
		{"absent value", session.Record{Type: session.TypeTodoWrite, Data: jsonvalue.Value{}},
			session.CodeLossy},
		{"cites itself", session.Record{
			Type: session.TypeTodoWrite, Data: struct{}{}, Sources: []int64{0},
		}, session.CodeRange},
		{"surface of a task list", session.Record{
			Type: session.TypeTodoWrite, Data: struct{}{}, Surface: surface,
		}, session.CodeSurface},
		{"message beside the surface", session.Record{
			Type: session.TypeUserMessage, Data: session.UserMessage{Message: llm.UserMessage("x")},
		}, session.CodeSurface},
		{"wrong role", session.Record{
			Type: session.TypeUserMessage, Surface: surface,
			Data: session.UserMessage{Message: llm.Message{Role: llm.RoleAssistant}},
		}, session.CodeSurface},
		{"malformed payload", session.Record{
			Type: session.TypeTurnStart, Data: map[string]any{"turn": "one"},
		}, session.CodeCorrupt},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := memoryLog(t)
			_, err := log.Append(t.Context(), test.record)
			wantCode(t, err, test.code)
			if log.Len() != 0 {
				t.Error("the refused event is in the log")
			}
		})
	}
}

func TestPluginTypes(t *testing.T) {
	catalog := new(session.Catalog)
	if err := catalog.Declare("goal/set", true); err != nil {
		t.Fatal(err)
	}
	if err := catalog.Declare("goal/need", false); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []session.Type{
		"goal/set", "turn/start", "session/header", "Goal/x", "goal", "a/b/c", "/x", "x/", "-a/b", "",
	} {
		wantCode(t, catalog.Declare(bad, false), session.CodeUnknownType)
	}
	store := session.NewMemory(header("s"))
	options := fixed()
	options.Catalog = catalog
	log := openLog(t, store, options)
	ok := must(t)
	ok(log.Append(t.Context(), session.Record{Type: "goal/set", Data: struct{}{}}))
	// A program without the plugin can ignore what the plugin declared ignorable.
	openLog(t, store, fixed())
	ok(log.Append(t.Context(), session.Record{Type: "goal/need", Data: struct{}{}}))
	_, _, err := session.Open(t.Context(), store, fixed())
	wantCode(t, err, session.CodeUnknownType)
}

func TestHeaderIsChecked(t *testing.T) {
	for _, test := range []struct {
		header session.Header
		code   session.Code
	}{
		{session.Header{ID: "s", Version: 1}, session.CodeVersion},
		{session.Header{ID: "s", Version: -1}, session.CodeVersion},
		{session.Header{}, session.CodeIdentity},
	} {
		_, _, err := session.Open(t.Context(), session.NewMemory(test.header), fixed())
		wantCode(t, err, test.code)
	}
}

func TestClosedLog(t *testing.T) {
	log := memoryLog(t)
	openStep(t, log)
	for range 2 {
		if err := log.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	_, err := log.StartTurn(t.Context())
	wantCode(t, err, session.CodeClosed)
	_, err = log.AddUser(t.Context(), llm.UserMessage("x"))
	wantCode(t, err, session.CodeClosed)
	if got := len(log.Messages()); got != 1 {
		t.Errorf("a closed log has %d messages, want 1", got)
	}
}

func TestObservers(t *testing.T) {
	var reported []error
	options := fixed()
	options.Report = func(err error) { reported = append(reported, err) }
	log := openLog(t, session.NewMemory(header("s")), options)
	ok := must(t)
	ok(log.StartTurn(t.Context()))
	var seen []int64
	var inner error
	log.Observe(func(context.Context, session.Event) { panic("boom") })
	stop := log.Observe(func(ctx context.Context, e session.Event) {
		seen = append(seen, e.Seq)
		_, inner = log.Append(ctx, session.Record{Type: session.TypeTodoWrite, Data: struct{}{}})
		if err := log.Close(ctx); session.CodeOf(err) != session.CodeReentrant {
			t.Error("an observer could close the log")
		}
	})
	ok(log.StartStep(t.Context()))
	ok(log.AddUser(t.Context(), llm.UserMessage("x")))
	stop()
	ok(log.AddUser(t.Context(), llm.UserMessage("y")))
	if diff := cmp.Diff([]int64{1, 2}, seen); diff != "" {
		t.Error("observed:\n" + diff)
	}
	wantCode(t, inner, session.CodeReentrant)
	var panicked *session.PanicError
	if len(reported) != 3 || !errors.As(reported[0], &panicked) || panicked.Value != "boom" {
		t.Errorf("reported %v, want three panics", reported)
	}
}

// An observer that another goroutine's append disturbs is still told everything, once, in order.
func TestObserverOrderConcurrentSafe(t *testing.T) {
	log := memoryLog(t)
	var seen []int64
	log.Observe(func(_ context.Context, e session.Event) { seen = append(seen, e.Seq) })
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 50 {
				r := session.Record{Type: session.TypeTodoWrite, Data: struct{}{}}
				add := log.Append
				if i%2 == 0 {
					add = log.Enqueue
				}
				if _, err := add(context.Background(), r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if err := log.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 400 {
		t.Fatalf("told of %d events, want 400", len(seen))
	}
	for i, seq := range seen {
		if seq != int64(i) {
			t.Fatalf("told of %d at place %d", seq, i)
		}
	}
}
