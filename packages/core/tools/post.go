package tools

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

type postKind uint8

const (
	postNone postKind = iota
	postAccept
	postBlock
)

// Inspection is what tools/post-execute policies look at: the call and the
// result as it stands. Both are read-only.
type Inspection struct {
	Call   *Call
	Result *Result
}

// PostDecision is what a tools/post-execute policy answers: [Accept] or
// [Block], refined by the With methods. The zero PostDecision is no answer and
// fails the call with [CodeNoDecision] (R64, decision U1).
type PostDecision struct {
	kind postKind
	with *replacement // nil changes nothing; never written to once it is shared
}

// replacement is what a decision puts in the place of the result's parts.
type replacement struct {
	content    llm.Content
	hasContent bool
	value      jsonvalue.Value
	contexts   []llm.Message
}

// refined returns a copy of the decision with a copy of its parts to write to.
func (d PostDecision) refined() PostDecision {
	n := d.parts()
	d.with = &n
	return d
}

func (d PostDecision) parts() replacement {
	if d.with == nil {
		return replacement{}
	}
	return *d.with
}

// Accept keeps the result.
func Accept() PostDecision { return PostDecision{kind: postAccept} }

// Block turns the result into a failure whose content is the feedback. It
// drops value, metadata, the conclude mark and all earlier contexts.
func Block(feedback llm.Content) PostDecision {
	return PostDecision{kind: postBlock}.WithContent(feedback)
}

// WithContent replaces what the model reads and nothing else: the value stays
// readable for programs, so this is no confidentiality.
func (d PostDecision) WithContent(c llm.Content) PostDecision {
	d = d.refined()
	d.with.content, d.with.hasContent = c, true
	return d
}

// WithValue replaces the canonical value of a success; it is validated and
// rendered again. Together with WithContent it is a contradiction and fails.
func (d PostDecision) WithValue(v jsonvalue.Value) PostDecision {
	d = d.refined()
	d.with.value = v
	return d
}

// WithContexts adds user-role messages that the loop hands to the next step.
func (d PostDecision) WithContexts(messages ...llm.Message) PostDecision {
	d = d.refined()
	d.with.contexts = slices.Concat(d.with.contexts, messages)
	return d
}

// Accepts reports whether the decision is [Accept], refined or not.
func (d PostDecision) Accepts() bool { return d.kind == postAccept }

// Blocks reports whether the decision is [Block].
func (d PostDecision) Blocks() bool { return d.kind == postBlock }

// Content returns the content that the decision puts in place, and whether it
// does so.
func (d PostDecision) Content() (llm.Content, bool) {
	p := d.parts()
	return p.content, p.hasContent
}

// Value returns the value that the decision puts in place, and whether it does so.
func (d PostDecision) Value() (jsonvalue.Value, bool) {
	v := d.parts().value
	return v, !v.IsAbsent()
}

// Contexts returns the messages that the decision adds.
func (d PostDecision) Contexts() []llm.Message { return d.parts().contexts }
