package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Agents is the list of live agents. Create it with [New]. Safe for concurrent
// use.
type Agents struct {
	// Events are about all agents; register listeners with their On methods.
	Events Events

	mu   sync.Mutex
	live map[string]*Agent
}

// New returns an empty list. A nil logger discards what contained listeners do
// wrong.
func New(log *slog.Logger) (*Agents, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	r := &Agents{live: map[string]*Agent{}}
	report := func(f event.Failure) {
		log.Warn("listener failed", "event", f.Event, "listener", f.Label, "error", f.Err)
	}
	if err := event.Init(&r.Events, report); err != nil {
		return nil, fmt.Errorf("agent: %w", err)
	}
	r.Events.PreStep.Check(decided)
	return r, nil
}

// Spec says what agent to create.
type Spec struct {
	// ID names the agent and its session. Mandatory, unique among live agents.
	ID string
	// Dir is the absolute path of the workspace, empty for the tools' own default.
	Dir string
	// Log is the agent's open session log. Mandatory. The creator closes it after
	// the agent.
	Log *session.Log
	// Owner is the agent that the new one works for, nil for none.
	Owner *Agent
	// Scope owns the agent's lifetime. It may be nil with an Owner, whose scope it
	// then is.
	Scope *scope.Scope
	// Parent is what the agent inherits from: usually the key of a preset's
	// standing mount. With an Owner, nil means the owner's key.
	Parent *scope.Key
	// Selection is the model to ask.
	Selection llm.Selection
	// Setup installs what belongs to the agent alone. It runs before anybody can
	// find the agent; nil installs nothing.
	Setup func(ctx context.Context, a *Agent) error
}

func (s *Spec) check() error {
	switch {
	case s.ID == "":
		return fail(CodeSpec, "an agent needs an id")
	case s.Log == nil:
		return fail(CodeSpec, "an agent needs a session log; session.NewMemory keeps one in the process")
	case s.Owner != nil && !s.Owner.IsLive():
		return fail(CodeClosed, "the owner of the agent is closed")
	case s.Scope == nil && s.Owner == nil:
		return fail(CodeSpec, "an agent needs a scope or an owner")
	}
	return nil
}

// Create makes an agent, runs its setup, and announces it. A failure undoes
// everything.
func (r *Agents) Create(ctx context.Context, spec Spec) (*Agent, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	owning, parent := spec.Scope, spec.Parent
	if spec.Owner != nil {
		if owning == nil {
			owning = spec.Owner.scope
		}
		if parent == nil {
			parent = spec.Owner.Key()
		}
	}
	s, err := owning.Keyed("agent:"+spec.ID, parent)
	if err != nil {
		return nil, &Error{Code: CodeClosed, Message: "the agent's scope cannot be made", Err: err}
	}
	a := &Agent{
		identity: &tools.Agent{ID: spec.ID, Key: s.Key(), Dir: spec.Dir},
		scope:    s, log: spec.Log, owner: spec.Owner,
	}
	a.Select(spec.Selection)
	if err := r.open(ctx, a, spec.Setup); err != nil {
		return nil, errors.Join(err, s.Close(ctx))
	}
	return a, nil
}

// open installs the agent, admits it and tells of it, in this order.
func (r *Agents) open(ctx context.Context, a *Agent, setup func(context.Context, *Agent) error) error {
	if setup != nil {
		if err := setup(ctx, a); err != nil {
			return &Error{Code: CodeSetup, Message: fmt.Sprintf("agent %q", a.ID()), Err: err}
		}
	}
	if _, err := a.scope.Defer("agent", func(ctx context.Context) error {
		r.retire(ctx, a)
		return nil
	}); err != nil {
		return &Error{Code: CodeClosed, Message: fmt.Sprintf("agent %q", a.ID()), Err: err}
	}
	if err := r.admit(a); err != nil {
		return err
	}
	r.Events.Created.Emit(ctx, a.Key(), a)
	return nil
}

func (r *Agents) admit(a *Agent) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live[a.ID()] != nil {
		return fail(CodeDuplicate, fmt.Sprintf("an agent with the id %q is alive: close it first", a.ID()))
	}
	r.live[a.ID()] = a
	a.live.Store(true)
	return nil
}

// retire runs in the agent's scope, after its work has ended.
func (r *Agents) retire(ctx context.Context, a *Agent) {
	a.inbox.close()
	if !a.live.Swap(false) {
		return
	}
	r.mu.Lock()
	delete(r.live, a.ID())
	r.mu.Unlock()
	r.Events.Closed.Emit(ctx, a.Key(), a)
}

// Get returns the live agent with that id.
func (r *Agents) Get(id string) (*Agent, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a, ok := r.live[id]
	return a, ok
}

// Of returns the live agent that a call belongs to. It fails for a call without
// an agent and for one whose agent is gone, also if another has its id now.
func (r *Agents) Of(identity *tools.Agent) (*Agent, bool) {
	if identity == nil {
		return nil, false
	}
	a, ok := r.Get(identity.ID)
	if !ok || a.Key() != identity.Key {
		return nil, false
	}
	return a, true
}

// All returns the live agents, sorted by id.
func (r *Agents) All() []*Agent {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]*Agent, 0, len(r.live))
	for _, a := range r.live {
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b *Agent) int { return strings.Compare(a.ID(), b.ID()) })
	return all
}
