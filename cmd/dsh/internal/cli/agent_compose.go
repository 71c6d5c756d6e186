package cli

import (
	"context"
	"runtime"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/policy/approval"
)

// agentWorld is what an agent is made of.
type agentWorld struct {
	run   *running
	log   *session.Log
	model *openModel
	view  *agentView
}

// compose makes the agent and its loop, below the agent of the preset, whose
// rows it inherits.
func (f *agentFlags) compose(ctx context.Context, s Streams, w *agentWorld) (*agentloop.Loop, error) {
	parent := w.run.agent.Scope
	agents, err := agent.New(nil)
	if err != nil {
		return nil, err
	}
	approvals, err := approval.New(agents, nil)
	if err != nil {
		return nil, err
	}
	policy, err := f.approvals.mount(s, w, approvals)
	if err != nil {
		return nil, err
	}
	prompt, err := agentPrompt(ctx, parent, w.run.agent.Identity.Dir)
	if err != nil {
		return nil, err
	}
	if err := approvals.Tell(ctx, parent, prompt, policy); err != nil {
		return nil, err
	}
	prompter, err := agentloop.System(ctx, parent, prompt, w.run.host.Tools)
	if err != nil {
		return nil, err
	}
	if err := w.view.watch(parent, w.run.host.Tools); err != nil {
		return nil, err
	}
	a, err := agents.Create(ctx, agent.Spec{
		ID: w.log.Header().ID, Dir: w.run.agent.Identity.Dir, Log: w.log,
		Scope: parent, Parent: parent.Key(), Selection: w.model.selection,
	})
	if err != nil {
		return nil, err
	}
	return agentloop.New(a, agentloop.Services{
		Tools: w.run.host.Tools, Agents: agents, Model: w.model, Prompt: prompter,
	}, agentloop.Config{MaxSteps: f.maxSteps})
}

// agentPrompt is the system prompt. Only the facts that differ from run to run
// are dynamic, so that the rest stays the same bytes.
func agentPrompt(ctx context.Context, s *scope.Scope, dir string) (*systemprompt.Prompt, error) {
	p, err := systemprompt.New(systemprompt.Config{})
	if err != nil {
		return nil, err
	}
	_, err = p.AddSection(ctx, s, systemprompt.Section{Name: "role", Literal: true, Text: agentRole})
	if err != nil {
		return nil, err
	}
	_, err = p.AddContext(ctx, s, systemprompt.Section{
		Name: "workspace", Literal: true, Text: "Workspace: " + dir + " (" + runtime.GOOS + ")",
	})
	return p, err
}

const agentRole = `You are an agent that works in a directory with the tools that are declared to you.
Look before you change anything, change no more than the task needs, and check what you did, for example by
running the tests. Calls may be confined or refused; when one is, say so or find another way, and do not
try to get round it. When the task is done, say in a few sentences what you did and what is left.`
