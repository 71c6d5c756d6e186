package repeat_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/repeat"
	"github.com/dsh-go/dsh/packages/testkit"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type world struct {
	*testkit.Kit
	agents *agent.Agents
	agent  *agent.Agent
}

func newWorld(t *testing.T, c repeat.Config) *world {
	t.Helper()
	w := &world{Kit: testkit.New(t)}
	var err error
	w.agents, err = agent.New(nil)
	must(t, err)
	p, err := repeat.New(c)
	must(t, err)
	must(t, p.Install(w.Root, w.Registry, w.agents))
	log, _, err := session.Open(t.Context(), session.NewMemory(session.Header{ID: "a"}), session.Options{})
	must(t, err)
	w.agent, err = w.agents.Create(t.Context(), agent.Spec{ID: "a", Scope: w.Root, Log: log})
	must(t, err)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		must(t, w.agent.Close(ctx))
		must(t, log.Close(ctx))
	})
	for _, name := range []string{"t", "poll_x"} {
		w.Register(testkit.Echo(name))
	}
	return w
}

func (w *world) call(a *tools.Agent, name, args string) *tools.Result {
	return w.Run(w.Context(), &tools.Batch{Agent: a, Calls: testkit.Calls(name, args)}).Outcomes[0].Result
}

// notes calls so often and returns at which calls a reminder came.
func (w *world) notes(n int, name, args string) (at []int, texts []string) {
	for i := range n {
		for _, text := range testkit.Notes(w.call(w.agent.Identity(), name, args).Contexts()) {
			at, texts = append(at, i+1), append(texts, text)
		}
	}
	return at, texts
}

func TestReminders(t *testing.T) {
	w := newWorld(t, repeat.Config{ArgumentsPreviewChars: 9})
	at, texts := w.notes(10, "t", `{"a": "ääää", "b": [1, {"x": 1}]}`)
	if len(at) != 3 || at[0] != 3 || at[1] != 5 || at[2] != 8 {
		t.Fatalf("reminded at %v", at)
	}
	if strings.Contains(texts[0], "`t`") || !strings.Contains(texts[1], "`t`") ||
		!strings.Contains(texts[1], "5 times") || !strings.Contains(texts[1], "{\"a\":\"äää… (+19 more chars)") {
		t.Errorf("texts\n%s\n%s", texts[0], texts[1])
	}
}

func TestRows(t *testing.T) {
	w := newWorld(t, repeat.Config{Thresholds: []int{3}, Exclude: []string{"poll_*"}})
	id := w.agent.Identity()
	w.call(id, "t", `{"a": 1, "b": 2}`)
	w.call(id, "t", `{"b": 2.0, "a": 1}`) // the same, in another order
	w.call(id, "poll_x", `{}`)            // does not count and breaks nothing
	w.call(nil, "t", `{"a": 1, "b": 2}`)  // nobody's
	if r := w.call(id, "t", `{"a": 1, "b": 2}`); len(r.Contexts()) != 1 {
		t.Errorf("third call: %v", r.Contexts())
	}
	w.call(id, "t", `{}`)
	if at, _ := w.notes(2, "t", `{"a": 1, "b": 2}`); at != nil {
		t.Errorf("another call does not break the row: %v", at)
	}
	step := &agent.Step{Agent: w.agent, Messages: []llm.Message{testkit.Note("x")}}
	_, err := w.agents.DecideStep(t.Context(), step)
	must(t, err)
	if at, _ := w.notes(1, "t", `{"a": 1, "b": 2}`); at == nil {
		t.Error("a plugin's message broke the row")
	}
	w.notes(2, "t", `{}`)
	step.Messages = []llm.Message{llm.UserMessage("go on")}
	_, err = w.agents.DecideStep(t.Context(), step)
	must(t, err)
	if at, _ := w.notes(1, "t", `{}`); at != nil {
		t.Error("a person's message does not break the row")
	}
	if at, _ := w.notes(9, "poll_x", `{}`); at != nil {
		t.Errorf("an excluded tool is counted: %v", at)
	}
}

// The reminder comes first, also with a blocked or denied call, and changes
// nothing else.
func TestReminderBesideOtherDecisions(t *testing.T) {
	type next = event.Next[*tools.Inspection, tools.PostDecision]
	for name, d := range map[string]tools.PostDecision{
		"block":   tools.Block(llm.TextContent("blocked")).WithContexts(testkit.Note("own")),
		"content": tools.Accept().WithContent(llm.TextContent("blocked")).WithContexts(testkit.Note("own")),
	} {
		w := newWorld(t, repeat.Config{Thresholds: []int{2}})
		must(t, w.Registry.Events.PostExecute.On(w.Root,
			func(context.Context, *tools.Inspection, next) (tools.PostDecision, error) { return d, nil }))
		w.call(w.agent.Identity(), "t", "")
		r := w.call(w.agent.Identity(), "t", "")
		if notes := testkit.Notes(r.Contexts()); len(notes) != 2 || notes[1] != "own" || r.Content().Text() != "blocked" || r.IsError() != (name == "block") {
			t.Errorf("%s: %v, %v", name, notes, r.Content())
		}
	}
	w := newWorld(t, repeat.Config{Thresholds: []int{2}})
	_, err := w.Registry.Guard(w.Root, func(*tools.Call) (string, bool) { return "no", true })
	must(t, err)
	if at, _ := w.notes(2, "t", ""); len(at) != 1 {
		t.Errorf("denied calls are not counted: %v", at)
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []repeat.Config{{Thresholds: []int{}}, {Thresholds: []int{1}}, {Thresholds: []int{3, 3}}, {ArgumentsPreviewChars: -1}} {
		if _, err := repeat.New(c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}
