package ptc

import (
	"context"
	"errors"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// programIn is what run_code takes (P113).
type programIn struct {
	Code        string `json:"code" description:"The body of an async TypeScript function. Top-level await and return work. Use erasable TypeScript only: no enum, namespace or parameter properties."`
	Description string `json:"description" description:"One short line that tells the user what the program does."`
}

// output is the transport's contract (P105, P113).
var (
	output = schema.Object(schema.Closed,
		schema.Prop("logs", schema.Array(schema.String())).Required(),
		schema.Prop("result", schema.Any()),
	)
)

// transportDescription tells a model in short what the SDK text tells it at length
// (P116).
const transportDescription = `Runs a TypeScript program that calls tools through the typed "tools" object described in the instructions. Both arguments are required: "code", the body of an async function (top-level await and return are allowed; only erasable TypeScript), and "description", one line for the user. Call tools with await tools.name(args). Only what the program prints or returns comes back; images of tool results are attached after the run.`

// definition is run_code. It is exclusive: it declares no classifier (P115).
func (e *Executor) definition() tools.Definition {
	inferred, inErr := schema.ForInput[programIn]()
	params, compileErr := schema.Compile(inferred)
	out, outErr := schema.Value(output)
	if inErr != nil || compileErr != nil || outErr != nil {
		return tools.Definition{Name: tools.ReservedName} // refused by Compile
	}
	return tools.Definition{
		Name: tools.ReservedName, Description: transportDescription,
		Parameters: inferred, Arguments: params,
		Output:      tools.Output{Schema: out, Render: renderValue},
		Execute:     e.execute,
		PresentCall: presentCall,
	}
}

// presentCall is the card: the description, and the code as raw input (P114).
func presentCall(args jsonvalue.Value) tools.CallView {
	var in programIn
	if args.Decode(&in) != nil {
		return nil
	}
	return tools.GenericCall{Title: in.Description, Kind: tools.KindExecute, RawInput: in.Code}
}

// execute is the body of run_code: one program, from its text to its outcome.
func (e *Executor) execute(ctx context.Context, x *tools.Exec) (any, error) {
	var in programIn
	if err := x.Arguments().Decode(&in); err != nil {
		return nil, err
	}
	if strings.TrimSpace(in.Description) == "" {
		return nil, errBlankDescription
	}
	runtime, err := e.runtime(x.Agent())
	if err != nil {
		return nil, err
	}
	r := newRun(ctx, e, x)
	result, err := r.program(runtime, in.Code)
	if err != nil {
		return nil, err
	}
	if result.Failure != nil {
		return nil, runFailed(result)
	}
	return canonical(result)
}

var errBlankDescription = errors.New(`"description" must say in one line what the program does`)

// renderValue turns the canonical value into what the model reads.
func renderValue(_, value jsonvalue.Value) (llm.Content, error) {
	logs, _ := value.Get("logs")
	entries := make([]string, 0, logs.Len())
	for _, v := range logs.Elements() {
		s, _ := v.AsString()
		entries = append(entries, s)
	}
	result, _ := value.Get("result")
	return llm.TextContent(successText(entries, result)), nil
}
