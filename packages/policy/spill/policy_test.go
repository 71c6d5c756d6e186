package spill_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/testkit"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const longText = "first line\n" + "0123456789"

func long() string { return longText + strings.Repeat("x", 500) + "\nlast line" }

func TestPreviewShowsTheGap(t *testing.T) {
	w := newWorld(t, limit(140), &fakeStore{reply: fileReply})
	w.install()
	w.shows("demo", llm.TextContent(long()))
	got := w.call("demo").Content().Text()
	if len(got) > 140 || !strings.Contains(got, "first line\n") || !strings.Contains(got, "\n[...]\n") ||
		!strings.Contains(got, "last line\n\n(Omitted ") {
		t.Errorf("%d bytes:\n%s", len(got), got)
	}
	want := spill.Text{
		SessionID: "sess-1", Tool: "demo", CallID: "call-1", Label: "result",
		SuggestedName: "demo.txt", Content: long(),
	}
	if len(w.store.texts) != 1 || w.store.texts[0] != want {
		t.Errorf("saved %+v", w.store.texts)
	}
}

// Whatever the limit, what is shown keeps to it, or is the whole text.
func TestPreviewKeepsToTheLimit(t *testing.T) {
	for n := range 300 {
		w := newWorld(t, limit(n), &fakeStore{reply: fileReply})
		w.install()
		w.shows("demo", llm.TextContent(strings.Repeat("é🚀", 100)))
		got := w.call("demo").Content().Text()
		if len(got) > n && len(got) != 600 {
			t.Errorf("limit %d: %d bytes", n, len(got))
		}
	}
}

func TestFailuresAndContexts(t *testing.T) {
	w := newWorld(t, limit(200), &fakeStore{reply: fileReply})
	type next = event.Next[*tools.Inspection, tools.PostDecision]
	err := w.Registry.Events.PostExecute.On(w.Root,
		func(ctx context.Context, _ *tools.Inspection, n next) (tools.PostDecision, error) {
			d, err := n.Do(ctx)
			return d.WithContexts(testkit.Note("kept")), err
		})
	if err != nil {
		t.Fatal(err)
	}
	w.install()
	w.Register(testkit.Failing("fails", &tools.Error{Code: "X", Message: long()}))
	r := w.call("fails")
	if got := r.Content().Text(); len(got) > 200 || !strings.HasPrefix(got, "Error: first line") {
		t.Errorf("content %q", got)
	}
	if notes := testkit.Notes(r.Contexts()); len(notes) != 1 || r.Failure().Code() != "X" {
		t.Errorf("contexts %v, failure %v", notes, r.Failure())
	}
}

func TestStorePanicKeepsTheResult(t *testing.T) {
	w := newWorld(t, limit(100), &fakeStore{panic: true})
	w.install()
	w.shows("demo", llm.TextContent(long()))
	if got := w.call("demo").Content().Text(); got != long() || !w.warned() {
		t.Errorf("got %d bytes, warned %v", len(got), w.warned())
	}
}

func TestOff(t *testing.T) {
	w := newWorld(t, spill.Config{}, &fakeStore{reply: fileReply})
	w.install()
	if n := w.Registry.Events.PostExecute.Len(); n != 0 {
		t.Errorf("%d listeners without a limit", n)
	}
}

func TestConfig(t *testing.T) {
	bad := -1
	if _, err := spill.New(new(spill.Stores), spill.Config{MaxInlineBytes: &bad}, nil); spill.CodeOf(err) != spill.CodeConfig {
		t.Errorf("negative limit: %v", err)
	}
	if _, err := spill.New(nil, spill.Config{}, nil); spill.CodeOf(err) != spill.CodeConfig {
		t.Errorf("no stores: %v", err)
	}
}

// logged stands for a program executor's payload.
type logged struct {
	call    *tools.Call
	content llm.Content
}

type executorEvents struct {
	Log event.Waterfall[*logged, llm.Content] `event:"tools/code-dispatch-log"`
}

// The recorded copy is shaped for every tool, read included, under the nested
// call's id; what the program got is not touched.
func TestDispatchLog(t *testing.T) {
	w := newWorld(t, limit(200), &fakeStore{reply: fileReply})
	var events executorEvents
	if err := event.Init(&events, nil); err != nil {
		t.Fatal(err)
	}
	err := spill.ListenLog(w.Root, w.policy, &events.Log, func(l *logged) *tools.Call { return l.call })
	if err != nil {
		t.Fatal(err)
	}
	w.install()
	w.shows("read", llm.TextContent(long()))
	var seen, recorded llm.Content
	w.Register(testkit.Tool("outer", func(ctx context.Context, x *tools.Exec) (any, error) {
		o := x.Nested().Call(ctx, tools.Invocation{CallID: "call-1:code:1", Name: "read"})
		seen = o.Result.Content()
		recorded, _ = events.Log.Dispatch(ctx, x.Agent().Key, &logged{o.Call, seen},
			func(_ context.Context, l *logged) (llm.Content, error) { return l.content, nil })
		return "done", nil
	}))
	w.call("outer")
	if seen.Text() != long() || len(recorded.Text()) > 200 {
		t.Errorf("program saw %d bytes, recorded are %d", len(seen.Text()), len(recorded.Text()))
	}
	want := spill.Text{
		SessionID: "sess-1", Tool: "read", CallID: "call-1:code:1", Label: "dispatch",
		SuggestedName: "read.txt", Content: long(),
	}
	if len(w.store.texts) != 1 || w.store.texts[0] != want {
		t.Errorf("saved %+v", w.store.texts)
	}
}
