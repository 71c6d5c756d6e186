package session

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// The event types that this module knows (§19). Types of plugins are declared in a Catalog.
const (
	// TypeTurnStart opens a turn. Data: TurnStart.
	TypeTurnStart Type = "turn/start"
	// TypeTurnEnd closes it. Data: TurnEnd.
	TypeTurnEnd Type = "turn/end"
	// TypeStepStart opens a step of the open turn. Data: StepStart.
	TypeStepStart Type = "step/start"
	// TypeStepEnd closes it, when every call of it has its result. Data: StepEnd.
	TypeStepEnd Type = "step/end"
	// TypeUserMessage puts a user-role message on the surface. Data: UserMessage.
	TypeUserMessage Type = "user/message"
	// TypeAssistantChunk records a piece of a streamed response. Data: AssistantChunk.
	TypeAssistantChunk Type = "assistant/chunk"
	// TypeAssistantMessage puts a model response on the surface. Data: AssistantMessage.
	TypeAssistantMessage Type = "assistant/message"
	// TypeToolCall records a call before its gate (R104). Data: ToolCall.
	TypeToolCall Type = "tool/call"
	// TypeToolResult puts a call's result on the surface (R104). Data: ToolResult.
	TypeToolResult Type = "tool/result"
	// TypeDispatchStart records that a program's sub-call started (R105). Data: DispatchStart.
	TypeDispatchStart Type = "tool/code-dispatch-start"
	// TypeDispatch records how it settled (R105). Data: Dispatch.
	TypeDispatch Type = "tool/code-dispatch"
	// TypeTodoWrite holds a whole task list. Its payload belongs to the todo tool.
	TypeTodoWrite Type = "todo/write"
	// TypeApprovalAsked opens an approval. Data: ApprovalAsked.
	TypeApprovalAsked Type = "approval/asked"
	// TypeApprovalDecided closes it. Data: ApprovalDecided.
	TypeApprovalDecided Type = "approval/decided"
	// TypeApprovalPolicy changes the session's approval policy. Its payload belongs to the policy.
	TypeApprovalPolicy Type = "approval/policy"
	// TypeSandboxMode changes the session's sandbox mode. Its payload belongs to the policy.
	TypeSandboxMode Type = "sandbox/mode"
	// TypePermissionPreset changes the permission preset. Its payload belongs to the policy.
	TypePermissionPreset Type = "permission/preset"
	// TypeRequestHeader records what requests begin with, when it changed. Data: RequestHeader.
	TypeRequestHeader Type = "request/header"
	// TypeRequestContext records the dynamic context, when it changed. Data: RequestContext.
	TypeRequestContext Type = "request/context"
	// TypeEndSeed marks the end of what a fork took over. Data: EndSeed.
	TypeEndSeed Type = "session/end-seed"
)

// EndReason says how a turn ended.
type EndReason string

// The reasons a turn ends for (§18).
const (
	EndCompleted   EndReason = "completed"   // the model asked for nothing more, or a call concluded
	EndAborted     EndReason = "aborted"     // somebody cancelled it
	EndBlocked     EndReason = "blocked"     // a step hook refused to go on
	EndError       EndReason = "error"       // the step failed
	EndMaxTokens   EndReason = "max-tokens"  // a response was cut by its output limit
	EndMaxSteps    EndReason = "max-steps"   // the configured number of steps was used up
	EndInterrupted EndReason = "interrupted" // the process died; written when the log was repaired
)

// TurnStart is the data of turn/start. Turns are counted from 1.
type TurnStart struct {
	Turn int `json:"turn"`
}

// TurnEnd is the data of turn/end.
type TurnEnd struct {
	Turn   int       `json:"turn"`
	Reason EndReason `json:"reason"`
	Cause  string    `json:"cause,omitzero"` // for people: what cancelled, blocked or failed
}

// StepStart is the data of step/start. Steps are counted from 1 in each turn.
type StepStart struct {
	Turn int `json:"turn"`
	Step int `json:"step"`
}

// StepEnd is the data of step/end.
type StepEnd struct {
	Turn int `json:"turn"`
	Step int `json:"step"`
}

// UserMessage is the data of user/message. Turn and Step are 0 outside a turn or step.
type UserMessage struct {
	Turn    int         `json:"turn,omitzero"`
	Step    int         `json:"step,omitzero"`
	Message llm.Message `json:"message"`
}

