package fs

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Guidance is what a system prompt says about when to use a tool (§1.6).
type Guidance struct {
	// Tool is the tool's name; the section is named after it.
	Tool string
	// Order is the section's place in the prompt.
	Order int
	Text  string
}

// Section returns the section. It says something only in steps that admitted the tool.
func (g Guidance) Section(registry *tools.Registry) systemprompt.Section {
	return systemprompt.Section{
		Name: "tools:" + g.Tool, Order: g.Order, Literal: true,
		Make: func(_ context.Context, in *systemprompt.Input) (string, error) {
			set, _ := in.Tools.(*tools.ToolSet)
			if _, admitted := registry.Executable(g.Tool, in.Key, set); !admitted {
				return "", nil
			}
			return g.Text, nil
		},
	}
}

// Add puts the section into a prompt until the scope closes. Without a prompt there is nothing to
// do.
func (g Guidance) Add(
	ctx context.Context, s *scope.Scope, p *systemprompt.Prompt, registry *tools.Registry,
) error {
	if p == nil {
		return nil
	}
	_, err := p.AddSection(ctx, s, g.Section(registry))
	return err
}
