package bridge

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
)

// notices takes the ends of background jobs to the inboxes of their owners.
type notices struct {
	agents *agent.Agents
	jobs   *jobs.Service
	log    *slog.Logger
}

// deliver puts a notice into its owner's inbox. An owner that is gone has nobody
// who could read it.
func (n *notices) deliver(notice jobs.Notice) {
	a, live := n.agents.Get(notice.Owner)
	if !live {
		return
	}
	m := llm.UserMessage(notice.Text)
	m.Source = llm.Source{Kind: llm.SourcePlugin, Name: jobs.PluginName}
	post := a.Inbox().Defer
	if notice.Wake {
		post = a.Inbox().Post
	}
	if err := post(m); err != nil && agent.CodeOf(err) != agent.CodeClosed && n.log != nil {
		n.log.Warn("a job's end could not be told", "agent", a.ID(), "error", err)
	}
}

// heard gives the owner's jobs their wakes back when a person has spoken.
func (n *notices) heard(
	ctx context.Context, step *agent.Step, next event.Next[*agent.Step, agent.Decision],
) (agent.Decision, error) {
	for _, m := range step.Messages {
		if m.Source.Kind != llm.SourceUser {
			continue
		}
		if r, ok := n.jobs.Nearest(step.Agent.Identity()); ok {
			r.UserSpoke(step.Agent.ID())
		}
		break
	}
	return next.Do(ctx)
}

// install delivers the notices of the jobs below s until s closes.
func (n *notices) install(s *scope.Scope) error {
	if _, err := n.jobs.Deliveries.Provide(s, n.deliver); err != nil {
		return err
	}
	return n.agents.Events.PreStep.On(s, n.heard, event.Label("job notices"))
}
