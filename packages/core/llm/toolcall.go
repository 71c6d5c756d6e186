package llm

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// ToolCall is one call that the model asks for.
type ToolCall struct {
	// ID ties the call to its result. It is unique within its message.
	ID string `json:"id"`
	// Name is the tool's name as the model wrote it.
	Name string `json:"name"`
	// Arguments is the argument text exactly as the model wrote it. It is usually a JSON
	// object, but nothing guarantees that.
	Arguments string `json:"arguments"`
}

// ToolResult is the outcome of one tool call as the model sees it (R104).
type ToolResult struct {
	// CallID is the ID of the call.
	CallID string `json:"callId"`
	// Name is the tool's name, where known; some providers want it back.
	Name string `json:"name,omitzero"`
	// Content is what the tool says.
	Content Content `json:"content,omitempty"`
	// IsError marks a failed call.
	IsError bool `json:"isError,omitzero"`
}

func (r ToolResult) equal(s ToolResult) bool {
	return r.CallID == s.CallID && r.Name == s.Name && r.IsError == s.IsError &&
		r.Content.Equal(s.Content)
}

// malformedArguments is the member under which Input shows text that is no object.
const malformedArguments = "malformed_arguments"

// Input returns the arguments as the JSON object that providers want in a history. Empty
// text is {}. Text that is no JSON object, which a provider would refuse together with
// the whole conversation, becomes {"malformed_arguments": "the text"}, and ok is false.
func (c ToolCall) Input() (input jsonvalue.Value, ok bool) {
	if c.Arguments == "" {
		return jsonvalue.NewObject(), true
	}
	v, err := jsonvalue.ParseString(c.Arguments)
	if err == nil && v.Kind() == jsonvalue.KindObject {
		return v, true
	}
	return jsonvalue.NewObject(jsonvalue.Member{
		Name: malformedArguments, Value: jsonvalue.String(c.Arguments),
	}), false
}

// ToolDeclaration tells the model of one tool.
type ToolDeclaration struct {
	// Name is what the model calls.
	Name string `json:"name"`
	// Description is for the model.
	Description string `json:"description"`
	// Parameters is the JSON Schema of the arguments; its root type is object.
	Parameters jsonvalue.Value `json:"parameters,omitzero"`
	// DeferLoading asks providers that can to show the tool only when it is searched for.
	DeferLoading bool `json:"deferLoading,omitzero"`
}

// Equal reports whether both declare the same.
func (d ToolDeclaration) Equal(e ToolDeclaration) bool {
	return d.Name == e.Name && d.Description == e.Description &&
		d.DeferLoading == e.DeferLoading && d.Parameters.Equal(e.Parameters)
}
