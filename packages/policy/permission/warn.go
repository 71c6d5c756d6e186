package permission

import (
	"context"
	"sync"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Warn logs the [Policy.Warnings] about the tools of the agents below s, until s
// closes: when an agent is created, and at its first call after tools have come or
// gone. Each is logged once. Place, which may be nil, returns where the member of
// the configuration that a JSON pointer names is written, "" for nowhere.
func (p *Policy) Warn(
	s *scope.Scope, registry *tools.Registry, agents *agent.Agents, place func(pointer string) string,
) error {
	if len(p.config.Rules) == 0 {
		return nil
	}
	if place == nil {
		place = func(string) string { return "" }
	}
	w := &warner{
		policy: p, registry: registry, place: place, looked: map[*scope.Key]bool{}, told: map[string]bool{},
	}
	label := event.Label("permission-warnings")
	if err := registry.Events.Change.On(s, w.changed, label); err != nil {
		return err
	}
	if err := registry.Events.PreExecute.On(s, w.before, label); err != nil {
		return err
	}
	if err := agents.Events.Created.On(s, w.created, label); err != nil {
		return err
	}
	return agents.Events.Closed.On(s, w.closed, label)
}

// warner looks at the rules once for each agent and state of the tools.
type warner struct {
	policy   *Policy
	registry *tools.Registry
	place    func(pointer string) string

	mu     sync.Mutex
	looked map[*scope.Key]bool // the agents whose tools have not changed since
	told   map[string]bool
}

func (w *warner) changed(context.Context, tools.Change) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.looked)
	return nil
}

func (w *warner) created(ctx context.Context, a *agent.Agent) error {
	w.look(ctx, a.ID(), a.Key())
	return nil
}

func (w *warner) closed(_ context.Context, a *agent.Agent) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.looked, a.Key())
	return nil
}

func (w *warner) before(
	ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision],
) (tools.Decision, error) {
	if a := c.Agent(); a != nil {
		w.look(ctx, a.ID, a.Key)
	}
	return next.Do(ctx)
}

func (w *warner) look(ctx context.Context, id string, key *scope.Key) {
	w.mu.Lock()
	done := w.looked[key]
	w.looked[key] = true
	w.mu.Unlock()
	if done {
		return
	}
	for _, warning := range w.policy.Warnings(w.registry, key) {
		text := warning.At(w.place(warning.Pointer))
		w.mu.Lock()
		told := w.told[text]
		w.told[text] = true
		w.mu.Unlock()
		if !told {
			w.policy.log.WarnContext(ctx, text, "agent", id)
		}
	}
}
