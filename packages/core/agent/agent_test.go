package agent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newLog(t testing.TB, id string) *session.Log {
	t.Helper()
	log, _, err := session.Open(t.Context(), session.NewMemory(session.Header{ID: id}), session.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, log.Close(context.WithoutCancel(t.Context()))) })
	return log
}

func newAgents(t testing.TB) (*agent.Agents, *scope.Scope) {
	t.Helper()
	agents, err := agent.New(nil)
	must(t, err)
	root := scope.NewRoot("test")
	t.Cleanup(func() {
		must(t, root.Close(context.WithoutCancel(t.Context())))
		if n := len(agents.All()); n > 0 {
			t.Errorf("%d agents are left", n)
		}
	})
	return agents, root
}

func create(t testing.TB, agents *agent.Agents, spec agent.Spec) *agent.Agent {
	t.Helper()
	spec.Log = newLog(t, spec.ID)
	a, err := agents.Create(t.Context(), spec)
	must(t, err)
	return a
}

func TestLifeOfAnAgent(t *testing.T) {
	agents, root := newAgents(t)
	var heard []string
	note := func(what string) func(context.Context, *agent.Agent) error {
		return func(_ context.Context, a *agent.Agent) error {
			_, found := agents.Get(a.ID())
			heard = append(heard, what)
			if found != (what == "created") {
				t.Errorf("%s: found %v", what, found)
			}
			return nil
		}
	}
	must(t, agents.Events.Created.On(root, note("created")))
	must(t, agents.Events.Closed.On(root, note("closed")))
	a := create(t, agents, agent.Spec{
		ID: "a", Scope: root, Dir: "/w", Selection: llm.Selection{Model: "m"},
		Setup: func(_ context.Context, a *agent.Agent) error {
			if _, found := agents.Get("a"); found || a.IsLive() {
				t.Error("found before its setup has ended")
			}
			_, err := a.Scope().Defer("row", func(context.Context) error {
				heard = append(heard, "row undone")
				return nil
			})
			return err
		},
	})
	if got, ok := agents.Of(a.Identity()); !ok || got != a || a.Identity().Dir != "/w" || a.Selection().Model != "m" {
		t.Errorf("Of = %v, %v", got, ok)
	}
	must(t, a.Close(t.Context()))
	if _, ok := agents.Of(a.Identity()); ok || a.IsLive() {
		t.Error("found after its end")
	}
	if err := a.Inbox().Post(llm.UserMessage("late")); agent.CodeOf(err) != agent.CodeClosed {
		t.Errorf("late message: %v", err)
	}
	if len(heard) != 3 || heard[0] != "created" || heard[1] != "closed" || heard[2] != "row undone" {
		t.Errorf("heard %v", heard)
	}
}

