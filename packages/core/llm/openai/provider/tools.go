package provider

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Tool is a declaration as a provider takes it.
type Tool struct {
	// Name is the name that the provider sees; see Tools.Original.
	Name string
	// Description is for the model.
	Description string
	// Parameters is a schema in the provider's dialect. Its root has the type object and
	// properties.
	Parameters jsonvalue.Value
}

// Tools are the declarations of one request. They are read-only.
type Tools struct {
	// List holds the tools in the order of the request, without those that were left out.
	List []Tool
	// Warnings names what was left out, and why.
	Warnings []llm.Warning

	dialect   Dialect
	originals map[string]string
}

// Project turns declarations into a provider's dialect. A tool that cannot be turned is left out
// and named in the warnings; the request goes on without it. The same declarations always give
// the same bytes.
func Project(declarations []llm.ToolDeclaration, d Dialect) *Tools {
	t := &Tools{dialect: d, originals: make(map[string]string, len(declarations))}
	for _, declared := range declarations {
		if err := t.add(declared); err != nil {
			t.Warnings = append(t.Warnings, llm.Warning{
				Subject: declared.Name,
				Text: fmt.Sprintf("tool %q is left out of the request, because the provider would "+
					"refuse it: %v", declared.Name, err),
			})
		}
	}
	return t
}

func (t *Tools) add(declared llm.ToolDeclaration) error {
	name := t.Wire(declared.Name)
	if name == "" {
		return fmt.Errorf("it has no name")
	}
	if other, taken := t.originals[name]; taken {
		return fmt.Errorf("its name cannot be told from that of %q", other)
	}
	schema, err := projectRoot(declared.Parameters, t.dialect)
	if err != nil {
		return err
	}
	t.originals[name] = declared.Name
	t.List = append(t.List, Tool{Name: name, Description: declared.Description, Parameters: schema})
	return nil
}

// Wire returns the name that the provider sees for a tool, declared or of an earlier request.
func (t *Tools) Wire(name string) string {
	if name == "" {
		return ""
	}
	return wireName(name, t.dialect.longestName())
}

// Original returns the name of the tool that the provider means. A name that was not declared is
// returned as it is, for the registry to refuse.
func (t *Tools) Original(wire string) string {
	if name, ok := t.originals[wire]; ok {
		return name
	}
	return wire
}

// Demand checks that a choice of tools can be met: what it demands was declared and not left out.
func (t *Tools) Demand(choice llm.ToolChoice) error {
	switch {
	case choice.Mode == llm.ToolChoiceRequired && len(t.List) == 0:
	case choice.Mode == llm.ToolChoiceNamed && !t.Has(choice.Name):
	default:
		return nil
	}
	return &llm.Error{
		Code: llm.CodeInvalidRequest,
		Message: fmt.Sprintf("the request demands a call of a tool (%q), but the provider cannot be "+
			"told of it", choice.Name),
	}
}

// Has reports whether a tool was declared and not left out.
func (t *Tools) Has(name string) bool {
	original, ok := t.originals[t.Wire(name)]
	return ok && original == name
}