// AssistantChunk is the data of assistant/chunk.
type AssistantChunk struct {
	Turn    int       `json:"turn"`
	Step    int       `json:"step"`
	Kind    ChunkKind `json:"kind"`
	Attempt int       `json:"attempt,omitzero"` // which try of the request; only the last one counts
	Index   int       `json:"index,omitzero"`   // which call of the response, for ChunkToolCall
	Name    string    `json:"name,omitzero"`    // the call's tool, in its first fragment
	Text    string    `json:"text,omitzero"`
}

// ChunkKind says what a chunk is a piece of.
type ChunkKind string

// The kinds of chunks.
const (
	ChunkText      ChunkKind = "text"
	ChunkReasoning ChunkKind = "reasoning"
	ChunkToolCall  ChunkKind = "tool-call"
)

// AssistantMessage is the data of assistant/message. Its message is marked as interrupted when it
// is a prefix that was kept although the stream ended early; such a message has no calls.
type AssistantMessage struct {
	Turn    int              `json:"turn"`
	Step    int              `json:"step"`
	Message llm.Message      `json:"message"`
	Finish  llm.FinishReason `json:"finish,omitzero"` // empty for an interrupted message
	Usage   llm.Usage        `json:"usage,omitzero"`
	Model   string           `json:"model,omitzero"` // by the provider's account
	// Dropped are calls of the response that were never run, because they had not arrived whole.
	Dropped  []llm.DroppedCall `json:"dropped,omitempty"`
	Warnings []llm.Warning     `json:"warnings,omitempty"`
}

// ToolCall is the data of tool/call (R104).
type ToolCall struct {
	Turn      int    `json:"turn"`
	Step      int    `json:"step"`
	CallID    string `json:"callId"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // the raw text as the model sent it
}

// ToolResult is the data of tool/result (R104). The canonical value and the error's message are not
// part of it: the first is never stored, the second stands in the content.
type ToolResult struct {
	Turn    int             `json:"turn"`
	Step    int             `json:"step"`
	Message llm.Message     `json:"message"` // one tool result: call id, content, isError
	Error   *ErrorInfo      `json:"error,omitzero"`
	Meta    jsonvalue.Value `json:"meta,omitzero"`
}

// ErrorInfo is the structured part of a failure.
type ErrorInfo struct {
	Name       string `json:"name"`
	Code       string `json:"code"`
	UserReason string `json:"userReason,omitzero"` // for people; the model never sees it
}

// DispatchStart is the data of tool/code-dispatch-start (R105).
type DispatchStart struct {
	RootCallID   string          `json:"rootCallId"`
	ParentCallID string          `json:"parentCallId"`
	CallID       string          `json:"callId"`
	Name         string          `json:"name"`
	Arguments    jsonvalue.Value `json:"arguments,omitzero"`
}

// Dispatch is the data of tool/code-dispatch (R105).
type Dispatch struct {
	RootCallID   string      `json:"rootCallId"`
	ParentCallID string      `json:"parentCallId"`
	CallID       string      `json:"callId"`
	Name         string      `json:"name"`
	Content      llm.Content `json:"content,omitempty"`
	IsError      bool        `json:"isError,omitzero"`
	Error        *ErrorInfo  `json:"error,omitzero"`
}

// ApprovalAsked is the data of approval/asked (§16.1).
type ApprovalAsked struct {
	ID       string `json:"id"`
	ToolName string `json:"toolName"`
	CallID   string `json:"callId,omitzero"`
	Reason   string `json:"reason,omitzero"`
}

// ApprovalDecided is the data of approval/decided (§16.1).
type ApprovalDecided struct {
	ID      string `json:"id"`
	Outcome string `json:"outcome"`
}

// RequestHeader is the data of request/header.
type RequestHeader struct {
	Turn      int                   `json:"turn"`
	Step      int                   `json:"step"`
	Selection llm.Selection         `json:"selection"`
	System    string                `json:"system,omitzero"`
	Tools     []llm.ToolDeclaration `json:"tools,omitempty"`
}

// RequestContext is the data of request/context.
type RequestContext struct {
	Turn int    `json:"turn"`
	Step int    `json:"step"`
	Text string `json:"text"`
}

// EndSeed is the data of session/end-seed.
type EndSeed struct {
	Session string `json:"session"` // the session that was forked
	Seq     int64  `json:"seq"`     // how many of its events were taken over
}
