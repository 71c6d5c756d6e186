package systemprompt

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
)

// ToolSet is the set of tools that a step admitted. It is opaque here: only who resolved it and
// who declares tools looks into it. Assembly hands it on, so that declarations, guidance and
// dispatch read the same set (R49, R100).
type ToolSet interface {
	// Selection returns the model selection that the set was resolved for (R48).
	Selection() llm.Selection
}

// Input says for whom and for what is assembled. It must not be modified during an assembly.
type Input struct {
	// Key is the agent's key; nil stands for nobody in particular.
	Key *scope.Key
	// AgentID names the agent; empty without one.
	AgentID string
	// Selection is the model that the step asks.
	Selection llm.Selection
	// Tools is what the step admitted; nil outside a step.
	Tools ToolSet
}

// TextFunc makes a text for an assembly. It is called by the assembling goroutine, and by several
// at once when several assemble. An error, and a panic, fails the assembly.
type TextFunc func(ctx context.Context, in *Input) (string, error)

// Section is a piece of the system prompt or of the dynamic context. Exactly one of Text and Make
// is set; an empty Text without Make is a section that says nothing.
type Section struct {
	// Name is unique in its layer. A nearer layer's section hides a farther one of the same name.
	Name string
	// Order is where it stands: ascending, and by name among equals.
	Order int
	// Text is what it says.
	Text string
	// Make makes what it says for each assembly.
	Make TextFunc
	// Complete lets the section stand alone: no other one is told to the model. It has no meaning
	// for the dynamic context.
	Complete bool
	// Literal keeps {{ and }} as they are. Use it for text of others, such as descriptions of
	// tools.
	Literal bool
}

// Toolbox is what a ToolProvider contributes to one assembly. It is only read.
type Toolbox struct {
	// Tools are the declarations, in any order.
	Tools []llm.ToolDeclaration
	// Known are names of tools that exist but are not declared now. A configured order may name
	// them.
	Known []string
	// Sections are about the tools and literal. A registered section of the same name hides one; of
	// several providers' the last remains.
	Sections []Section
}

// ToolProvider says which tools are declared. An error, and a panic, fails the assembly.
type ToolProvider func(ctx context.Context, in *Input) (Toolbox, error)

// VariableFunc gives a variable's value for an assembly. It reports false when there is none. It is
// called when a text refers to the variable, at most once in an assembly.
type VariableFunc func(ctx context.Context, in *Input) (value string, ok bool, err error)
