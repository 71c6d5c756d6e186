package tools

import (
	"context"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// SchemaTool is a tool whose shape is known only at run time: its schemas are
// values, and its functions see JSON values that satisfy them. Schemas come
// from package schema's DSL or from JSON text.
type SchemaTool struct {
	Name        string
	Description string
	// Parameters is an object schema in the enforced subset; absent means none.
	Parameters jsonvalue.Value
	// Output is the schema of the value. Mandatory.
	Output jsonvalue.Value
	// Execute is the body; it returns what [jsonvalue.From] accepts. Mandatory.
	Execute func(ctx context.Context, x *Exec, args jsonvalue.Value) (any, error)
	// Render turns the value into what the model reads. Nil renders a string as
	// it is and anything else as JSON text.
	Render func(args, value jsonvalue.Value) (llm.Content, error)
	// Meta computes metadata for cards; nil for none.
	Meta func(args, value jsonvalue.Value) (jsonvalue.Value, error)
	// The rest is that of [Definition].
	ConcurrencySafe func(args jsonvalue.Value) bool
	PresentCall     func(args jsonvalue.Value) CallView
	PresentResult   func(args jsonvalue.Value, r Presented) ResultView
	ProjectContent  func(ctx context.Context, x *Exec, v jsonvalue.Value) (llm.Content, error)
	FinalizeContent func(c *Call, r *Result) (llm.Content, error)
	Timeout         time.Duration
	DeferLoading    bool
	FindsDeferred   bool
	Traits          Traits
}

// DefineSchema compiles both schemas, wires argument validation in front of
// the body (R14) and returns the definition.
func DefineSchema(t SchemaTool) (Definition, error) {
	if t.Execute == nil {
		return Definition{}, refuse(CodeBadDefinition, "define %q: execute is missing", t.Name)
	}
	if t.Parameters.IsAbsent() {
		t.Parameters = noParameters
	}
	params, err := schema.Compile(t.Parameters)
	if err != nil {
		return Definition{}, fmt.Errorf("define %q: parameters: %w", t.Name, err)
	}
	if t.Render == nil {
		t.Render = renderJSON
	}
	return Definition{
		Name: t.Name, Description: t.Description, Parameters: t.Parameters, Arguments: params,
		Output:         Output{Schema: t.Output, Render: t.Render, PresentationMeta: t.Meta},
		Execute:        func(ctx context.Context, x *Exec) (any, error) { return t.Execute(ctx, x, x.Arguments()) },
		ProjectContent: t.ProjectContent, FinalizeContent: t.FinalizeContent, Timeout: t.Timeout,
		ConcurrencySafe: t.ConcurrencySafe, PresentCall: t.PresentCall, PresentResult: t.PresentResult,
		DeferLoading: t.DeferLoading, FindsDeferred: t.FindsDeferred, Traits: t.Traits,
	}, nil
}

func renderJSON(_, value jsonvalue.Value) (llm.Content, error) {
	if s, ok := value.AsString(); ok {
		return llm.TextContent(s), nil
	}
	return llm.TextContent(value.Text()), nil
}
