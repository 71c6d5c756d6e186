package session

import (
	"context"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Codes and names of the results that repair writes for calls without one (§19).
const (
	// OutcomeUnknownCode marks a call that was recorded, so its body may have run.
	OutcomeUnknownCode = "TOOL_OUTCOME_UNKNOWN"
	// OutcomeUnknownName is the error name that goes with OutcomeUnknownCode.
	OutcomeUnknownName = "ToolOutcomeUnknownError"
	// NotStartedCode marks a call that was never recorded, so its body cannot have run.
	NotStartedCode = "TOOL_NOT_STARTED"
	// NotStartedName is the error name that goes with NotStartedCode.
	NotStartedName = "ToolNotStartedError"
)

const (
	outcomeUnknownText = "Error: the session was interrupted while this call was under way, and " +
		"its outcome is unknown: it may have taken effect in full, in part or not at all. Repeat it " +
		"only if it is read-only or idempotent; otherwise check the state first, or ask."
	notStartedText = "Error: the session was interrupted before this call was started. It had no " +
		"effect and is safe to repeat."
)

// outcomeCancelled is the decision that repair gives an approval nobody decided (§16.1).
const outcomeCancelled = "cancelled"

// Recovery says what Open found and repaired.
type Recovery struct {
	// CutBytes and CutLines are how much of a torn end the store removed. None of it had been
	// acknowledged.
	CutBytes int64
	CutLines int
	// Turn is the turn that was open and is closed now, 0 when none was.
	Turn int
	// OutcomeUnknown and NotStarted are the ids of the calls that got a result from repair.
	OutcomeUnknown, NotStarted []string
}

// Repaired reports whether anything had to be mended.
func (r Recovery) Repaired() bool { return r.CutBytes > 0 || r.Turn > 0 }

// recover closes what a crash left open, from the inside out: sub-calls, approvals, calls, step and
// turn. Each written event leaves a log that a second crash could interrupt and a second repair
// could finish with the same results.
func (l *Log) recover(ctx context.Context) (Recovery, error) {
	at := l.position()
	if !at.turnOpen {
		return Recovery{}, nil
	}
	r := Recovery{Turn: at.turn}
	records := l.closingRecords(at, &r)
	for _, record := range records {
		if _, _, err := l.add(ctx, record, false); err != nil {
			return r, err
		}
	}
	return r, l.committer.sync(ctx, l.Len())
}

// closingRecords lists the events that close what is open at at.
func (l *Log) closingRecords(at progress, r *Recovery) []Record {
	var records []Record
	for _, run := range at.runs {
		records = append(records, Record{Type: TypeDispatch, Data: lostDispatch(run)})
	}
	for _, id := range at.asks {
		decision := ApprovalDecided{ID: id, Outcome: outcomeCancelled}
		records = append(records, Record{Type: TypeApprovalDecided, Data: decision})
	}
	if at.stepOpen {
		records = append(records, l.closingStep(at, r)...)
	}
	end := TurnEnd{Turn: at.turn, Reason: EndInterrupted}
	return append(records, Record{Type: TypeTurnEnd, Data: end})
}

func (l *Log) closingStep(at progress, r *Recovery) []Record {
	var records []Record
	if text := l.streamed(at); text != "" {
		records = append(records, l.keptPrefix(at, text))
	}
	for _, call := range at.calls {
		if !call.settled {
			records = append(records, l.lostResult(at, call, r))
		}
	}
	return append(records, Record{Type: TypeStepEnd, Data: StepEnd{Turn: at.turn, Step: at.step}})
}

// streamed joins the text that had arrived of a response that was never recorded whole.
func (l *Log) streamed(at progress) string {
	if at.answered {
		return ""
	}
	var text strings.Builder
	attempt := 0
	for _, e := range l.stepEvents() {
		var chunk AssistantChunk
		if e.Type != TypeAssistantChunk || e.Decode(&chunk) != nil || chunk.Kind != ChunkText {
			continue
		}
		if chunk.Attempt != attempt {
			attempt = chunk.Attempt
			text.Reset()
		}
		text.WriteString(chunk.Text)
	}
	return text.String()
}

// stepEvents returns the events of the newest step.
func (l *Log) stepEvents() []Event {
	events := l.History().Events
	for i, e := range slices.Backward(events) {
		if e.Type == TypeStepStart {
			return events[i+1:]
		}
	}
	return nil
}

// keptPrefix is the message of a response whose stream the crash cut off. Its calls are gone: none
// of them is known to have arrived whole.
func (l *Log) keptPrefix(at progress, text string) Record {
	m := llm.Message{
		ID: l.options.NewID(), Role: llm.RoleAssistant, Content: llm.TextContent(text),
		Source: llm.Source{Kind: llm.SourceModel}, Interrupted: true,
	}
	data := AssistantMessage{Turn: at.turn, Step: at.step, Message: m}
	return Record{Type: TypeAssistantMessage, Data: data, Surface: Surface{Op: OpAppend}}
}

// lostResult is the honest result of a call that the crash left without one.
func (l *Log) lostResult(at progress, call pendingCall, r *Recovery) Record {
	text, info := notStartedText, ErrorInfo{Name: NotStartedName, Code: NotStartedCode}
	var sources []int64
	if call.seq >= 0 {
		text, info = outcomeUnknownText, ErrorInfo{Name: OutcomeUnknownName, Code: OutcomeUnknownCode}
		sources = []int64{call.seq}
		r.OutcomeUnknown = append(r.OutcomeUnknown, call.id)
	} else {
		r.NotStarted = append(r.NotStarted, call.id)
	}
	m := llm.ToolMessage(llm.ToolResult{
		CallID: call.id, Name: call.name, Content: llm.TextContent(text), IsError: true,
	})
	m.ID, m.Source = l.options.NewID(), llm.Source{Kind: llm.SourceTool, Name: call.name}
	return Record{
		Type:    TypeToolResult,
		Data:    ToolResult{Turn: at.turn, Step: at.step, Message: m, Error: &info},
		Surface: Surface{Op: OpAppend}, Sources: sources,
	}
}

func lostDispatch(run DispatchStart) Dispatch {
	return Dispatch{
		RootCallID: run.RootCallID, ParentCallID: run.ParentCallID, CallID: run.CallID, Name: run.Name,
		Content: llm.TextContent(outcomeUnknownText), IsError: true,
		Error: &ErrorInfo{Name: OutcomeUnknownName, Code: OutcomeUnknownCode},
	}
}
