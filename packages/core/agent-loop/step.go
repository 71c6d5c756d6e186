package agentloop

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// prepared is a step that can be taken.
type prepared struct {
	set       *tools.ToolSet
	selection llm.Selection
	prompt    Prompt
}

// step takes the next step and returns why the turn ends with it, or nil.
func (t *turn) step() *ending {
	switch {
	case t.ctx.Err() != nil:
		return t.aborted()
	case t.config.MaxSteps > 0 && t.outcome.Steps >= t.config.MaxSteps:
		return &ending{reason: session.EndMaxSteps}
	}
	claimed := t.claim()
	p, end := t.prepare(claimed)
	if p != nil {
		defer p.set.Release()
	}
	if end != nil {
		return end
	}
	if err := t.open(p, claimed); err != nil {
		return t.broken(err)
	}
	t.outcome.Steps++
	end = t.answer(p)
	if end != nil && CodeOf(end.err) == CodeRecord {
		return end
	}
	if _, err := t.log.EndStep(t.records); err != nil {
		return t.broken(err)
	}
	return end
}

// prepare decides about the step and makes what it needs. Claimed messages of a
// step that cannot be prepared go back; those of a blocked one are the caller's.
func (t *turn) prepare(claimed []llm.Message) (*prepared, *ending) {
	step := &agent.Step{
		Agent: t.agent, Turn: t.outcome.Turn, Number: t.outcome.Steps + 1,
		Messages: slices.Clip(claimed),
	}
	d, err := t.services.Agents.DecideStep(t.ctx, step)
	if err == nil && d.Blocks() {
		t.outcome.Unsent = claimed
		return nil, &ending{session.EndBlocked, &Error{Code: CodeBlocked, Message: d.Reason()}}
	}
	p := &prepared{selection: t.agent.Selection()}
	if err == nil {
		p.set, err = t.services.Tools.Resolve(t.ctx, tools.Activation{
			Agent: t.agent.Identity(), Selection: p.selection,
		})
	}
	if err == nil {
		p.prompt, err = t.assemble(p)
	}
	if err == nil {
		return p, nil
	}
	t.agent.Inbox().Return(claimed)
	if p.set != nil {
		p.set.Release()
	}
	return nil, t.failed(err)
}

func (t *turn) assemble(p *prepared) (prompt Prompt, err error) {
	description, err := t.services.Tools.Describe(t.ctx, t.agent.Identity(), p.set)
	if err != nil {
		return Prompt{}, err
	}
	description.Sections = slices.Concat(description.Sections, t.sections)
	prompt, err = t.services.Prompt.Assemble(t.ctx, Assembly{
		Agent: t.agent, Set: p.set, Selection: p.selection, Description: description,
	})
	if err != nil {
		return Prompt{}, &Error{Code: CodePrompt, Message: "the prompt could not be assembled", Err: err}
	}
	return prompt, nil
}

// open records the step, the claimed messages, and what the request begins with
// where that changed.
func (t *turn) open(p *prepared, claimed []llm.Message) error {
	if _, err := t.log.StartStep(t.records); err != nil {
		return err
	}
	for _, m := range claimed {
		if _, err := t.log.AddUser(t.records, m); err != nil {
			return err
		}
	}
	return t.note(p)
}
