package agentloop_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
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

// world is a registry, the list of agents, and one agent with its loop.
type world struct {
	*testkit.Kit
	agents   *agent.Agents
	services agentloop.Services
	agent    *agent.Agent
	loop     *agentloop.Loop
	memory   *session.Memory
}

// newWorld returns a world whose agent asks the model.
func newWorld(t testing.TB, m llm.Model, c agentloop.Config) *world {
	t.Helper()
	w := &world{Kit: testkit.New(t)}
	var err error
	w.agents, err = agent.New(nil)
	must(t, err)
	w.services = agentloop.Services{Tools: w.Registry, Agents: w.agents, Model: m}
	w.memory = session.NewMemory(session.Header{ID: "s-1"})
	w.open(c)
	return w
}

// open opens the session and makes agent and loop.
func (w *world) open(c agentloop.Config) {
	w.Helper()
	log, _, err := session.Open(w.Context(), w.memory, session.Options{})
	must(w, err)
	a, err := w.agents.Create(w.Context(), agent.Spec{ID: "s-1", Scope: w.Root, Log: log})
	must(w, err)
	w.agent = a
	w.loop, err = agentloop.New(a, w.services, c)
	must(w, err)
	w.Cleanup(func() {
		ctx := context.WithoutCancel(w.Context())
		must(w, a.Close(ctx))
		must(w, log.Close(ctx))
		w.checkHistory()
	})
}

// checkHistory holds what every test must leave: a history that providers accept.
func (w *world) checkHistory() {
	w.Helper()
	if messages := w.agent.Log().Messages(); len(messages) > 0 {
		if err := llm.CheckHistory(messages); err != nil {
			w.Errorf("the history is not valid: %v", err)
		}
	}
	if _, open := w.agent.Log().Turn(); open {
		w.Error("a turn is open")
	}
}

// say posts a message and takes a turn.
func (w *world) say(text string) agentloop.Outcome {
	w.Helper()
	must(w, w.agent.Inbox().Post(llm.UserMessage(text)))
	o, err := w.loop.Turn(w.Context())
	must(w, err)
	return o
}

// types are the events of the log in one word each, without chunks.
func (w *world) types() string {
	var list []string
	for _, e := range w.agent.Log().History().Events {
		if e.Type != session.TypeAssistantChunk {
			list = append(list, string(e.Type))
		}
	}
	return strings.Join(list, " ")
}

// results are the codes of the tool results, or "ok".
func (w *world) results() string {
	var list []string
	for _, e := range w.agent.Log().History().Events {
		if e.Type != session.TypeToolResult {
			continue
		}
		var r session.ToolResult
		must(w, e.Decode(&r))
		switch {
		case r.Error != nil:
			list = append(list, r.Error.Code)
		case r.Message.ToolResult.IsError:
			list = append(list, "error")
		default:
			list = append(list, "ok")
		}
	}
	return strings.Join(list, " ")
}

// script is a scripted model.
func script(t testing.TB, turns string) *scripted.Player {
	t.Helper()
	s, err := scripted.Parse([]byte(`{"version": 1, "name": "test", ` + turns + `}`))
	must(t, err)
	return scripted.NewPlayer(s, 0)
}

// modelFunc is a model made of a function.
type modelFunc func(ctx context.Context, r llm.Request, sink llm.Sink) (llm.Response, error)

func (f modelFunc) Generate(ctx context.Context, r llm.Request, sink llm.Sink) (llm.Response, error) {
	return f(ctx, r, sink)
}

// says answers with a text.
func says(text string) (llm.Response, error) {
	return llm.Response{
		Message:      llm.Message{Role: llm.RoleAssistant, Content: llm.TextContent(text)},
		FinishReason: llm.FinishStop,
	}, nil
}

// calls answers with calls of these tools.
func calls(names ...string) (llm.Response, error) {
	r := llm.Response{Message: llm.Message{Role: llm.RoleAssistant}, FinishReason: llm.FinishToolCalls}
	for i, name := range names {
		r.Message.ToolCalls = append(r.Message.ToolCalls, llm.ToolCall{
			ID: "c" + string(rune('1'+i)), Name: name, Arguments: "{}",
		})
	}
	return r, nil
}

// inTurn plays these answers, one a request.
func inTurn(answers ...func() (llm.Response, error)) modelFunc {
	next := 0
	return func(_ context.Context, r llm.Request, _ llm.Sink) (llm.Response, error) {
		if err := r.Check(); err != nil {
			return llm.Response{}, err
		}
		if next >= len(answers) {
			return llm.Response{}, errors.New("the model was asked too often")
		}
		next++
		return answers[next-1]()
	}
}

func saying(text string) func() (llm.Response, error) {
	return func() (llm.Response, error) { return says(text) }
}

func calling(names ...string) func() (llm.Response, error) {
	return func() (llm.Response, error) { return calls(names...) }
}

func ok(context.Context, *tools.Exec) (any, error) { return "ok", nil }

func texts(messages []llm.Message) []string {
	var list []string
	for _, m := range messages {
		text := m.Content.Text()
		if m.ToolResult != nil {
			text = m.ToolResult.Content.Text()
		}
		list = append(list, string(m.Role)+": "+text)
	}
	return slices.Clip(list)
}
