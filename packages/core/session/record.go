package session

import (
	"context"
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// The methods of this file append the records of a turn. They fill in the turn and step that are
// open, so callers keep no count of their own. What the next request or the next side effect
// relies on is acknowledged (Append); what only frames it is enqueued, and reaches the medium
// with the next acknowledged record at the latest.

// History returns what the log holds now.
func (l *Log) History() History {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.history.snapshot(l.header)
}

// Messages derives what a model is to see now; see History.Messages.
func (l *Log) Messages() []llm.Message { return l.History().Messages() }

// Turn returns the newest turn, 0 before the first, and whether it is open.
func (l *Log) Turn() (turn int, open bool) {
	at := l.position()
	return at.turn, at.turnOpen
}

// Step returns the newest step of the newest turn, 0 before its first, and whether it is open.
func (l *Log) Step() (step int, open bool) {
	at := l.position()
	return at.step, at.stepOpen
}

// position copies where the log stands.
func (l *Log) position() progress {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.history.progress
	at.calls, at.runs, at.asks = slices.Clone(at.calls), slices.Clone(at.runs), slices.Clone(at.asks)
	return at
}

// StartTurn opens the next turn.
func (l *Log) StartTurn(ctx context.Context) (Event, error) {
	turn, _ := l.Turn()
	return l.Enqueue(ctx, Record{Type: TypeTurnStart, Data: TurnStart{Turn: turn + 1}})
}

// EndTurn closes the open turn and waits until all of it is on the medium. Cause is for people and
// may be empty.
func (l *Log) EndTurn(ctx context.Context, reason EndReason, cause string) (Event, error) {
	turn, _ := l.Turn()
	data := TurnEnd{Turn: turn, Reason: reason, Cause: cause}
	return l.Append(ctx, Record{Type: TypeTurnEnd, Data: data})
}

// StartStep opens the next step of the open turn.
func (l *Log) StartStep(ctx context.Context) (Event, error) {
	at := l.position()
	data := StepStart{Turn: at.turn, Step: at.step + 1}
	return l.Enqueue(ctx, Record{Type: TypeStepStart, Data: data})
}

// EndStep closes the open step. It is refused while a call of the step has no result.
func (l *Log) EndStep(ctx context.Context) (Event, error) {
	at := l.position()
	data := StepEnd{Turn: at.turn, Step: at.step}
	return l.Enqueue(ctx, Record{Type: TypeStepEnd, Data: data})
}

// AddUser records a user-role message, of a person or of a plugin (R96), and puts it on the
// surface.
func (l *Log) AddUser(ctx context.Context, m llm.Message) (Event, error) {
	data := UserMessage{Message: m}
	at := l.position()
	if at.turnOpen {
		data.Turn = at.turn
	}
	if at.stepOpen {
		data.Step = at.step
	}
	return l.Append(ctx, onSurface(TypeUserMessage, data))
}

// AddChunk records a piece of a streamed response.
func (l *Log) AddChunk(ctx context.Context, c AssistantChunk) (Event, error) {
	at := l.position()
	c.Turn, c.Step = at.turn, at.step
	return l.Enqueue(ctx, Record{Type: TypeAssistantChunk, Data: c})
}

// AddAssistant records the step's response and puts it on the surface. Its calls wait for results
// from then on.
func (l *Log) AddAssistant(ctx context.Context, m AssistantMessage) (Event, error) {
	at := l.position()
	m.Turn, m.Step = at.turn, at.step
	return l.Append(ctx, onSurface(TypeAssistantMessage, m))
}

// AddCall records a call of the response before its gate (R104). When it returns without an error
// the record is on the medium, so a crash during the call's body is known as one.
func (l *Log) AddCall(ctx context.Context, c ToolCall) (Event, error) {
	at := l.position()
	c.Turn, c.Step = at.turn, at.step
	return l.Append(ctx, Record{Type: TypeToolCall, Data: c})
}

// AddResult records a call's result, cites the call's record and puts it on the surface (R104).
func (l *Log) AddResult(ctx context.Context, r ToolResult) (Event, error) {
	at := l.position()
	r.Turn, r.Step = at.turn, at.step
	record := onSurface(TypeToolResult, r)
	if result := r.Message.ToolResult; result != nil {
		if call := at.pending(result.CallID); call != nil && call.seq >= 0 {
			record.Sources = []int64{call.seq}
		}
	}
	return l.Append(ctx, record)
}

// AddDispatchStart records that a program's sub-call started (R105).
func (l *Log) AddDispatchStart(ctx context.Context, d DispatchStart) (Event, error) {
	return l.Enqueue(ctx, Record{Type: TypeDispatchStart, Data: d})
}

// AddDispatch records how a started sub-call settled (R105).
func (l *Log) AddDispatch(ctx context.Context, d Dispatch) (Event, error) {
	return l.Enqueue(ctx, Record{Type: TypeDispatch, Data: d})
}

func onSurface(t Type, data any) Record {
	return Record{Type: t, Data: data, Surface: Surface{Op: OpAppend}}
}
