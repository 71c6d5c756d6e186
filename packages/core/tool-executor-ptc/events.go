package ptc

import (
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Events are the executor's typed events.
type Events struct {
	// SubcallLog may replace the copy of a nested call's content that is
	// recorded; the program and the pipeline are not affected. It runs beside
	// the program, after the value was handed over. A failing listener is
	// contained: the original content is recorded (P89).
	SubcallLog event.Waterfall[*SubcallLog, llm.Content] `event:"tools/code-dispatch-log"`
}

// SubcallLog is one settled nested call that is about to be recorded.
type SubcallLog struct {
	// Outer is the run_code call whose program made the call.
	Outer *tools.Call
	// Call is the nested call.
	Call    *tools.Call
	IsError bool
	// Content is what is recorded if nobody replaces it.
	Content llm.Content
}
