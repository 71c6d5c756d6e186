package llm

import (
	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// wireEvent has the members of all events.
type wireEvent struct {
	Type      string       `json:"type"`
	Index     *int         `json:"index,omitzero"`
	Text      string       `json:"text,omitzero"`
	Signature string       `json:"signature,omitzero"`
	Redacted  string       `json:"redacted,omitzero"`
	ID        string       `json:"id,omitzero"`
	Name      string       `json:"name,omitzero"`
	Arguments string       `json:"arguments,omitzero"`
	Usage     *Usage       `json:"usage,omitzero"`
	Reason    FinishReason `json:"reason,omitzero"`
}

// EncodeEvent returns the event as a JSON object whose member type names it, for a log.
func EncodeEvent(e Event) (jsonvalue.Value, error) {
	var w wireEvent
	switch e := e.(type) {
	case TextDelta:
		w = wireEvent{Text: e.Text}
	case ReasoningDelta:
		w = wireEvent{Index: &e.Index, Text: e.Text, Signature: e.Signature, Redacted: e.Redacted}
	case ToolCallDelta:
		w = wireEvent{Index: &e.Index, ID: e.ID, Name: e.Name, Arguments: e.Arguments}
	case UsageUpdate:
		w = wireEvent{Usage: &e.Usage}
	case Finished:
		w = wireEvent{Reason: e.Reason}
	default:
		return jsonvalue.Value{}, formatError("an event of type %T", e)
	}
	w.Type = e.event()
	return jsonvalue.Marshal(w)
}

// DecodeEvent reads what [EncodeEvent] wrote. Other types and other members have
// [CodeFormat].
func DecodeEvent(v jsonvalue.Value) (Event, error) {
	var w wireEvent
	if err := json.Unmarshal([]byte(v.Text()), &w, json.RejectUnknownMembers(true)); err != nil {
		return nil, &Error{Code: CodeFormat, Message: "not an event", Err: err}
	}
	e, err := w.event()
	if err != nil {
		return nil, err
	}
	// A member that belongs to another event does not come back.
	if again, err := EncodeEvent(e); err != nil || !again.Equal(v) {
		return nil, formatError("members that do not belong to the event %q", w.Type)
	}
	return e, nil
}

func (w *wireEvent) event() (Event, error) {
	index := 0
	if w.Index != nil {
		index = *w.Index
	}
	var usage Usage
	if w.Usage != nil {
		usage = *w.Usage
	}
	switch w.Type {
	case TextDelta{}.event():
		return TextDelta{w.Text}, nil
	case ReasoningDelta{}.event():
		return ReasoningDelta{index, w.Text, w.Signature, w.Redacted}, nil
	case ToolCallDelta{}.event():
		return ToolCallDelta{index, w.ID, w.Name, w.Arguments}, nil
	case UsageUpdate{}.event():
		return UsageUpdate{usage}, nil
	case Finished{}.event():
		return Finished{w.Reason}, nil
	}
	return nil, formatError("unknown event type %q", w.Type)
}
