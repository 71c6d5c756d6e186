package llm

import "slices"

// Role says on whose behalf a message stands in a conversation.
type Role string

const (
	// RoleUser is the person, or a plugin that adds context (R96).
	RoleUser Role = "user"
	// RoleAssistant is the model.
	RoleAssistant Role = "assistant"
	// RoleTool is a message that carries the result of one tool call.
	RoleTool Role = "tool"
)

// IsValid reports whether the role is one of the three.
func (r Role) IsValid() bool { return r == RoleUser || r == RoleAssistant || r == RoleTool }

// Kinds of [Source].
const (
	// SourceUser is a person.
	SourceUser = "user"
	// SourceModel is a model; the name is its provider and model.
	SourceModel = "model"
	// SourcePlugin is a plugin, named by its plugin name (R96).
	SourcePlugin = "plugin"
	// SourceTool is a tool, named by its tool name.
	SourceTool = "tool"
)

// Source says who wrote a message. It is kept in the log and shown to people; no adapter
// sends it.
type Source struct {
	// Kind is one of the Source constants, or a kind of the embedding program.
	Kind string `json:"kind,omitzero"`
	// Name tells sources of a kind apart.
	Name string `json:"name,omitzero"`
}

// Message is one entry of a conversation.
//
//   - A user message has Content.
//   - An assistant message has Content, ToolCalls or both, and possibly Reasoning.
//   - A tool message has ToolResult and nothing else.
//
// Messages are passed around without copying; whoever wants to change one makes a
// [Message.Clone] first.
type Message struct {
	// ID identifies the message in its session; "" before it got one.
	ID string `json:"id,omitzero"`
	// Role decides which of the other fields may be set.
	Role Role `json:"role"`
	// Content is what a user or assistant message says.
	Content Content `json:"content,omitempty"`
	// Reasoning is what the model thought before it answered, for providers that want it
	// back with the next request.
	Reasoning []Reasoning `json:"reasoning,omitempty"`
	// ToolCalls are the calls that an assistant message asks for, in order.
	ToolCalls []ToolCall `json:"toolCalls,omitempty"`
	// ToolResult is the result that a tool message carries.
	ToolResult *ToolResult `json:"toolResult,omitzero"`
	// Source says who wrote the message.
	Source Source `json:"source,omitzero"`
	// Interrupted marks an assistant message that was cut off by a cancellation or a
	// broken stream. It has no tool calls.
	Interrupted bool `json:"interrupted,omitzero"`
}

// Reasoning is one block of a model's thoughts. Signature and Redacted are opaque to
// everybody but the provider that sent them.
type Reasoning struct {
	// Text is readable, possibly a summary.
	Text string `json:"text,omitzero"`
	// Signature proves to the provider that the text is its own.
	Signature string `json:"signature,omitzero"`
	// Redacted holds thoughts that the provider encrypted; Text is empty then.
	Redacted string `json:"redacted,omitzero"`
}

// UserMessage returns a user message with one text block, written by a person.
func UserMessage(text string) Message {
	return Message{Role: RoleUser, Content: TextContent(text), Source: Source{Kind: SourceUser}}
}

// ToolMessage returns the tool message that carries a result.
func ToolMessage(result ToolResult) Message {
	return Message{Role: RoleTool, ToolResult: &result}
}

// IsEmpty reports whether the message says nothing that a provider would accept: no
// content, no tool call and no result. Reasoning alone is not enough.
func (m Message) IsEmpty() bool {
	return m.Content.IsEmpty() && len(m.ToolCalls) == 0 && m.ToolResult == nil
}

// Clone returns a copy that shares nothing with m.
func (m Message) Clone() Message {
	m.Content = m.Content.Clone()
	m.Reasoning = slices.Clone(m.Reasoning)
	m.ToolCalls = slices.Clone(m.ToolCalls)
	if m.ToolResult != nil {
		result := *m.ToolResult
		result.Content = result.Content.Clone()
		m.ToolResult = &result
	}
	return m
}

// Equal reports whether both messages are the same in every field.
func (m Message) Equal(n Message) bool {
	if (m.ToolResult == nil) != (n.ToolResult == nil) {
		return false
	}
	if m.ToolResult != nil && !m.ToolResult.equal(*n.ToolResult) {
		return false
	}
	return m.ID == n.ID && m.Role == n.Role && m.Source == n.Source &&
		m.Interrupted == n.Interrupted && m.Content.Equal(n.Content) &&
		slices.Equal(m.Reasoning, n.Reasoning) && slices.Equal(m.ToolCalls, n.ToolCalls)
}
