package session

import "slices"

// applyResponse takes in a model response and its calls. Calls that no provider would take back are
// refused here, because a log that has them could not be sent any more.
func (p *progress) applyResponse(e Event, b *body) error {
	if e.Surface.Op == OpReplace {
		return p.noneWaits(e)
	}
	if err := p.inStep(e, b.Turn, b.Step); err != nil {
		return err
	}
	if p.answered {
		return outOfOrder(e, "step %d has its response already", p.step)
	}
	calls, err := pendingCalls(e, b)
	if err != nil {
		return err
	}
	p.answered, p.calls = true, calls
	return nil
}

func pendingCalls(e Event, b *body) ([]pendingCall, error) {
	if b.Message.Interrupted && len(b.Message.ToolCalls) > 0 {
		return nil, outOfOrder(e, "an interrupted response cannot have calls")
	}
	calls := make([]pendingCall, 0, len(b.Message.ToolCalls))
	for _, call := range b.Message.ToolCalls {
		if call.ID == "" || call.Name == "" {
			return nil, outOfOrder(e, "a call needs an id and a name")
		}
		if slices.ContainsFunc(calls, func(c pendingCall) bool { return c.id == call.ID }) {
			return nil, outOfOrder(e, "two calls have the id %s", quote(call.ID))
		}
		calls = append(calls, pendingCall{id: call.ID, name: call.Name, seq: -1})
	}
	return calls, nil
}

func (p *progress) applyCall(e Event, typed any) error {
	call, err := payload[ToolCall](e, typed)
	if err != nil {
		return err
	}
	if err := p.inStep(e, call.Turn, call.Step); err != nil {
		return err
	}
	pending := p.pending(call.CallID)
	switch {
	case pending == nil || pending.name != call.Name:
		return outOfOrder(e, "the step's response has no call %s of tool %s that waits",
			quote(call.CallID), quote(call.Name))
	case pending.seq >= 0:
		return outOfOrder(e, "call %s is recorded already", quote(call.CallID))
	}
	pending.seq = e.Seq
	return nil
}

func (p *progress) applyResult(e Event, b *body) error {
	if e.Surface.Op == OpReplace {
		return nil
	}
	if err := p.inStep(e, b.Turn, b.Step); err != nil {
		return err
	}
	pending := p.pending(b.Message.ToolResult.CallID)
	if pending == nil {
		return outOfOrder(e, "no call %s waits for a result", quote(b.Message.ToolResult.CallID))
	}
	pending.settled = true
	return nil
}

// pending returns the call with the given id that has no result yet, or nil. Ids are looked up in
// the newest response only: providers reuse them from one response to the next.
func (p *progress) pending(id string) *pendingCall {
	for i := range p.calls {
		if c := &p.calls[i]; c.id == id && !c.settled {
			return c
		}
	}
	return nil
}
