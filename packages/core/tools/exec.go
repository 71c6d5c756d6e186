package tools

import (
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Exec is the body's view of its call: everything in [Call], and what only a
// running body may do. A retried call gets a fresh Exec for each run.
type Exec struct {
	*Call

	mu        sync.Mutex
	contexts  []llm.Message
	kept      any
	concludes bool
	settled   bool
}

// DeferContext hands a user-role message to the loop; it is sent after this
// call's result, before the next step (R93). It survives a failing body,
// cancellation and timeout; a block drops it. After the body returned it is
// ignored (R95).
func (x *Exec) DeferContext(m llm.Message) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.settled {
		x.contexts = append(x.contexts, m)
	}
}

// ConcludeTurn marks the call as the last of its turn. The mark counts only if
// the call succeeds (R68).
func (x *Exec) ConcludeTurn() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.concludes = x.concludes || !x.settled
}

// Keep stores a value for the definition's ProjectContent, which reads it with
// Kept: content that the body prepared and that is not part of its value.
func (x *Exec) Keep(v any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.kept = v
}

// Kept returns what Keep stored last, nil if nothing.
func (x *Exec) Kept() any {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.kept
}

// Progress publishes tools/progress. Done and total count in the body's own
// unit, total 0 means unknown; data is optional.
func (x *Exec) Progress(done, total float64, message string, data jsonvalue.Value) {
	e := x.of()
	e.reg.Events.Progress.Emit(e.ctx, e.call.agent.key(), &Progress{
		Call: x.Call, Done: done, Total: total, Message: message, Data: data,
	})
}

// Forward takes over the contexts and the conclude mark of a nested call's
// result, as a composite tool must do itself (R97).
func (x *Exec) Forward(nested *Result) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.settled {
		return
	}
	x.contexts = append(x.contexts, nested.contexts...)
	x.concludes = x.concludes || nested.concludes
}

// of is the execution, nil before a body runs.
func (x *Exec) of() *execution {
	if x.Call == nil {
		return nil
	}
	return x.Call.of
}

// over reports whether the body has returned.
func (x *Exec) over() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.settled
}

// seal ends the body's rights and returns what it left.
func (x *Exec) seal() {
	x.mu.Lock()
	x.settled = true
	x.mu.Unlock()
}
