package mcp

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// callTool calls a tool by name, for models that may call only what was listed.
// The call is an ordinary nested one: every policy sees it under its own name.
func callTool() tools.Definition {
	parameters := schemaText(`{"type":"object","additionalProperties":false,
		"required":["name","arguments"],"properties":{
		"name":{"type":"string","description":"The tool's name, as ` + SearchTool + ` gave it."},
		"arguments":{"type":"object","description":"Its arguments, which satisfy its parameters."}}}`)
	return tools.Definition{
		Name:        CallTool,
		Description: "Calls a tool that " + SearchTool + " found.",
		Parameters:  parameters.Value(),
		Arguments:   parameters,
		Output: tools.Output{
			Schema: jsonvalue.NewObject(),
			Render: func(_, value jsonvalue.Value) (llm.Content, error) {
				return llm.TextContent(value.Text()), nil
			},
		},
		Execute:        callFound,
		ProjectContent: installImages,
		Traits:         tools.Traits{Destructive: true, OpenWorld: true},
	}
}

func schemaText(text string) *schema.Schema {
	raw, _ := jsonvalue.ParseString(text) // both are constants, checked by the tests
	s, _ := schema.Compile(raw)
	return s
}

func callFound(ctx context.Context, x *tools.Exec) (any, error) {
	name, _ := text(x.Arguments(), "name")
	arguments, _ := x.Arguments().Get("arguments")
	if !isDeferred(x, name) {
		return nil, &tools.Error{
			Name: "ToolNotFoundError", Code: tools.CodeUnknownTool,
			Message: "no deferred tool has that name: find one with " + SearchTool +
				", or call the tool itself",
		}
	}
	o := x.Nested().Call(ctx, tools.Invocation{CallID: x.ID() + ":call", Name: name, Value: arguments})
	x.Forward(o.Result)
	if f := o.Result.Failure(); f != nil {
		return nil, forwarded(f)
	}
	x.Keep(o.Result.Content())
	return o.Result.Value(), nil
}

func isDeferred(x *tools.Exec, name string) bool {
	for _, reg := range x.Nested().Tools() {
		if reg.Name() == name {
			return reg.Declaration().DeferLoading
		}
	}
	return false
}

// forwarded gives the outer call the nested one's failure.
func forwarded(f *tools.Failure) error {
	info, coded := f.Info()
	if !coded {
		return plainError(f.Message())
	}
	return &tools.Error{
		Name: info.Name, Code: info.Code,
		Message: f.Message(), UserReason: info.UserReason,
	}
}
