package todo_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/packages/tools/todo"
	"github.com/google/go-cmp/cmp"
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
	agent *agent.Agent
}

func newWorld(t *testing.T, parallel bool) *world {
	t.Helper()
	w := &world{Kit: testkit.New(t)}
	agents, err := agent.New(nil)
	must(t, err)
	log, _, err := session.Open(t.Context(), session.NewMemory(session.Header{ID: "s-1"}), session.Options{})
	must(t, err)
	_, err = log.StartTurn(t.Context())
	must(t, err)
	w.agent, err = agents.Create(t.Context(), agent.Spec{ID: "s-1", Scope: w.Root, Log: log})
	must(t, err)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		must(t, w.agent.Close(ctx))
		must(t, log.Close(ctx))
	})
	d, err := todo.New(agents, todo.Config{AllowParallelInProgress: &parallel})
	must(t, err)
	w.Register(d)
	return w
}

func (w *world) write(todos string) *tools.Result {
	return w.Run(w.Context(), &tools.Batch{
		Agent: w.agent.Identity(), Calls: testkit.Calls(todo.Name, `{"todos": `+todos+`}`),
	}).Outcomes[0].Result
}

func (w *world) current() []todo.Item { return todo.Current(w.agent.Log().History()) }

func TestWrite(t *testing.T) {
	w := newWorld(t, false)
	r := w.write(`[{"content": " read ", "status": "completed"}, {"content": "edit", "status": "in_progress"},
		{"content": "test", "status": "pending"}, {"content": "tell", "status": "pending"}]`)
	if got := r.Content().Text(); got != "Task list updated: 2 pending, 1 in progress, 1 completed." {
		t.Errorf("the model reads %q", got)
	}
	if got, _ := r.Value().Lookup("/counts/inProgress"); got.Text() != "1" {
		t.Errorf("value %s", r.Value())
	}
	want := []todo.Item{{"read", todo.Completed}, {"edit", todo.InProgress}, {"test", todo.Pending}, {"tell", todo.Pending}}
	if diff := cmp.Diff(want, w.current()); diff != "" {
		t.Error(diff)
	}
	reg, _ := w.Registry.Get(todo.Name, nil, nil)
	card := reg.PresentResult(testArgs, tools.Presented{Content: r.Content(), Meta: r.Meta()})
	if got := fmt.Sprint(card); !strings.Contains(got, "[x] read") || !strings.Contains(got, "[>] edit") || !strings.Contains(got, "[ ] tell") {
		t.Errorf("card %s", got)
	}
	w.write(`[]`)
	if got := w.current(); len(got) != 0 {
		t.Errorf("cleared list %v", got)
	}
	w.write(`[{"content": "a", "status": "pending"}]`)
	_, err := w.agent.Log().EndTurn(t.Context(), session.EndCompleted, "")
	must(t, err)
	_, err = w.agent.Log().StartTurn(t.Context())
	must(t, err)
	if got := w.current(); got != nil {
		t.Errorf("a new turn begins with %v", got)
	}
}

func TestRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		parallel bool
		todos    string
		want     string
	}{
		"blank":        {false, `[{"content": "  ", "status": "pending"}]`, "invalid todo: `content` must be a non-empty string"},
		"duplicate":    {false, `[{"content": "a", "status": "pending"}, {"content": " a", "status": "completed"}]`, `invalid todos: duplicate content "a"`},
		"two at once":  {false, `[{"content": "a", "status": "in_progress"}, {"content": "b", "status": "in_progress"}]`, "invalid todos: at most one task may be in_progress (got 2)"},
		"allowed":      {true, `[{"content": "a", "status": "in_progress"}, {"content": "b", "status": "in_progress"}]`, ""},
		"other status": {false, `[{"content": "a", "status": "done"}]`, "invalid arguments: "},
		"no status":    {false, `[{"content": "a"}]`, "invalid arguments: "},
		"text":         {false, `"a"`, "invalid arguments: "},
	} {
		w := newWorld(t, tt.parallel)
		r := w.write(tt.todos)
		if tt.want == "" {
			if r.IsError() {
				t.Errorf("%s: %v", name, r.Failure())
			}
			continue
		}
		if !r.IsError() || !strings.HasPrefix(r.Failure().Message(), tt.want) || w.current() != nil {
			t.Errorf("%s: %s, recorded %v", name, r.Content().Text(), w.current())
		}
	}
}

func TestWithoutAnAgent(t *testing.T) {
	w := newWorld(t, false)
	r := w.Call(t.Context(), todo.Name, `{"todos": []}`)
	if testkit.Status(r) != string(todo.CodeNoAgent) || r.Failure().Message() != "todo_write requires an owning agent session" {
		t.Errorf("got %v", r.Failure())
	}
	if err := (todo.Config{}).Validate(); err == nil {
		t.Error("a configuration without the choice was accepted")
	}
}
