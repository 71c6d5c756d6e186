package agent

import (
	"context"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Agent is one agent. [Agents.Create] makes it. All methods are safe for
// concurrent use.
type Agent struct {
	identity  *tools.Agent
	scope     *scope.Scope
	log       *session.Log
	owner     *Agent
	inbox     Inbox
	selection atomic.Pointer[llm.Selection]
	live      atomic.Bool
}

// ID returns the agent's id, which is the id of its session.
func (a *Agent) ID() string { return a.identity.ID }

// Identity returns what calls are made with.
func (a *Agent) Identity() *tools.Agent { return a.identity }

// Key returns the agent's routing key.
func (a *Agent) Key() *scope.Key { return a.identity.Key }

// Scope returns the scope that holds what belongs to the agent alone.
func (a *Agent) Scope() *scope.Scope { return a.scope }

// Log returns the agent's session log. Its creator owns it.
func (a *Agent) Log() *session.Log { return a.log }

// Owner returns the agent that this one works for, nil for none.
func (a *Agent) Owner() *Agent { return a.owner }

// IsLive reports whether the agent can be found and takes messages.
func (a *Agent) IsLive() bool { return a.live.Load() }

// Inbox returns the messages that wait for the agent's next step.
func (a *Agent) Inbox() *Inbox { return &a.inbox }

// Selection returns the model that the next step asks.
func (a *Agent) Selection() llm.Selection { return *a.selection.Load() }

// Select changes the model. It counts from the next step on; a step that runs
// keeps the one that it was prepared for.
func (a *Agent) Select(s llm.Selection) { a.selection.Store(&s) }

// Close ends the agent and waits: the inbox takes no more messages, what runs in
// the agent's scope ends, the agent is not found any more, everything that its
// scope holds is undone. Calls that meet join one completion.
func (a *Agent) Close(ctx context.Context) error {
	a.inbox.close()
	return a.scope.Close(ctx)
}
