package host

import (
	"context"
	"errors"
	"slices"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Agent is one agent of the preset: an identity for calls, and the scope that
// holds what belongs to it alone.
type Agent struct {
	// Identity is what calls are made with.
	Identity *tools.Agent
	// Scope holds the agent's own registrations.
	Scope *scope.Scope

	host *Host
}

// NewAgent creates an agent whose workspace is dir, an absolute path, or empty.
// The preset's agent rows and then setup run in its scope before anybody else
// sees it; a failure leaves nothing behind. setup may be nil.
func (h *Host) NewAgent(
	ctx context.Context, id, dir string, setup func(context.Context, *Agent) error,
) (*Agent, error) {
	s, err := h.root.Keyed("agent:"+id, h.shared.Key())
	if err != nil {
		return nil, err
	}
	a := &Agent{Identity: &tools.Agent{ID: id, Key: s.Key(), Dir: dir}, Scope: s, host: h}
	if err := h.install(ctx, s, h.preset.Agent); err != nil {
		return nil, errors.Join(err, s.Close(ctx))
	}
	if setup != nil {
		if err := setup(ctx, a); err != nil {
			return nil, errors.Join(err, s.Close(ctx))
		}
	}
	h.mu.Lock()
	h.agents = append(h.agents, a)
	h.mu.Unlock()
	return a, nil
}

// Close takes the agent's scope down and waits for it. Idempotent.
func (a *Agent) Close(ctx context.Context) error {
	a.host.mu.Lock()
	a.host.agents = slices.DeleteFunc(a.host.agents, func(b *Agent) bool { return a == b })
	a.host.mu.Unlock()
	return a.Scope.Close(ctx)
}
