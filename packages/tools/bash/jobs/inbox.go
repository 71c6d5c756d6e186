package jobs

import (
	"context"
	"slices"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// ToInbox returns what puts notices into the inboxes of their owners: as a message of this plugin
// that wakes the owner when the notice says so, and goes with the next step otherwise (tools §7).
// A notice to an agent that is gone is dropped.
func ToInbox(agents *agent.Agents) func(Notice) {
	return func(n Notice) {
		a, ok := agents.Get(n.Owner)
		if !ok {
			return
		}
		m := llm.UserMessage(n.Text)
		m.Source = llm.Source{Kind: llm.SourcePlugin, Name: PluginName}
		put := a.Inbox().Defer
		if n.Wake {
			put = a.Inbox().Post
		}
		_ = put(m) // fails for an agent that is closing, which needs no news
	}
}

// heed begins the count of wakes anew when a person has said something to an agent.
func (r *Registry) heed(s *scope.Scope, agents *agent.Agents) error {
	byUser := func(m llm.Message) bool { return m.Source.Kind == llm.SourceUser }
	return agents.Events.PreStep.On(s, func(
		ctx context.Context, step *agent.Step, next event.Next[*agent.Step, agent.Decision],
	) (agent.Decision, error) {
		if slices.ContainsFunc(step.Messages, byUser) {
			r.UserSpoke(step.Agent.ID())
		}
		return next.Do(ctx)
	}, event.Label(PluginName))
}
