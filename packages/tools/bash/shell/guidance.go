package shell

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Guidance is what a system prompt says about when to use a tool (tools §1.6).
type Guidance struct {
	// Name names the section; Tool is the tool that a step must have admitted for it to appear.
	Name, Tool string
	// Order is the section's place in the prompt.
	Order int
	// Text is what the section says.
	Text string
}

// Add puts the section into p until s closes. Without a prompt there is nothing to do.
func (g Guidance) Add(
	ctx context.Context, s *scope.Scope, p *systemprompt.Prompt, registry *tools.Registry,
) error {
	if p == nil {
		return nil
	}
	_, err := p.AddSection(ctx, s, systemprompt.Section{
		Name: g.Name, Order: g.Order, Literal: true,
		Make: func(_ context.Context, in *systemprompt.Input) (string, error) {
			set, _ := in.Tools.(*tools.ToolSet)
			if _, admitted := registry.Executable(g.Tool, in.Key, set); !admitted {
				return "", nil
			}
			return g.Text, nil
		},
	})
	return err
}
