package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

// remoteTool is one tool of a server: what its definition works with.
type remoteTool struct {
	server     *Server
	listed     listedTool
	parameters jsonvalue.Value
	input      *contract
	output     *contract // nil where the server declares none
}

func (s *Server) remote(t listedTool) *remoteTool {
	r := &remoteTool{server: s, listed: t, parameters: objectSchema(t.InputSchema)}
	r.input = newContract(r.parameters)
	if t.OutputSchema.Kind() == jsonvalue.KindObject {
		r.output = newContract(t.OutputSchema)
	}
	return r
}

// definition returns the tool as it is registered.
func (r *remoteTool) definition(deferred bool) tools.Definition {
	t := r.listed
	structured := jsonvalue.Value{}
	if r.output != nil {
		structured = r.output.subset.Value()
	}
	return tools.Definition{
		Name:        PublicName(r.server.name, t.Name),
		Description: describe(t),
		Parameters:  r.parameters,
		Arguments:   r.input.subset,
		Output: tools.Output{
			Schema: envelope(structured),
			Render: func(_, value jsonvalue.Value) (llm.Content, error) {
				return llm.TextContent(readReply(t.Name, value).text()), nil
			},
		},
		Execute:        r.execute,
		ProjectContent: installImages,
		PresentCall:    r.card,
		Types:          r.types,
		DeferLoading:   deferred,
		Traits:         t.Annotations.traits(),
	}
}

// types are what programs see where the enforced subset says less than TypeScript
// can.
func (r *remoteTool) types() (arguments, value string) {
	if r.input.rest != nil {
		arguments = tstypes.Full(r.parameters, 1)
	}
	if r.output != nil && r.output.rest != nil {
		value = "{\n    content: JsonValue[];\n    structuredContent: " + tstypes.Full(r.listed.OutputSchema, 2) + ";\n  }"
	}
	return arguments, value
}

func describe(t listedTool) string {
	title := t.Title
	if title == "" {
		title = t.Annotations.Title
	}
	if t.Description == "" {
		return title
	}
	return strings.TrimSpace(t.Description)
}

func (a annotations) traits() tools.Traits {
	if !a.present {
		return tools.Traits{}
	}
	return tools.Traits{
		ReadOnly: a.ReadOnly, Destructive: a.Destructive,
		Idempotent: a.Idempotent, OpenWorld: a.OpenWorld,
	}
}

// execute is the body. The complete check of the arguments comes before the
// server is called.
func (r *remoteTool) execute(ctx context.Context, x *tools.Exec) (any, error) {
	if vs := r.input.check(x.Arguments(), ""); len(vs) > 0 {
		return nil, &tools.Error{
			Name: "ToolArgsError", Code: tools.CodeInvalidArgs,
			Message: "invalid arguments: " + schema.Join(vs),
		}
	}
	if r.listed.Execution.TaskSupport == "required" {
		return nil, plainError(
			"tool " + r.listed.Name + " can only be run as a task, which is not supported")
	}
	result, err := r.server.call(ctx, x, r.listed.Name, x.Arguments())
	if err != nil {
		return nil, err
	}
	reply := readReply(r.listed.Name, result)
	if reply.isError {
		return nil, plainError(reply.text())
	}
	if err := r.checkOutput(reply.value); err != nil {
		return nil, err
	}
	if content := reply.content(); content != nil {
		x.Keep(content)
	}
	return reply.value, nil
}

// checkOutput makes the complete check of structured content; the registry has
// the subset's.
func (r *remoteTool) checkOutput(value jsonvalue.Value) error {
	structured, ok := value.Get("structuredContent")
	if r.output == nil || !ok {
		return nil
	}
	if vs := r.output.check(structured, "value.structuredContent"); len(vs) > 0 {
		return &tools.Error{
			Name: "ToolOutputError", Code: tools.CodeInvalidOutput,
			Message: fmt.Sprintf("tool %q returned invalid output: %s",
				PublicName(r.server.name, r.listed.Name), schema.Join(vs)),
		}
	}
	return nil
}

// installImages puts the images that the body read beside the text (R70).
func installImages(_ context.Context, x *tools.Exec, _ jsonvalue.Value) (llm.Content, error) {
	content, _ := x.Kept().(llm.Content)
	return content, nil
}

// card shows whose tool is called with what.
func (r *remoteTool) card(args jsonvalue.Value) tools.CallView {
	kind := tools.KindOther
	if r.listed.Annotations.ReadOnly {
		kind = tools.KindRead
	}
	return tools.GenericCall{Title: r.server.name + ": " + r.listed.Name, Kind: kind, RawInput: args}
}
