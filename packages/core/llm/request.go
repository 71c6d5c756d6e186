package llm

// ToolChoice says whether the model may or must call a tool.
type ToolChoice struct {
	// Mode is one of the ToolChoice constants; "" means [ToolChoiceAuto].
	Mode string `json:"mode,omitzero"`
	// Name is the tool that [ToolChoiceNamed] demands.
	Name string `json:"name,omitzero"`
}

// Modes of [ToolChoice].
const (
	// ToolChoiceAuto lets the model decide.
	ToolChoiceAuto = "auto"
	// ToolChoiceNone forbids calls.
	ToolChoiceNone = "none"
	// ToolChoiceRequired demands a call of some tool.
	ToolChoiceRequired = "required"
	// ToolChoiceNamed demands a call of one tool.
	ToolChoiceNamed = "named"
)

// Request is one question to a model. A model only reads it and keeps nothing of it.
type Request struct {
	// Selection is the model to ask.
	Selection Selection `json:"selection,omitzero"`
	// System is the system prompt.
	System string `json:"system,omitzero"`
	// Messages is the conversation; see [CheckHistory].
	Messages []Message `json:"messages,omitempty"`
	// Tools are the tools that the model may call, in the order to declare them.
	Tools []ToolDeclaration `json:"tools,omitempty"`
	// ToolChoice restricts the model's choice of tools.
	ToolChoice ToolChoice `json:"toolChoice,omitzero"`
	// MaxOutputTokens limits the answer; 0 leaves the limit to the adapter.
	MaxOutputTokens int `json:"maxOutputTokens,omitzero"`
	// Temperature is passed on as it is; nil leaves it to the provider.
	Temperature *float64 `json:"temperature,omitzero"`
	// StopSequences end the answer where one of them would come.
	StopSequences []string `json:"stopSequences,omitempty"`
}
