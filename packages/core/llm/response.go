package llm

// FinishReason says why the model stopped.
type FinishReason string

const (
	// FinishStop means that the answer is complete.
	FinishStop FinishReason = "stop"
	// FinishToolCalls means that the model waits for the results of its tool calls.
	FinishToolCalls FinishReason = "tool-calls"
	// FinishMaxTokens means that a token limit cut the answer off. Its tool calls were
	// dropped: none of them is known to be whole.
	FinishMaxTokens FinishReason = "max-tokens"
	// FinishRefused means that the provider stopped the answer for reasons of content.
	FinishRefused FinishReason = "refused"
	// FinishOther is any other reason; the answer counts as complete.
	FinishOther FinishReason = "other"
)

// Usage counts tokens. A count that the provider did not tell is 0.
type Usage struct {
	// InputTokens counts the request, whether read from a cache or not.
	InputTokens int64 `json:"inputTokens,omitzero"`
	// OutputTokens counts the answer, reasoning included.
	OutputTokens int64 `json:"outputTokens,omitzero"`
	// ReasoningTokens is the part of OutputTokens spent on reasoning.
	ReasoningTokens int64 `json:"reasoningTokens,omitzero"`
	// CacheReadTokens is the part of InputTokens that came from a cache.
	CacheReadTokens int64 `json:"cacheReadTokens,omitzero"`
	// CacheWriteTokens is the part of InputTokens that was written to a cache.
	CacheWriteTokens int64 `json:"cacheWriteTokens,omitzero"`
}

// Add returns the sum of two counts.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		InputTokens:      u.InputTokens + v.InputTokens,
		OutputTokens:     u.OutputTokens + v.OutputTokens,
		ReasoningTokens:  u.ReasoningTokens + v.ReasoningTokens,
		CacheReadTokens:  u.CacheReadTokens + v.CacheReadTokens,
		CacheWriteTokens: u.CacheWriteTokens + v.CacheWriteTokens,
	}
}

// DroppedCall is a tool call of the model that must not run, and why.
type DroppedCall struct {
	// Call is what arrived of it.
	Call ToolCall `json:"call"`
	// Reason says why it was dropped, for people.
	Reason string `json:"reason"`
}

// Warning tells of something that was left out or changed on the way to the provider.
type Warning struct {
	// Subject is what it is about, for example the name of a tool.
	Subject string `json:"subject,omitzero"`
	// Text says what was done and why, for people.
	Text string `json:"text"`
}

// Response is the answer of a model.
type Response struct {
	// Message is the assistant message. Its Source is the model.
	Message Message `json:"message"`
	// FinishReason says why the model stopped.
	FinishReason FinishReason `json:"finishReason,omitzero"`
	// Usage counts the tokens of this request and answer.
	Usage Usage `json:"usage,omitzero"`
	// Model is the model that answered by the provider's account.
	Model string `json:"model,omitzero"`
	// ID is the provider's name of the answer.
	ID string `json:"id,omitzero"`
	// Dropped are tool calls that must not run, in order.
	Dropped []DroppedCall `json:"dropped,omitempty"`
	// Warnings tell what did not reach the provider as asked.
	Warnings []Warning `json:"warnings,omitempty"`
}
