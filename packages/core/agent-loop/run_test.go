package agentloop_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
)

// Turns are taken as messages come; a turn that fails is not repeated by itself,
// and a message that comes while a turn ends is not missed.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, broken := 0, true
		m := modelFunc(func(_ context.Context, r llm.Request, _ llm.Sink) (llm.Response, error) {
			asked++
			return says("fine")
		})
		w := newWorld(t, m, agentloop.Config{})
		var ends []session.EndReason
		must(t, w.agents.Events.TurnEnd.On(w.Root, func(_ context.Context, turn *agent.Turn) error {
			ends = append(ends, turn.Reason)
			if len(ends) == 2 {
				return w.agent.Inbox().Post(llm.UserMessage("while the turn ends"))
			}
			return nil
		}))
		w.Register(testkit.Tool("maybe", ok), tools.When(func(context.Context, tools.Activation) (bool, error) {
			if broken {
				return false, errors.New("no route")
			}
			return false, nil
		}))
		must(t, w.loop.Start())
		must(t, w.agent.Inbox().Post(llm.UserMessage("one")))
		synctest.Wait()
		if asked != 0 || len(ends) != 1 || ends[0] != session.EndError {
			t.Fatalf("asked %d, ends %v", asked, ends)
		}
		broken = false
		must(t, w.agent.Inbox().Post(llm.UserMessage("two")))
		synctest.Wait()
		if asked != 2 || len(ends) != 3 || w.agent.Inbox().Len() != 0 {
			t.Fatalf("asked %d, ends %v, %d wait", asked, ends, w.agent.Inbox().Len())
		}
		must(t, w.agent.Close(t.Context()))
	})
}

// Closing the agent ends the turn that its loop is in, and waits for it.
func TestCloseEndsTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, stalls("half"), agentloop.Config{})
		must(t, w.loop.Start())
		must(t, w.agent.Inbox().Post(llm.UserMessage("go")))
		synctest.Wait()
		must(t, w.agent.Close(t.Context()))
		w.checkHistory()
		if turn, open := w.agent.Log().Turn(); turn != 1 || open {
			t.Errorf("turn %d open %v", turn, open)
		}
	})
}

// A session goes on where its log ends, also in the middle of a turn.
func TestResume(t *testing.T) {
	m := inTurn(calling("echo"), saying("done"), saying("hello again"))
	w := newWorld(t, m, agentloop.Config{MaxSteps: 1})
	w.Register(testkit.Echo("echo"))
	if o := w.say("go"); o.Reason != session.EndMaxSteps {
		t.Fatalf("%+v", o)
	}
	// Another process takes the log over when a turn has begun and nothing came of it.
	_, err := w.agent.Log().StartTurn(t.Context())
	must(t, err)
	must(t, w.agent.Close(t.Context()))
	must(t, w.agent.Log().Close(t.Context()))
	w.open(agentloop.Config{})
	o, err := w.loop.Turn(t.Context()) // the model owes an answer to the result
	if err != nil || o.Text != "done" || o.Turn != 3 {
		t.Fatalf("%+v, %v", o, err)
	}
	w.say("still there?")
	headers := 0
	for _, e := range w.agent.Log().History().Events {
		if e.Type == session.TypeRequestHeader {
			headers++
		}
	}
	if headers != 1 {
		t.Errorf("an unchanged header was recorded %d times", headers)
	}
}

// dead is a store that fails from some event on.
type dead struct {
	*session.Memory
	after int64
}

func (d *dead) Write(ctx context.Context, events []session.Event) error {
	if last := events[len(events)-1]; last.Seq >= d.after {
		return errors.New("disk full")
	}
	return d.Memory.Write(ctx, events)
}

// Wherever the log dies, the turn stops with the code for it, and what was kept
// can be opened and goes on.
func TestLogDies(t *testing.T) {
	for after := range int64(12) {
		w := newWorld(t, inTurn(), agentloop.Config{})
		w.Register(testkit.Echo("echo"))
		memory := session.NewMemory(session.Header{ID: "s-2"})
		log, _, err := session.Open(t.Context(), &dead{memory, after}, session.Options{})
		must(t, err)
		a, err := w.agents.Create(t.Context(), agent.Spec{ID: "s-2", Scope: w.Root, Log: log})
		must(t, err)
		services := w.services
		services.Model = inTurn(calling("echo"), saying("done"))
		loop, err := agentloop.New(a, services, agentloop.Config{})
		must(t, err)
		must(t, a.Inbox().Post(llm.UserMessage("go")))
		if o, err := loop.Turn(t.Context()); agentloop.CodeOf(err) != agentloop.CodeRecord {
			t.Errorf("dead after %d: %+v, %v", after, o, err)
		}
		must(t, a.Close(t.Context()))
		_ = log.Close(t.Context())
		again, _, err := session.Open(t.Context(), memory, session.Options{})
		must(t, err)
		if messages := again.Messages(); len(messages) > 0 {
			must(t, llm.CheckHistory(messages))
		}
		must(t, again.Close(t.Context()))
	}
}
