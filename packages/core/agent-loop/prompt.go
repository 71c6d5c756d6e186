package agentloop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Assembly is what a prompt is assembled for: one step. Read-only.
type Assembly struct {
	Agent *agent.Agent
	// Set is the step's set, and Selection the model that it was resolved for.
	Set       *tools.ToolSet
	Selection llm.Selection
	// Description is what the executor tells about the admitted tools, and the
	// sections that the loop itself adds.
	Description tools.Description
}

// Prompt is what a request begins with.
type Prompt struct {
	// System is the system prompt.
	System string
	// Context is text that belongs at the end of this step's conversation and is
	// superseded by the next step's; empty for none.
	Context string
	// Tools are the declarations, in order: those of the description, no more and
	// no less.
	Tools []llm.ToolDeclaration
}

// Prompter assembles prompts. Package system-prompt has the one with sections,
// variables and tool order. Safe for concurrent use.
type Prompter interface {
	Assemble(ctx context.Context, a Assembly) (Prompt, error)
}

// Plain is a [Prompter] that puts the sections of the description behind a fixed
// text, in their order. The zero value has no text.
type Plain struct{ Text string }

// Assemble joins text and sections by blank lines and never fails.
func (p Plain) Assemble(_ context.Context, a Assembly) (Prompt, error) {
	sections := slices.Clone(a.Description.Sections)
	slices.SortStableFunc(sections, func(a, b tools.Section) int { return cmp.Compare(a.Order, b.Order) })
	parts := make([]string, 0, len(sections)+1)
	for _, text := range append([]string{p.Text}, texts(sections)...) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return Prompt{System: strings.Join(parts, "\n\n"), Tools: a.Description.Tools}, nil
}

func texts(sections []tools.Section) []string {
	list := make([]string, len(sections))
	for i, s := range sections {
		list[i] = s.Text
	}
	return list
}
