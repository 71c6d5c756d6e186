package tools

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// Events are the registry's typed events (R72–R77). All but Change reach the
// listeners whose scope the call's agent stands in, and the global ones.
type Events struct {
	// PreExecute decides whether a call may go on: allow, deny or ask. A
	// listener answers for the call or asks the next one; answering "allow"
	// alone leaves the guards in force. Its failure is final for the call.
	PreExecute event.Waterfall[*Call, Decision] `event:"tools/pre-execute"`
	// Execute wraps the body. A listener may hand on another context, call the
	// next one again, answer without it, or replace the result (R63). Listeners
	// of different calls run concurrently. Its failure is final for the call.
	Execute event.Waterfall[*Call, *Result] `event:"tools/execute"`
	// PostExecute inspects a settled result: accept, replace its content or its
	// value, add contexts, or block it (R64). Its failure is final for the call.
	PostExecute event.Waterfall[*Inspection, PostDecision] `event:"tools/post-execute"`
	// Result observes the final, frozen outcome of every call exactly once. A
	// listener cannot change anything; its failure is reported and contained.
	Result event.Notice[*Outcome] `event:"tools/result"`
	// Progress observes what a running body reports about itself. Contained.
	Progress event.Notice[*Progress] `event:"tools/progress"`
	// Change tells that a tool or restriction came or went somewhere; it is not
	// filtered by scope. A listener that fails while something is being
	// registered undoes the registration (R10).
	Change event.Broadcast[Change] `event:"tools/change"`
}

// Change is the payload of tools/change. It carries nothing: observers read
// the registry (R9).
type Change struct{}

// Progress is one report of a running body, see [Exec.Progress].
type Progress struct {
	Call *Call
	// Done and Total count in the body's own unit; Total 0 means unknown.
	Done, Total float64
	// Message is one short line for people.
	Message string
	// Data is optional structured detail for hosts; absent if there is none.
	Data jsonvalue.Value
}
