package session

import (
	"fmt"
	"slices"
)

// progress follows where a log stands: which turn and step are open, which calls, sub-calls and
// approvals still wait for their other half. It is what keeps every prefix of a log a history that
// repair can close, and a closed log a history that a provider accepts.
type progress struct {
	turn, step         int // the newest ones, counted from 1; step restarts with each turn
	turnOpen, stepOpen bool

	answered bool            // the open step has its response
	calls    []pendingCall   // the calls of that response, in its order
	runs     []DispatchStart // started sub-calls that have not settled, oldest first
	asks     []string        // approvals without a decision, oldest first
}

type pendingCall struct {
	id, name string
	seq      int64 // of its tool/call event; -1 before there is one
	settled  bool
}

// apply checks e against what came before and, when it fits, takes it in. A refused event changes
// nothing. The body is the decoded payload of events that carry a message, nil for the others.
func (p *progress) apply(e Event, b *body, typed any) error {
	switch e.Type {
	case TypeTurnStart, TypeTurnEnd, TypeStepStart, TypeStepEnd:
		return p.applyFrame(e, typed)
	case TypeUserMessage:
		return p.noneWaits(e)
	case TypeAssistantMessage:
		return p.applyResponse(e, b)
	case TypeToolCall:
		return p.applyCall(e, typed)
	case TypeToolResult:
		return p.applyResult(e, b)
	case TypeDispatchStart, TypeDispatch:
		return p.applyDispatch(e, typed)
	case TypeApprovalAsked, TypeApprovalDecided:
		return p.applyApproval(e)
	case TypeAssistantChunk:
		return p.needStep(e)
	default:
		return nil
	}
}

// payload returns the data of e as a T, without decoding when it is at hand as one.
func payload[T any](e Event, typed any) (T, error) {
	if v, ok := typed.(T); ok {
		return v, nil
	}
	var v T
	err := e.Decode(&v)
	return v, err
}

func (p *progress) applyFrame(e Event, typed any) error {
	switch e.Type {
	case TypeTurnStart:
		return applied(p.startTurn, e, typed)
	case TypeTurnEnd:
		return applied(p.endTurn, e, typed)
	case TypeStepStart:
		return applied(p.startStep, e, typed)
	default:
		return applied(p.endStep, e, typed)
	}
}

func applied[T any](apply func(Event, T) error, e Event, typed any) error {
	v, err := payload[T](e, typed)
	if err != nil {
		return err
	}
	return apply(e, v)
}

func (p *progress) startTurn(e Event, at TurnStart) error {
	switch {
	case p.turnOpen:
		return outOfOrder(e, "turn %d is still open", p.turn)
	case at.Turn != p.turn+1:
		return outOfOrder(e, "turn %d cannot follow turn %d", at.Turn, p.turn)
	}
	p.turn, p.step, p.turnOpen = at.Turn, 0, true
	return nil
}

func (p *progress) endTurn(e Event, at TurnEnd) error {
	switch {
	case !p.turnOpen || at.Turn != p.turn:
		return outOfOrder(e, "turn %d is not open", at.Turn)
	case p.stepOpen:
		return outOfOrder(e, "step %d is still open", p.step)
	case len(p.asks) > 0:
		return outOfOrder(e, "approval %s has no decision", quote(p.asks[0]))
	}
	p.turnOpen = false
	return nil
}

func (p *progress) startStep(e Event, at StepStart) error {
	switch {
	case !p.turnOpen || at.Turn != p.turn:
		return outOfOrder(e, "turn %d is not open", at.Turn)
	case p.stepOpen:
		return outOfOrder(e, "step %d is still open", p.step)
	case at.Step != p.step+1:
		return outOfOrder(e, "step %d cannot follow step %d", at.Step, p.step)
	}
	p.step, p.stepOpen, p.answered = at.Step, true, false
	return nil
}

func (p *progress) endStep(e Event, at StepEnd) error {
	if err := p.inStep(e, at.Turn, at.Step); err != nil {
		return err
	}
	if err := p.noneWaits(e); err != nil {
		return err
	}
	if len(p.runs) > 0 {
		return outOfOrder(e, "sub-call %s has not settled", quote(p.runs[0].CallID))
	}
	p.stepOpen, p.calls = false, nil
	return nil
}

func (p *progress) needStep(e Event) error {
	if !p.stepOpen {
		return outOfOrder(e, "no step is open")
	}
	return nil
}

func (p *progress) inStep(e Event, turn, step int) error {
	if !p.stepOpen || turn != p.turn || step != p.step {
		return outOfOrder(e, "step %d of turn %d is not open", step, turn)
	}
	return nil
}

// noneWaits refuses what would separate a call from its result in the history.
func (p *progress) noneWaits(e Event) error {
	if i := slices.IndexFunc(p.calls, func(c pendingCall) bool { return !c.settled }); i >= 0 {
		return outOfOrder(e, "call %s has no result yet", quote(p.calls[i].id))
	}
	return nil
}

func (p *progress) applyDispatch(e Event, typed any) error {
	if err := p.needStep(e); err != nil {
		return err
	}
	run, err := dispatchOf(e, typed)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.runs, func(r DispatchStart) bool { return r.CallID == run.CallID })
	switch {
	case e.Type == TypeDispatchStart && run.CallID != "" && i < 0:
		p.runs = append(p.runs, run)
	case e.Type == TypeDispatch && i >= 0:
		p.runs = slices.Delete(p.runs, i, i+1)
	default:
		return outOfOrder(e, "sub-call %s cannot start twice or settle twice", quote(run.CallID))
	}
	return nil
}

// dispatchOf returns what both halves of a sub-call's record say about it.
func dispatchOf(e Event, typed any) (DispatchStart, error) {
	if d, ok := typed.(Dispatch); ok {
		return DispatchStart{CallID: d.CallID}, nil
	}
	return payload[DispatchStart](e, typed)
}

func (p *progress) applyApproval(e Event) error {
	if !p.turnOpen {
		return outOfOrder(e, "no turn is open, so there is nothing to approve")
	}
	var ask ApprovalAsked
	if err := e.Decode(&ask); err != nil {
		return err
	}
	i := slices.Index(p.asks, ask.ID)
	switch {
	case e.Type == TypeApprovalAsked && ask.ID != "" && i < 0:
		p.asks = append(p.asks, ask.ID)
	case e.Type == TypeApprovalDecided && i >= 0:
		p.asks = slices.Delete(p.asks, i, i+1)
	default:
		return outOfOrder(e, "approval %s cannot be asked twice or decided twice", quote(ask.ID))
	}
	return nil
}

func outOfOrder(e Event, format string, args ...any) error {
	return atEvent(e.Seq, fail(CodeOrder,
		fmt.Sprintf("%s does not fit here: ", e.Type)+fmt.Sprintf(format, args...)))
}
