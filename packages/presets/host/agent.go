package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
)

// Agent is one agent of the preset: an identity for calls, and the scope that
// holds what belongs to it alone.
type Agent struct {
	// Identity is what calls are made with.
	Identity *tools.Agent
	// Scope holds the agent's own registrations.
	Scope *scope.Scope
	// Agent is the agent itself: its inbox, its log, its model selection.
	Agent *agent.Agent

	host *Host
	log  *session.Log // what Close closes, nil for a log of the creator's
}

// Spec says what agent to create.
type Spec struct {
	// ID names the agent and its session; empty takes the id of the log.
	ID string
	// Dir is the absolute path of its workspace; empty leaves it to the tools.
	Dir string
	// Log is its open session log, which its creator closes after the agent. Nil
	// keeps a log in memory that is closed with the agent.
	Log *session.Log
	// Owner is the agent that the new one works for, nil for none. It then inherits
	// from its owner and so from the same generation of the preset.
	Owner *agent.Agent
	// Selection is the model to ask.
	Selection llm.Selection
	// Setup runs after the preset's agent rows, before anybody can find the agent;
	// it may be nil.
	Setup func(ctx context.Context, a *Agent) error
}

// Create makes an agent: its scope, the preset's agent rows, the setup, and only
// then is it announced. A failure leaves nothing behind.
func (h *Host) Create(ctx context.Context, spec Spec) (*Agent, error) {
	a := &Agent{host: h}
	if spec.Log == nil {
		log, err := memoryLog(ctx, spec.ID)
		if err != nil {
			return nil, err
		}
		spec.Log, a.log = log, log
	}
	if spec.ID == "" {
		spec.ID = spec.Log.Header().ID
	}
	if _, err := h.Agents.Create(ctx, h.spec(a, spec)); err != nil {
		return nil, errors.Join(err, a.closeLog(ctx))
	}
	h.mu.Lock()
	h.agents = append(h.agents, a)
	h.mu.Unlock()
	return a, nil
}

func (h *Host) spec(a *Agent, spec Spec) agent.Spec {
	s := agent.Spec{
		ID: spec.ID, Dir: spec.Dir, Log: spec.Log, Owner: spec.Owner, Selection: spec.Selection,
		Setup: func(ctx context.Context, made *agent.Agent) error {
			a.Agent, a.Identity, a.Scope = made, made.Identity(), made.Scope()
			if err := h.install(ctx, a.Scope, h.preset.Agent); err != nil || spec.Setup == nil {
				return err
			}
			return spec.Setup(ctx, a)
		},
	}
	if spec.Owner == nil {
		s.Scope, s.Parent = h.root, h.shared.Key()
	}
	return s
}

// NewAgent creates an agent whose calls somebody makes directly, without a model:
// its log is kept in memory, and its one turn is open from the beginning. dir is
// its workspace, an absolute path, or empty. setup may be nil.
func (h *Host) NewAgent(
	ctx context.Context, id, dir string, setup func(context.Context, *Agent) error,
) (*Agent, error) {
	a, err := h.Create(ctx, Spec{ID: id, Dir: dir, Setup: setup})
	if err != nil {
		return nil, err
	}
	if _, err := a.log.StartTurn(ctx); err != nil {
		return nil, errors.Join(err, a.Close(ctx))
	}
	return a, nil
}

// Loop returns what takes the agent's steps with the model. Prompts are assembled
// from what the preset's rows contributed to [Host.Prompt]. It fails with
// [presets.CodeWiring] where no executor serves the agent, or one that lacks its
// runtime: no step would get to the model.
func (h *Host) Loop(a *Agent, m llm.Model, c agentloop.Config) (*agentloop.Loop, error) {
	if _, err := h.Tools.Describe(a.Scope.Context(), a.Identity, nil); err != nil {
		return nil, &presets.Error{Code: presets.CodeWiring, Err: err, Message: fmt.Sprintf(
			"agents of preset %q could take no step", h.preset.ID)}
	}
	return agentloop.New(a.Agent, agentloop.Services{
		Tools: h.Tools, Agents: h.Agents, Model: m, Prompt: h.prompter,
	}, c)
}

// Close takes the agent down, and waits for it. Idempotent.
func (a *Agent) Close(ctx context.Context) error {
	a.host.mu.Lock()
	a.host.agents = slices.DeleteFunc(a.host.agents, func(b *Agent) bool { return a == b })
	a.host.mu.Unlock()
	return errors.Join(a.Agent.Close(ctx), a.closeLog(ctx))
}

func (a *Agent) closeLog(ctx context.Context) error {
	if a.log == nil {
		return nil
	}
	return a.log.Close(context.WithoutCancel(ctx))
}

func memoryLog(ctx context.Context, id string) (*session.Log, error) {
	store := session.NewMemory(session.Header{ID: id, Created: time.Now().UTC()})
	log, _, err := session.Open(ctx, store, session.Options{})
	return log, err
}
