package permission

import (
	"context"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// hidesTool reports whether a tool is refused whatever its arguments are: the
// first rule that may match it denies without a condition on arguments.
func (p *Policy) hidesTool(name string, traits tools.Traits) bool {
	s := Subject{Tool: name, Traits: traits}
	for _, r := range p.config.Rules {
		if r.coversTool(&s) {
			return r.Action == Deny && len(r.Where) == 0
		}
	}
	return p.config.Default == Deny && name != tools.ReservedName
}

// mayHide reports whether there can be a tool that is hidden.
func (p *Policy) mayHide() bool {
	return p.config.Default == Deny || slices.ContainsFunc(p.config.Rules, func(r Rule) bool {
		return r.Action == Deny && len(r.Where) == 0
	})
}

// Hide keeps the tools that are refused whatever their arguments out of what the
// agents below s are told, until s closes. Tools that come later are hidden, too;
// tools that an agent has of its own are refused but not hidden.
func (p *Policy) Hide(s *scope.Scope, registry *tools.Registry, agents *agent.Agents) error {
	if !p.mayHide() {
		return nil
	}
	h := &hider{policy: p, registry: registry, agents: agents, scope: s, masks: map[*agent.Agent]*mask{}}
	label := event.Label("permission")
	if err := registry.Events.Change.On(s, func(ctx context.Context, _ tools.Change) error {
		h.update(ctx)
		return nil
	}, label); err != nil {
		return err
	}
	if err := agents.Events.Created.On(s, func(ctx context.Context, _ *agent.Agent) error {
		h.update(ctx)
		return nil
	}, label); err != nil {
		return err
	}
	return agents.Events.Closed.On(s, func(_ context.Context, a *agent.Agent) error {
		h.forget(a)
		return nil
	}, label)
}

// hider keeps one restriction per agent up to date. Changing one is a change of
// the registry itself, which comes back here: whoever is at it goes on until
// nothing has changed.
type hider struct {
	policy   *Policy
	registry *tools.Registry
	agents   *agent.Agents
	scope    *scope.Scope

	mu          sync.Mutex
	busy, dirty bool
	masks       map[*agent.Agent]*mask
}

type mask struct {
	names []string
	undo  scope.Undo
}

func (h *hider) update(ctx context.Context) {
	h.mu.Lock()
	h.dirty = true
	for h.dirty && !h.busy {
		h.busy, h.dirty = true, false
		h.mu.Unlock()
		for _, a := range h.agents.All() {
			if a.Key().Sees(h.scope.Key()) {
				h.cover(ctx, a)
			}
		}
		h.mu.Lock()
		h.busy = false
	}
	h.mu.Unlock()
}

// cover restricts one agent. The new restriction is there before the old one
// goes, so nothing shows through in between.
func (h *hider) cover(ctx context.Context, a *agent.Agent) {
	names := h.hidden(a)
	h.mu.Lock()
	old := h.masks[a]
	h.mu.Unlock()
	if old != nil && slices.Equal(old.names, names) || old == nil && len(names) == 0 {
		return
	}
	fresh := &mask{names: names}
	if len(names) > 0 {
		undo, err := h.registry.Restrict(a.Scope(), tools.Restriction{Deny: names})
		if err != nil { // gone meanwhile; the guard refuses in any case
			h.policy.log.Warn("refused tools stay visible", "agent", a.ID(), "error", err)
			return
		}
		fresh.undo = undo
	}
	h.mu.Lock()
	h.masks[a] = fresh
	h.mu.Unlock()
	if old != nil && old.undo != nil {
		if err := old.undo(ctx); err != nil {
			h.policy.log.Warn("an old restriction stays", "agent", a.ID(), "error", err)
		}
	}
}

func (h *hider) hidden(a *agent.Agent) []string {
	var names []string
	for _, t := range h.registry.Definitions(a.Key().Parent(), nil) {
		if h.policy.hidesTool(t.Name(), t.Definition().Traits) {
			names = append(names, t.Name())
		}
	}
	slices.Sort(names)
	return names
}

func (h *hider) forget(a *agent.Agent) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.masks, a)
}