func TestRefusedSpecs(t *testing.T) {
	agents, root := newAgents(t)
	log := newLog(t, "x")
	live := create(t, agents, agent.Spec{ID: "live", Scope: root})
	gone := create(t, agents, agent.Spec{ID: "gone", Scope: root})
	must(t, gone.Close(t.Context()))
	undone := 0
	broken := func(_ context.Context, a *agent.Agent) error {
		_, err := a.Scope().Defer("row", func(context.Context) error { undone++; return nil })
		return errors.Join(err, errors.New("no such row"))
	}
	for name, tt := range map[string]struct {
		spec agent.Spec
		want agent.Code
	}{
		"no id":       {agent.Spec{Scope: root, Log: log}, agent.CodeSpec},
		"no log":      {agent.Spec{ID: "x", Scope: root}, agent.CodeSpec},
		"no scope":    {agent.Spec{ID: "x", Log: log}, agent.CodeSpec},
		"duplicate":   {agent.Spec{ID: "live", Scope: root, Log: log}, agent.CodeDuplicate},
		"owner gone":  {agent.Spec{ID: "x", Owner: gone, Log: log}, agent.CodeClosed},
		"scope gone":  {agent.Spec{ID: "x", Scope: gone.Scope(), Log: log}, agent.CodeClosed},
		"setup fails": {agent.Spec{ID: "x", Scope: root, Log: log, Setup: broken}, agent.CodeSetup},
	} {
		if _, err := agents.Create(t.Context(), tt.spec); agent.CodeOf(err) != tt.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if all := agents.All(); len(all) != 1 || all[0] != live || undone != 1 {
		t.Errorf("alive are %v; %d rows undone", all, undone)
	}
}

func TestOwnedAgentEndsWithItsOwner(t *testing.T) {
	agents, root := newAgents(t)
	owner := create(t, agents, agent.Spec{ID: "owner", Scope: root})
	child := create(t, agents, agent.Spec{ID: "owner/1", Owner: owner})
	if child.Owner() != owner || !child.Key().Sees(owner.Key()) || owner.Key().Sees(child.Key()) {
		t.Error("the child does not inherit from its owner")
	}
	must(t, owner.Close(t.Context()))
	if child.IsLive() {
		t.Error("the child outlives its owner")
	}
}

func TestPreStep(t *testing.T) {
	agents, root := newAgents(t)
	a := create(t, agents, agent.Spec{ID: "a", Scope: root})
	step := &agent.Step{Agent: a, Turn: 1, Number: 1}
	if d, err := agents.DecideStep(t.Context(), step); err != nil || d.Blocks() {
		t.Errorf("nobody listens: %v, %v", d, err)
	}
	answer := agent.Block("enough")
	type next = event.Next[*agent.Step, agent.Decision]
	must(t, agents.Events.PreStep.On(a.Scope(), func(context.Context, *agent.Step, next) (agent.Decision, error) {
		return answer, nil
	}))
	if d, err := agents.DecideStep(t.Context(), step); err != nil || !d.Blocks() || d.Reason() != "enough" {
		t.Errorf("blocked: %v, %v", d, err)
	}
	answer = agent.Decision{}
	if _, err := agents.DecideStep(t.Context(), step); event.CodeOf(err) != event.CodeOutput {
		t.Errorf("no decision: %v", err)
	}
}

func TestInboxIsOneQueue(t *testing.T) {
	var b agent.Inbox
	must(t, b.Post(llm.UserMessage("1"), llm.UserMessage("2")))
	must(t, b.Post(llm.UserMessage("3")))
	claimed := b.Claim()
	must(t, b.Post(llm.UserMessage("4")))
	b.Return(claimed)
	text := ""
	for _, m := range b.Claim() {
		text += m.Content.Text()
		if m.ID == "" {
			t.Error("a message without id")
		}
	}
	if text != "1234" || b.Len() != 0 {
		t.Errorf("got %s, %d left", text, b.Len())
	}
	for _, bad := range []llm.Message{{Role: llm.RoleAssistant, Content: llm.TextContent("x")}, llm.UserMessage("")} {
		if err := b.Post(llm.UserMessage("ok"), bad); agent.CodeOf(err) != agent.CodeMessage || b.Len() != 0 {
			t.Errorf("%v posted: %v", bad, err)
		}
	}
}

func TestInboxWaitMissesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b agent.Inbox
		ctx, cancel := context.WithCancelCause(t.Context())
		woken := make(chan error)
		wait := func() { woken <- b.Wait(ctx, b.Wakes()) }
		go wait()
		go wait()
		synctest.Wait()
		must(t, b.Post(llm.UserMessage("x")))
		must(t, <-woken)
		must(t, <-woken)
		must(t, b.Wait(ctx, 0)) // what came before is not missed
		go wait()
		synctest.Wait()
		must(t, b.Defer(llm.UserMessage("waits for the next step")))
		b.Return(b.Claim())
		synctest.Wait()
		stop := errors.New("stop")
		cancel(stop)
		if err := <-woken; !errors.Is(err, stop) {
			t.Errorf("cancelled wait: %v", err)
		}
	})
}
