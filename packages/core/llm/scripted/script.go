package scripted

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Version is the version of the script format.
const Version = 1

// What follows the last turn, in Then.
const (
	// ThenFail lets a further request fail with CodeExhausted. It is the default.
	ThenFail = "fail"
	// ThenRepeat plays the last turn again and again.
	ThenRepeat = "repeat"
)

// Script is a transcript; see the package comment for its format. It is read-only once it
// is played.
type Script struct {
	// Version is the constant of that name.
	Version int `json:"version"`
	// Name is shown in errors and as the model's name.
	Name string `json:"name"`
	// Description is for people.
	Description string `json:"description,omitzero"`
	// Turns are the answers of the main conversation.
	Turns []Turn `json:"turns,omitempty"`
	// Then says what follows the last turn.
	Then string `json:"then,omitzero"`
	// Conversations are the answers of further conversations.
	Conversations []Conversation `json:"conversations,omitempty"`
}

// Conversation is the model's side of one conversation. It has When or Is.
type Conversation struct {
	// When are texts that the first user message contains, all of them.
	When []string `json:"when,omitempty"`
	// Is is the whole text of the first user message.
	Is *string `json:"is,omitzero"`
	// Turns are the answers in order.
	Turns []Turn `json:"turns,omitempty"`
	// Then says what follows the last turn.
	Then string `json:"then,omitzero"`
}

// Turn is one request and its answer. Exactly one of Respond and Fail is set.
type Turn struct {
	// Expect is checked before the turn is played; nil expects nothing.
	Expect *Expect `json:"expect,omitzero"`
	// Respond is the answer.
	Respond *Respond `json:"respond,omitzero"`
	// Fail is an error in place of an answer.
	Fail *Fail `json:"fail,omitzero"`
}

// Expect is what a request must be like. Fields that are not set are not checked.
type Expect struct {
	// Role is the role of the last message.
	Role llm.Role `json:"role,omitzero"`
	// Contains are parts of the text said since the last answer.
	Contains []string `json:"contains,omitempty"`
	// System are parts of the system prompt.
	System []string `json:"system,omitempty"`
	// Tools are names that must be declared, among others.
	Tools []string `json:"tools,omitempty"`
	// Results are the results of the last answer's calls, all of them in call order.
	Results []ExpectResult `json:"results,omitempty"`
}

// ExpectResult is what one tool result must be like.
type ExpectResult struct {
	// Name is the name of the tool that was called.
	Name string `json:"name,omitzero"`
	// IsError is whether the call failed.
	IsError *bool `json:"isError,omitzero"`
	// Contains are parts of the result's text.
	Contains []string `json:"contains,omitempty"`
}

// Respond is an answer.
type Respond struct {
	// Reasoning comes first.
	Reasoning []llm.Reasoning `json:"reasoning,omitempty"`
	// Text is the answer's text.
	Text string `json:"text,omitzero"`
	// ToolCalls are the calls in order.
	ToolCalls []Call `json:"toolCalls,omitempty"`
	// FinishReason defaults to stop, or tool-calls when there are any.
	FinishReason llm.FinishReason `json:"finishReason,omitzero"`
	// Usage is reported as it is.
	Usage llm.Usage `json:"usage,omitzero"`
}

// Call is a tool call of an answer.
type Call struct {
	// ID defaults to one made of the numbers of turn and call.
	ID string `json:"id,omitzero"`
	// Name is the tool's name.
	Name string `json:"name"`
	// Arguments is an object, or a string with raw argument text.
	Arguments jsonvalue.Value `json:"arguments,omitzero"`
}

// text returns the argument text as a model would write it.
func (c Call) text() string {
	if raw, ok := c.Arguments.AsString(); ok {
		return raw
	}
	return c.Arguments.Text()
}

// Fail is an error of the model.
type Fail struct {
	// Code is one of the codes of package llm.
	Code llm.Code `json:"code"`
	// Message defaults to a text that names the script.
	Message string `json:"message,omitzero"`
	// Status is the HTTP status to report.
	Status int `json:"status,omitzero"`
	// RetryAfterMs is how many milliseconds to ask to wait.
	RetryAfterMs int64 `json:"retryAfterMs,omitzero"`
	// After is text that is streamed before the error.
	After string `json:"after,omitzero"`
}

// Encode returns the script as an indented JSON text that [Parse] reads.
func (s *Script) Encode() ([]byte, error) {
	text, err := json.Marshal(s, jsontext.WithIndent("  "))
	if err != nil {
		return nil, &llm.Error{Code: CodeScript, Message: "the script cannot be written", Err: err}
	}
	return append(text, '\n'), nil
}
