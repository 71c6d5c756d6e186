package cli

import (
	"context"
	"errors"
	"runtime"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// agentWorld is what an agent is made of.
type agentWorld struct {
	host      *host.Host
	dir       string // its workspace
	log       *session.Log
	model     llm.Model
	selection llm.Selection
	view      *agentView
	answers   answers
}

// create makes the agent of the preset and the loop that takes its steps. The
// caller closes the agent before the log.
func (w *agentWorld) create(ctx context.Context, c agentloop.Config) (*host.Agent, *agentloop.Loop, error) {
	a, err := w.host.Create(ctx, host.Spec{
		Dir: w.dir, Log: w.log, Selection: w.selection, Setup: w.setup,
	})
	if err != nil {
		return nil, nil, err
	}
	// Permission presets pin the policy of a new session; what a flag says comes
	// after that.
	if err = w.answers.pin(ctx, a); err == nil {
		var loop *agentloop.Loop
		if loop, err = w.host.Loop(a, w.model, c); err == nil {
			return a, loop, nil
		}
	}
	return nil, nil, errors.Join(err, a.Close(ctx))
}

// setup is what the command adds to the rows of the preset: what the agent is
// told, who answers it, and the cards of its calls.
func (w *agentWorld) setup(ctx context.Context, a *host.Agent) error {
	if err := tellAgent(ctx, a.Scope, w.host.Prompt, w.dir); err != nil {
		return err
	}
	if err := w.answers.mount(ctx, w, a.Scope); err != nil {
		return err
	}
	return w.view.watch(a.Scope, w.host.Tools)
}

// tellAgent writes the system prompt. Only the facts that differ from run to run
// are dynamic, so that the rest stays the same bytes.
func tellAgent(ctx context.Context, s *scope.Scope, p *systemprompt.Prompt, dir string) error {
	_, err := p.AddSection(ctx, s, systemprompt.Section{Name: "role", Literal: true, Text: agentRole})
	if err != nil {
		return err
	}
	_, err = p.AddContext(ctx, s, systemprompt.Section{
		Name: "workspace", Literal: true, Text: "Workspace: " + dir + " (" + runtime.GOOS + ")",
	})
	return err
}

const agentRole = `You are an agent that works in a directory with the tools that are declared to you.
Look before you change anything, change no more than the task needs, and check what you did, for example by
running the tests. Calls may be confined or refused; when one is, say so or find another way, and do not
try to get round it. When the task is done, say in a few sentences what you did and what is left.`
