package ask_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/packages/tools/ask"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// askerFunc is an asker made of a function.
type askerFunc func(context.Context, []ask.Question) ([]ask.Answer, error)

func (f askerFunc) Ask(ctx context.Context, q []ask.Question) ([]ask.Answer, error) { return f(ctx, q) }

type world struct {
	*testkit.Kit
	agents *agent.Agents
	agent  *agent.Agent
	asked  int
}

func newWorld(t *testing.T, answers func([]ask.Question) ([]ask.Answer, error)) *world {
	t.Helper()
	w := &world{Kit: testkit.New(t)}
	var err error
	w.agents, err = agent.New(nil)
	must(t, err)
	w.agent = w.create("s-1", nil)
	askers := new(ask.Askers)
	if answers != nil {
		_, err = askers.Provide(w.Root, askerFunc(func(_ context.Context, q []ask.Question) ([]ask.Answer, error) {
			w.asked++
			return answers(q)
		}))
		must(t, err)
	}
	d, err := ask.New(w.agents, askers)
	must(t, err)
	w.Register(d)
	return w
}

func (w *world) create(id string, owner *agent.Agent) *agent.Agent {
	w.Helper()
	log, _, err := session.Open(w.Context(), session.NewMemory(session.Header{ID: id}), session.Options{})
	must(w, err)
	a, err := w.agents.Create(w.Context(), agent.Spec{ID: id, Scope: w.Root, Owner: owner, Log: log})
	must(w, err)
	w.Cleanup(func() {
		ctx := context.WithoutCancel(w.Context())
		must(w, a.Close(ctx))
		must(w, log.Close(ctx))
	})
	return a
}

func (w *world) ask(a *tools.Agent, questions string) *tools.Result {
	return w.Run(w.Context(), &tools.Batch{
		Agent: a, Calls: testkit.Calls(ask.Name, `{"questions": `+questions+`}`),
	}).Outcomes[0].Result
}

const two = `[{"id": "a", "question": "Which?", "options": [{"label": "X"}, {"label": "Y", "description": "why"}]},
	{"id": "b", "question": "Why?", "multi_select": true, "options": [{"label": "P"}, {"label": "Q"}]}]`

func TestAnswers(t *testing.T) {
	w := newWorld(t, func([]ask.Question) ([]ask.Answer, error) {
		return []ask.Answer{{ID: "b", Selected: []string{"P", "Q"}}, {ID: "a", Custom: "neither"}}, nil
	})
	r := w.ask(w.agent.Identity(), two)
	want := `{"answers":[{"id":"a","selected":[],"custom":"neither"},{"id":"b","selected":["P","Q"]}]}`
	if got := r.Content().Text(); got != want {
		t.Errorf("got %s", got)
	}
}

// Who may not ask is refused before anybody sees a question.
func TestRefusedCallers(t *testing.T) {
	w := newWorld(t, func([]ask.Question) ([]ask.Answer, error) { return nil, nil })
	child := w.create("s-1/1", w.agent)
	gone := w.create("gone", nil)
	must(t, gone.Close(t.Context()))
	plain, _ := w.Kit.Agent("plain", nil)
	for name, tt := range map[string]struct {
		caller *tools.Agent
		want   tools.Code
	}{
		"delegated": {child.Identity(), ask.CodeDelegated}, "gone": {gone.Identity(), ask.CodeNotLive},
		"not an agent of the list": {plain, ask.CodeNotLive}, "nobody": {nil, ask.CodeNotLive},
	} {
		if got := testkit.Status(w.ask(tt.caller, two)); got != string(tt.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if w.asked > 0 {
		t.Errorf("asked %d times", w.asked)
	}
}

func TestRefusedQuestions(t *testing.T) {
	w := newWorld(t, func([]ask.Question) ([]ask.Answer, error) { return nil, nil })
	for _, questions := range []string{
		`[]`, `[{"id": "", "question": "x"}]`, `[{"id": "a", "question": " "}]`,
		`[{"id": "a", "question": "x"}, {"id": "a", "question": "y"}]`,
		`[{"id": "a", "question": "x", "options": [{"label": "l"}, {"label": "l"}]}]`,
	} {
		if got := testkit.Status(w.ask(w.agent.Identity(), questions)); got != string(ask.CodeInvalid) {
			t.Errorf("%s: %s", questions, got)
		}
	}
	if w.asked > 0 {
		t.Errorf("asked %d times", w.asked)
	}
}

func TestBadAnswers(t *testing.T) {
	for name, answers := range map[string][]ask.Answer{
		"too few": {{ID: "a"}}, "other id": {{ID: "a"}, {ID: "c"}},
		"other label": {{ID: "a", Selected: []string{"Z"}}, {ID: "b"}},
		"too many":    {{ID: "a", Selected: []string{"X", "Y"}}, {ID: "b"}},
	} {
		w := newWorld(t, func([]ask.Question) ([]ask.Answer, error) { return answers, nil })
		if got := testkit.Status(w.ask(w.agent.Identity(), two)); got != string(ask.CodeBadAnswer) {
			t.Errorf("%s: %s", name, got)
		}
	}
	w := newWorld(t, nil)
	if got := testkit.Status(w.ask(w.agent.Identity(), two)); got != string(ask.CodeUnavailable) {
		t.Errorf("no asker: %s", got)
	}
	w = newWorld(t, func([]ask.Question) ([]ask.Answer, error) { return nil, errors.New("no display") })
	if got := w.ask(w.agent.Identity(), two).Content().Text(); got != "Error: no display" {
		t.Errorf("failing asker: %s", got)
	}
}

// lines is a line reader over a text.
type lines struct{ rest []string }

func (l *lines) ReadLine(context.Context) (string, error) {
	if len(l.rest) == 0 {
		return "", io.EOF
	}
	line := l.rest[0]
	l.rest = l.rest[1:]
	return line, nil
}

func TestTerminal(t *testing.T) {
	var out bytes.Buffer
	q := []ask.Question{
		{ID: "a", Header: "Choice", Question: "Which\x1b[2K?", Options: []ask.Option{{Label: "X"}, {Label: "Y", Description: "why"}}},
		{ID: "b", Question: "Several?", MultiSelect: true, Options: []ask.Option{{Label: "P"}, {Label: "Q"}}},
		{ID: "c", Question: "Free?"}, {ID: "d", Question: "Which?", Options: []ask.Option{{Label: "X"}}},
	}
	got, err := ask.NewTerminal(&lines{[]string{" 2 ", "2, 1,2", "1", "9"}}, &out).Ask(t.Context(), q)
	must(t, err)
	want := []ask.Answer{
		{"a", []string{"Y"}, ""}, {"b", []string{"Q", "P"}, ""}, {"c", []string{}, "1"}, {"d", []string{}, "9"},
	}
	for i, a := range got {
		if strings.Join(a.Selected, ",") != strings.Join(want[i].Selected, ",") || a.Custom != want[i].Custom || a.ID != want[i].ID {
			t.Errorf("answer %d: %+v, want %+v", i, a, want[i])
		}
	}
	if shown := out.String(); !strings.Contains(shown, "Choice") || !strings.Contains(shown, "2. Y: why") || strings.Contains(shown, "\x1b") {
		t.Errorf("shown:\n%s", shown)
	}
	_, err = ask.NewTerminal(&lines{}, &out).Ask(t.Context(), q)
	var coded *tools.Error
	if !errors.As(err, &coded) || coded.Code != ask.CodeUnavailable {
		t.Errorf("end of input: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = ask.NewTerminal(&lines{}, &out).Ask(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
