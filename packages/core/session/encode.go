package session

import (
	"strconv"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/go-json-experiment/json/jsontext"
)

// quickValue encodes the payloads that make up almost all of a log, in the text that the general
// encoder gives them. It reports false for everything else, good or bad, and leaves that to the
// general encoder.
func quickValue(data any) (jsonvalue.Value, bool) {
	w := object{text: make([]byte, 0, 128)}
	switch d := data.(type) {
	case TurnStart:
		w.number("turn", d.Turn)
	case TurnEnd:
		w.number("turn", d.Turn)
		w.string("reason", string(d.Reason))
		w.optional("cause", d.Cause)
	case StepStart:
		w.step(d.Turn, d.Step)
	case StepEnd:
		w.step(d.Turn, d.Step)
	case AssistantChunk:
		w.chunk(d)
	case ToolCall:
		w.step(d.Turn, d.Step)
		w.string("callId", d.CallID)
		w.string("name", d.Name)
		w.string("arguments", d.Arguments)
	case DispatchStart:
		w.dispatch(d.RootCallID, d.ParentCallID, d.CallID, d.Name)
		if !d.Arguments.IsAbsent() {
			w.name("arguments")
			w.text = d.Arguments.AppendText(w.text)
		}
	case Dispatch:
		if len(d.Content) > 0 || d.IsError || d.Error != nil {
			return jsonvalue.Value{}, false
		}
		w.dispatch(d.RootCallID, d.ParentCallID, d.CallID, d.Name)
	default:
		return jsonvalue.Value{}, false
	}
	if w.bad {
		return jsonvalue.Value{}, false
	}
	v, err := jsonvalue.Parse(append(w.text, '}'))
	return v, err == nil
}

// object is the text of an object that is being written.
type object struct {
	text []byte
	bad  bool // a string is not valid UTF-8
}

func (w *object) name(name string) {
	lead := byte(',')
	if len(w.text) == 0 {
		lead = '{'
	}
	w.text = append(w.text, lead, '"')
	w.text = append(w.text, name...)
	w.text = append(w.text, '"', ':')
}

func (w *object) number(name string, n int) {
	w.name(name)
	w.text = strconv.AppendInt(w.text, int64(n), 10)
}

func (w *object) string(name, s string) {
	w.name(name)
	var err error
	w.text, err = jsontext.AppendQuote(w.text, s)
	w.bad = w.bad || err != nil
}

// optional leaves out an empty string.
func (w *object) optional(name, s string) {
	if s != "" {
		w.string(name, s)
	}
}

func (w *object) step(turn, step int) {
	w.number("turn", turn)
	w.number("step", step)
}

func (w *object) chunk(c AssistantChunk) {
	w.step(c.Turn, c.Step)
	w.string("kind", string(c.Kind))
	if c.Attempt != 0 {
		w.number("attempt", c.Attempt)
	}
	if c.Index != 0 {
		w.number("index", c.Index)
	}
	w.optional("name", c.Name)
	w.optional("text", c.Text)
}

func (w *object) dispatch(root, parent, id, name string) {
	w.string("rootCallId", root)
	w.string("parentCallId", parent)
	w.string("callId", id)
	w.string("name", name)
}
