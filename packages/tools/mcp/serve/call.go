package serve

import (
	"context"
	"encoding/json"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// errorMeta is the member of a failed result's _meta that holds the failure's
// name and code.
const errorMeta = "io.github.dsh-go/error"

// call runs one call as a batch of its own and waits for its body, also after
// the client has cancelled it.
func (s *session) call(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	ctx, done := s.fuse(ctx, r.Extra)
	defer done()
	leave, err := s.gate.enter(ctx, s.shares(r.Params.Name, r.Params.Arguments))
	if err != nil {
		return nil, err
	}
	defer leave()
	id := s.nextCall()
	defer s.follow(ctx, id, r)()
	out, err := s.server.options.Registry.Execute(s.withPeer(ctx), &tools.Batch{
		Agent: s.agent.Identity,
		Calls: []tools.RawCall{{
			CallID: id, Name: r.Params.Name, Arguments: string(r.Params.Arguments),
		}},
	})
	links := s.spilled(id) // asked about whatever came of the call, so that none is kept for ever
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
	}
	result, err := s.result(&out.Outcomes[0])
	if err == nil {
		result.Content = append(result.Content, links...)
	}
	return result, err
}

// shares reports whether the call may overlap others of this client, as its tool's
// classifier says (R78).
func (s *session) shares(name string, arguments json.RawMessage) bool {
	reg, ok := s.registration(name)
	if !ok || !reg.Classifies() {
		return false
	}
	args := jsonvalue.NewObject()
	if len(arguments) > 0 {
		var err error
		if args, err = jsonvalue.Parse(arguments); err != nil {
			return false
		}
	}
	return reg.Overlaps(args)
}

func (s *session) result(o *tools.Outcome) (*sdk.CallToolResult, error) {
	if f := o.Result.Failure(); f != nil {
		return failed(f, o.Result)
	}
	result := &sdk.CallToolResult{Content: content(o.Result.Content(), o.Result.Contexts())}
	if !s.server.options.NoStructured {
		if v := s.structured(o.Call.Name(), o.Result.Value()); !v.IsAbsent() {
			result.StructuredContent = json.RawMessage(v.Text())
		}
	}
	return result, nil
}

// failed is a failed call's result. A name that no tool has is an error of the
// protocol; everything else is for the model to read.
func failed(f *tools.Failure, r *tools.Result) (*sdk.CallToolResult, error) {
	if f.Code() == tools.CodeUnknownTool {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: f.Message()}
	}
	blocks := r.Content()
	if blocks.Equal(llm.TextContent("Error: " + f.Message())) {
		blocks = llm.TextContent(f.Message()) // the protocol says that it is an error
	}
	result := &sdk.CallToolResult{IsError: true, Content: content(blocks, r.Contexts())}
	if info, ok := f.Info(); ok {
		result.Meta = sdk.Meta{errorMeta: info}
	}
	return result, nil
}

// content is what the model reads, and what the call adds to the conversation.
func content(c llm.Content, contexts []llm.Message) []sdk.Content {
	blocks := []sdk.Content{}
	add := func(c llm.Content) {
		for _, b := range c {
			switch b := b.(type) {
			case llm.Text:
				blocks = append(blocks, &sdk.TextContent{Text: b.Text})
			case llm.Image:
				blocks = append(blocks, &sdk.ImageContent{MIMEType: b.MediaType, Data: b.Data})
			}
		}
	}
	add(c)
	for i := range contexts {
		add(contexts[i].Content)
	}
	return blocks
}

// structured is the structured content of a success, absent for none.
func (s *session) structured(name string, v jsonvalue.Value) jsonvalue.Value {
	if reg, ok := s.registration(name); ok {
		if _, passedOn := mcp.Structured(reg.Definition().Output.Schema); passedOn {
			inner, _ := v.Get("structuredContent")
			v = inner
			if v.Kind() != jsonvalue.KindObject {
				return jsonvalue.Value{}
			}
			return v
		}
	}
	if v.Kind() == jsonvalue.KindObject {
		return v
	}
	return jsonvalue.NewObject(jsonvalue.Member{Name: resultMember, Value: v})
}
