package systemprompt

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Text is a section or a part of the dynamic context whose text was made.
type Text struct {
	// Name is the section's name.
	Name string
	// Order is where it stood before listeners came to it. Changing it moves nothing.
	Order int
	// Text is what it says. References to variables are not filled in yet.
	Text string
	// Literal keeps {{ and }} as they are.
	Literal bool
}

// Draft is an assembly on its way through the listeners of Events.Assemble. It belongs to whoever
// holds it.
type Draft struct {
	// Sections are those of the system prompt, in the order in which they will stand. They may be
	// changed, moved, added and removed.
	Sections []Text
	// Contexts are the parts of the dynamic context, under the same rules; nil when it is
	// suppressed.
	Contexts []Text

	input *Input
	tools []llm.ToolDeclaration
}

// Input returns for whom and for what is assembled. It must not be modified.
func (d *Draft) Input() *Input { return d.input }

// Tools returns a copy of the declarations, in order. Which there are cannot be changed; see
// Describe.
func (d *Draft) Tools() []llm.ToolDeclaration { return slices.Clone(d.tools) }

// Describe changes what the model is told about a tool, and reports whether there is such a tool.
// It changes the presentation only: what may be called, and with which arguments, stays as it is.
func (d *Draft) Describe(tool, description string) bool {
	found := false
	for i := range d.tools {
		if d.tools[i].Name == tool {
			d.tools[i].Description, found = description, true
		}
	}
	return found
}

// Section returns the section of that name, for changing it in place, or nil.
func (d *Draft) Section(name string) *Text {
	i := slices.IndexFunc(d.Sections, func(t Text) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &d.Sections[i]
}
