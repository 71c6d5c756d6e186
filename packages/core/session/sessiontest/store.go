package sessiontest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// Backend makes stores on one medium, empty in the beginning.
type Backend struct {
	// Open opens the log, making it on the first call. It is called again after the store it
	// returned was closed, and must then give back what was kept.
	Open func() (session.Store, error)
	// Exclusive says that a second Open fails with session.CodeLocked while the first store is
	// open. Stores that several processes can reach need it.
	Exclusive bool
}

// TestStore runs the cases of the contract of session.Store, each on a backend of its own from
// fresh.
func TestStore(t *testing.T, fresh func(*testing.T) Backend) {
	t.Helper()
	cases := []struct {
		name string
		run  func(*testing.T, Backend)
	}{
		{"a new store is empty and has a valid header", testEmpty},
		{"events come back as they were written", testRoundTrip},
		{"writing goes on after opening again", testContinue},
		{"a gap is refused and nothing of it kept", testGap},
		{"closing twice is harmless", testCloseTwice},
		{"one writer at a time", testExclusive},
		{"a log runs on it and recovers", testLog},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, fresh(t)) })
	}
}

// Events returns one event of every shape that a log may hold, with numbers from 0 on. They do not
// form a log that opens: they are for stores, which do not look into events.
func Events() []session.Event {
	data := func(name string, v jsonvalue.Value) jsonvalue.Value {
		return jsonvalue.NewObject(jsonvalue.Member{Name: name, Value: v})
	}
	exact, _ := jsonvalue.ParseString(`{"big":123456789012345678901234567890,"small":1.50e-7}`)
	events := []session.Event{
		{Type: session.TypeTodoWrite, Data: jsonvalue.NewObject()},
		{Type: session.TypeTodoWrite, Data: exact},
		{Type: "plugin/event", Data: data("text", jsonvalue.String("<&> \"\\\u0000\u2028 ünï 🙂")),
			Ignorable: true},
		{Type: session.TypeUserMessage, Data: data("z", jsonvalue.Array(jsonvalue.Null())),
			Surface: session.Surface{Op: session.OpAppend}},
		{Type: session.TypeUserMessage, Data: data("a", jsonvalue.Bool(true)),
			Surface: session.Surface{Op: session.OpReplace, Start: 3, End: 3}, Sources: []int64{0, 3}},
	}
	for i := range events {
		events[i].Seq = int64(i)
		events[i].Time = time.Date(2026, 2, 3, 4, 5, 6, i*1_000_000, time.UTC)
	}
	return events
}

func open(t *testing.T, b Backend) (session.Store, []session.Event) {
	t.Helper()
	store, err := b.Open()
	if err != nil {
		t.Fatalf("the store does not open: %v", err)
	}
	loaded, err := store.Load(t.Context())
	if err != nil {
		t.Fatalf("the store does not load: %v", err)
	}
	return store, loaded.Events
}

func write(t *testing.T, store session.Store, events []session.Event) {
	t.Helper()
	if err := store.Write(t.Context(), events); err != nil {
		t.Fatalf("writing %d events failed: %v", len(events), err)
	}
}

func shut(t *testing.T, store session.Store) {
	t.Helper()
	if err := store.Close(); err != nil {
		t.Fatalf("closing failed: %v", err)
	}
}

func same(t *testing.T, got, want []session.Event) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("the store gave back %d events, want %d", len(got), len(want))
	}
	for i := range want {
		if !got[i].Equal(want[i]) || got[i].Data.Text() != want[i].Data.Text() {
			t.Errorf("event %d came back as %+v, want %+v", i, got[i], want[i])
		}
	}
}

func testEmpty(t *testing.T, b Backend) {
	store, events := open(t, b)
	defer shut(t, store)
	same(t, events, nil)
	h := store.Header()
	if h.ID == "" || h.Version != session.FormatVersion {
		t.Errorf("the header is %+v: it needs an id and version %d", h, session.FormatVersion)
	}
}

func testRoundTrip(t *testing.T, b Backend) {
	store, _ := open(t, b)
	before := store.Header()
	write(t, store, Events())
	shut(t, store)
	store, events := open(t, b)
	defer shut(t, store)
	same(t, events, Events())
	after := store.Header()
	if after.ID != before.ID || !after.Created.Equal(before.Created) {
		t.Errorf("the header changed from %+v to %+v", before, after)
	}
}

func testContinue(t *testing.T, b Backend) {
	all := Events()
	for i := range all {
		store, events := open(t, b)
		same(t, events, all[:i])
		write(t, store, all[i:i+1])
		shut(t, store)
	}
	store, events := open(t, b)
	defer shut(t, store)
	same(t, events, all)
}

func testGap(t *testing.T, b Backend) {
	store, _ := open(t, b)
	if err := store.Write(t.Context(), Events()[1:]); err == nil {
		t.Error("a store took event 1 although it had no event 0")
	}
	shut(t, store)
	store, events := open(t, b)
	defer shut(t, store)
	same(t, events, nil)
}

func testCloseTwice(t *testing.T, b Backend) {
	store, _ := open(t, b)
	shut(t, store)
	shut(t, store)
}

func testExclusive(t *testing.T, b Backend) {
	if !b.Exclusive {
		t.Log("the backend does not promise one writer at a time")
		return
	}
	store, _ := open(t, b)
	if _, err := b.Open(); session.CodeOf(err) != session.CodeLocked {
		t.Errorf("a second opening said %v, want code %s", err, session.CodeLocked)
	}
	shut(t, store)
	store, _ = open(t, b)
	shut(t, store)
}

// testLog runs a log on the store, leaves a call without its result, and opens it again.
func testLog(t *testing.T, b Backend) {
	log := openLog(t, b)
	ctx := t.Context()
	call := llm.ToolCall{ID: "a", Name: "read", Arguments: "{}"}
	steps := []func() (session.Event, error){
		func() (session.Event, error) { return log.StartTurn(ctx) },
		func() (session.Event, error) { return log.StartStep(ctx) },
		func() (session.Event, error) { return log.AddUser(ctx, llm.UserMessage("hello")) },
		func() (session.Event, error) {
			m := llm.Message{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{call}}
			return log.AddAssistant(ctx, session.AssistantMessage{Message: m})
		},
		func() (session.Event, error) {
			return log.AddCall(ctx, session.ToolCall{CallID: "a", Name: "read", Arguments: "{}"})
		},
	}
	for i, step := range steps {
		if _, err := step(); err != nil {
			t.Fatalf("append %d: %v", i, err)
		}
	}
	closeLog(t, log)
	log = openLog(t, b)
	defer closeLog(t, log)
	if err := llm.CheckHistory(log.Messages()); err != nil {
		t.Errorf("the recovered history is not one that providers accept: %v", err)
	}
	if _, open := log.Turn(); open {
		t.Error("recovery left the turn open")
	}
}

func openLog(t *testing.T, b Backend) *session.Log {
	t.Helper()
	store, err := b.Open()
	if err != nil {
		t.Fatal(err)
	}
	log, _, err := session.Open(t.Context(), store, session.Options{})
	if err != nil {
		t.Fatal(fmt.Errorf("the log does not open: %w", err))
	}
	return log
}

func closeLog(t *testing.T, log *session.Log) {
	t.Helper()
	if err := log.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
}
