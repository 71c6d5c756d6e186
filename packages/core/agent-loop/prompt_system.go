package agentloop

import (
	"context"
	"slices"

	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// system is a [Prompter] over a system prompt.
type system struct {
	prompt   *systemprompt.Prompt
	registry *tools.Registry
}

// System returns a [Prompter] that assembles with a system prompt: the executor's
// description becomes its declarations and sections, until s closes (R100). Call
// it once for a prompt.
func System(
	ctx context.Context, s *scope.Scope, p *systemprompt.Prompt, registry *tools.Registry,
) (Prompter, error) {
	sys := &system{p, registry}
	if _, err := p.AddTools(ctx, s, sys.toolbox); err != nil {
		return nil, err
	}
	return sys, nil
}

// assembling carries the assembly to the tool provider, which the system prompt
// calls.
type assembling struct{}

// Assemble assembles for the step.
func (s *system) Assemble(ctx context.Context, a Assembly) (Prompt, error) {
	ctx = context.WithValue(ctx, assembling{}, &a)
	done, err := s.prompt.Assemble(ctx, systemprompt.Input{
		Key: a.Agent.Key(), Selection: a.Selection, Tools: a.Set,
	})
	if err != nil {
		return Prompt{}, err
	}
	return Prompt{System: done.System, Context: done.Context, Tools: done.Tools}, nil
}

// toolbox contributes the description of the step, or of what can be seen from a
// key for an assembly that no loop asked for.
func (s *system) toolbox(ctx context.Context, in *systemprompt.Input) (systemprompt.Toolbox, error) {
	var d tools.Description
	if a, ok := ctx.Value(assembling{}).(*Assembly); ok {
		d = a.Description
	} else {
		set, _ := in.Tools.(*tools.ToolSet)
		var err error
		if d, err = s.registry.Describe(ctx, &tools.Agent{Key: in.Key}, set); err != nil {
			return systemprompt.Toolbox{}, err
		}
	}
	box := systemprompt.Toolbox{Tools: d.Tools, Known: s.known(in.Key, d)}
	for _, section := range d.Sections {
		box.Sections = append(box.Sections, systemprompt.Section{
			Name: section.Name, Order: section.Order, Text: section.Text, Literal: true,
		})
	}
	return box, nil
}

// known returns the names that a tool order may list although nothing of that name
// is declared: tools that are hidden or not admitted. Where an executor declares
// only its own transport, no tool behind it is known (P123).
func (s *system) known(key *scope.Key, d tools.Description) []string {
	var names []string
	for k := key; ; k = k.Parent() {
		for _, t := range s.registry.Definitions(k, nil) {
			names = append(names, t.Name())
		}
		if k == nil {
			break
		}
	}
	for _, t := range d.Tools {
		if slices.Contains(names, t.Name) {
			return names
		}
	}
	if len(d.Tools) == 0 {
		return names
	}
	return nil
}
