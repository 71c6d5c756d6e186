package llm

// Event is one piece of an answer as it arrives: [TextDelta], [ReasoningDelta],
// [ToolCallDelta], [UsageUpdate] or [Finished]. The set is closed.
type Event interface{ event() string }

// TextDelta is more text of the answer.
type TextDelta struct {
	// Text is appended to what came before.
	Text string `json:"text"`
}

// ReasoningDelta is more of the model's thoughts.
type ReasoningDelta struct {
	// Index tells blocks of reasoning apart.
	Index int `json:"index"`
	// Text is appended to the block's text.
	Text string `json:"text,omitzero"`
	// Signature is appended to the block's signature.
	Signature string `json:"signature,omitzero"`
	// Redacted is appended to the block's encrypted part.
	Redacted string `json:"redacted,omitzero"`
}

// ToolCallDelta is a fragment of a tool call. Fragments with one index belong together;
// the call is whole only when the stream is finished.
type ToolCallDelta struct {
	// Index tells the calls of an answer apart. 0 is an index like any other.
	Index int `json:"index"`
	// ID is the call's id, usually in its first fragment only.
	ID string `json:"id,omitzero"`
	// Name is the tool's name, usually in the first fragment only.
	Name string `json:"name,omitzero"`
	// Arguments is appended to the argument text.
	Arguments string `json:"arguments,omitzero"`
}

// UsageUpdate is the count of tokens so far. Counts that are not 0 replace earlier ones.
type UsageUpdate struct {
	// Usage is the count.
	Usage Usage `json:"usage"`
}

// Finished is the last event of a whole answer, apart from UsageUpdate.
type Finished struct {
	// Reason says why the model stopped.
	Reason FinishReason `json:"reason"`
}

func (TextDelta) event() string      { return "text-delta" }
func (ReasoningDelta) event() string { return "reasoning-delta" }
func (ToolCallDelta) event() string  { return "tool-call-delta" }
func (UsageUpdate) event() string    { return "usage" }
func (Finished) event() string       { return "finished" }

// Sink receives the events of one answer, one after the other, from within Generate and
// never after it returned. A slow sink slows the stream. The nil Sink takes no events.
type Sink func(Event)

// Send hands over an event, unless the sink is nil.
func (s Sink) Send(e Event) {
	if s != nil {
		s(e)
	}
}
