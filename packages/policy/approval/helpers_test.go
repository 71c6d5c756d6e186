package approval_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
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

// world is an agent in an open turn, a tool that needs approval, and the service.
type world struct {
	*testkit.Kit
	agents  *agent.Agents
	agent   *agent.Agent
	service *approval.Service
	log     bytes.Buffer
	ran     int
}

func newWorld(t *testing.T, c approval.Config) *world {
	t.Helper()
	w := &world{Kit: testkit.New(t)}
	var err error
	w.agents, err = agent.New(nil)
	must(t, err)
	w.service, err = approval.New(w.agents, slog.New(slog.NewTextHandler(&w.log, nil)))
	must(t, err)
	must(t, w.service.Mount(w.Root, w.Registry, c))
	w.agent = w.newAgent("s-1", nil)
	w.Register(testkit.Tool("risky", func(context.Context, *tools.Exec) (any, error) {
		w.ran++
		return "done", nil
	}))
	type next = event.Next[*tools.Call, tools.Decision]
	must(t, w.Registry.Events.PreExecute.On(w.Root,
		func(context.Context, *tools.Call, next) (tools.Decision, error) { return tools.Ask("it is risky"), nil }))
	return w
}

func (w *world) newAgent(id string, owner *agent.Agent) *agent.Agent {
	w.Helper()
	log, _, err := session.Open(w.Context(), session.NewMemory(session.Header{ID: id}), session.Options{})
	must(w, err)
	w.Cleanup(func() { must(w, log.Close(context.WithoutCancel(w.Context()))) })
	_, err = log.StartTurn(w.Context())
	must(w, err)
	a, err := w.agents.Create(w.Context(), agent.Spec{ID: id, Scope: w.Root, Owner: owner, Log: log})
	must(w, err)
	w.Cleanup(func() { must(w, a.Close(context.WithoutCancel(w.Context()))) })
	return a
}

func (w *world) call(ctx context.Context, a *agent.Agent) *tools.Result {
	w.Helper()
	return w.Run(ctx, &tools.Batch{
		Agent: a.Identity(), Calls: testkit.Calls("risky", `{"n": 1}`),
	}).Outcomes[0].Result
}

// answers lets every question have this answer, and returns the count of them.
func (w *world) answers(answer tools.Approval) *int {
	w.Helper()
	asked := 0
	must(w, w.service.Answers(w.Root, func(context.Context, *approval.Request) (tools.Approval, error) {
		asked++
		return answer, nil
	}))
	return &asked
}

// audit returns the records of approvals, each in one line.
func audit(a *agent.Agent) []string {
	var lines []string
	ids := map[string]bool{}
	for _, e := range a.Log().History().Events {
		get := func(name string) string {
			v, _ := e.Data.Get(name)
			s, _ := v.AsString()
			return s
		}
		switch e.Type {
		case session.TypeApprovalAsked:
			ids[get("id")] = true
			lines = append(lines, "asked "+get("toolName")+" "+get("callId")+" "+get("reason"))
		case session.TypeApprovalDecided:
			if !ids[get("id")] {
				lines = append(lines, "decided without a question")
			}
			lines = append(lines, "decided "+get("outcome"))
		case session.TypeApprovalPolicy:
			lines = append(lines, "policy "+get("policy")+" "+get("source"))
		}
	}
	return lines
}

func presented(name string, view tools.CallView) tools.Definition {
	d := testkit.Tool(name, func(context.Context, *tools.Exec) (any, error) { return "done", nil })
	d.PresentCall = func(jsonvalue.Value) tools.CallView { return view }
	return d
}
