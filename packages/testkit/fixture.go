package testkit

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Body is what a fixture tool does. It sees whatever arguments came in.
type Body func(ctx context.Context, x *tools.Exec) (any, error)

// Tool returns a tool without parameters to check, whose value may be anything
// and is rendered as its JSON text. It is never safe to overlap.
func Tool(name string, body Body) tools.Definition {
	return tools.Definition{
		Name: name, Description: "A fixture of the tests.",
		Output:  tools.Output{Schema: jsonvalue.NewObject(), Render: renderText},
		Execute: body,
	}
}

// SafeTool is a [Tool] whose calls may overlap.
func SafeTool(name string, body Body) tools.Definition {
	d := Tool(name, body)
	d.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
	return d
}

func renderText(_, value jsonvalue.Value) (llm.Content, error) {
	return llm.TextContent(value.Text()), nil
}

// Echo returns its arguments.
func Echo(name string) tools.Definition {
	return SafeTool(
		name,
		func(_ context.Context, x *tools.Exec) (any, error) { return x.Arguments(), nil },
	)
}

// Failing fails with this error.
func Failing(name string, err error) tools.Definition {
	return SafeTool(name, func(context.Context, *tools.Exec) (any, error) { return nil, err })
}

// Panicking panics with this value.
func Panicking(name string, value any) tools.Definition {
	return SafeTool(name, func(context.Context, *tools.Exec) (any, error) { panic(value) })
}

// Waiting waits until its context ends and returns that context's error.
func Waiting(name string) tools.Definition {
	return SafeTool(name, func(ctx context.Context, _ *tools.Exec) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
}

// contentIn is the arguments of a [Content] tool.
type contentIn struct {
	Content jsonvalue.Value `json:"content,omitzero" description:"Blocks to show."`
}

// Content returns a typed tool whose value is a list of content blocks, which
// it was given as argument "content" or else returns from blocks, and whose
// rendering is those blocks as they are (R114). It is for tests only: a product's
// tool returns a value of its domain.
func Content(name string, blocks llm.Content) (tools.Definition, error) {
	return tools.Define(tools.Tool[contentIn, []jsonvalue.Value]{
		Name: name, Description: "Shows content blocks.",
		Execute: func(_ context.Context, _ *tools.Exec, in contentIn) ([]jsonvalue.Value, error) {
			list := in.Content
			if list.IsAbsent() {
				var err error
				if list, err = jsonvalue.Marshal(blocks); err != nil {
					return nil, err
				}
			}
			values := []jsonvalue.Value{}
			for _, v := range list.Elements() {
				values = append(values, v)
			}
			return values, nil
		},
		Render: func(_ contentIn, values []jsonvalue.Value) llm.Content { return decodeBlocks(values) },
	})
}

// decodeBlocks reads blocks; a value that is none makes the content unusable,
// which the registry reports as a broken renderer.
func decodeBlocks(values []jsonvalue.Value) llm.Content {
	var c llm.Content
	if jsonvalue.Array(values...).Decode(&c) != nil {
		return llm.Content{nil}
	}
	return c
}
