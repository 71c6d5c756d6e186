package fs

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// Lean is a tool with typed arguments whose value is an object made by hand. It is for values with
// texts of megabytes: a typed value is encoded, which copies and quotes them, while an object's
// texts are shared. The schema of the value is that of Out.
type Lean[In, Out any] struct {
	Name        string
	Description string
	// Execute is the body; it returns the object with the members that Out has.
	Execute func(ctx context.Context, x *tools.Exec, in In) (*jsonvalue.Object, error)
	// Render, Meta, PresentCall and PresentResult are as in [tools.Tool]; v is the value.
	Render        func(in In, v jsonvalue.Value) llm.Content
	Meta          func(in In, v jsonvalue.Value) any
	PresentCall   func(in In) tools.CallView
	PresentResult func(in In, r tools.Presented) tools.ResultView
	Traits        tools.Traits
}

// Define returns the definition. It fails for types that a schema cannot express.
func (l Lean[In, Out]) Define() (tools.Definition, error) {
	parameters, err := schema.ForInput[In]()
	if err != nil {
		return tools.Definition{}, err
	}
	arguments, err := schema.Compile(parameters)
	if err != nil {
		return tools.Definition{}, err
	}
	output, err := schema.ForOutput[Out]()
	if err != nil {
		return tools.Definition{}, err
	}
	return tools.Definition{
		Name: l.Name, Description: l.Description, Parameters: parameters, Arguments: arguments,
		Output:  tools.Output{Schema: output, Render: l.render, PresentationMeta: l.meta},
		Execute: l.execute, PresentCall: l.presentCall, PresentResult: l.presentResult,
		Traits: l.Traits,
	}, nil
}

func (l Lean[In, Out]) execute(ctx context.Context, x *tools.Exec) (any, error) {
	var in In
	if err := x.Arguments().Decode(&in); err != nil {
		return nil, err
	}
	v, err := l.Execute(ctx, x, in)
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (l Lean[In, Out]) render(args, value jsonvalue.Value) (llm.Content, error) {
	var in In
	if err := args.Decode(&in); err != nil {
		return nil, err
	}
	return l.Render(in, value), nil
}

func (l Lean[In, Out]) meta(args, value jsonvalue.Value) (jsonvalue.Value, error) {
	var in In
	if err := args.Decode(&in); err != nil {
		return jsonvalue.Value{}, err
	}
	return jsonvalue.Marshal(l.Meta(in, value))
}

func (l Lean[In, Out]) presentCall(args jsonvalue.Value) tools.CallView {
	var in In
	if args.Decode(&in) != nil {
		return nil
	}
	return l.PresentCall(in)
}

func (l Lean[In, Out]) presentResult(args jsonvalue.Value, r tools.Presented) tools.ResultView {
	var in In
	if args.Decode(&in) != nil {
		return nil
	}
	return l.PresentResult(in, r)
}

// Text returns a text member of an object, "" when it is missing or null.
func Text(v jsonvalue.Value, name string) string {
	member, _ := v.Get(name)
	text, _ := member.AsString()
	return text
}
