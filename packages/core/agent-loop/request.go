package agentloop

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// contextSource is who dynamic context comes from.
var contextSource = llm.Source{Kind: llm.SourcePlugin, Name: "system-prompt"}

// request builds the request of a step from the log. The dynamic context comes
// last, so that the conversation before it stays the same from step to step.
func (t *turn) request(p *prepared) llm.Request {
	messages := t.log.Messages()
	if p.prompt.Context != "" {
		m := llm.UserMessage(p.prompt.Context)
		m.Source = contextSource
		messages = append(messages, m)
	}
	return llm.Request{
		Selection: p.selection, System: p.prompt.System, Messages: messages, Tools: p.prompt.Tools,
		MaxOutputTokens: t.config.MaxOutputTokens, Temperature: t.config.Temperature,
	}
}

// note records the request's header and context where they differ from what was
// recorded last.
func (t *turn) note(p *prepared) error {
	step, _ := t.log.Step()
	header := session.RequestHeader{
		Turn: t.outcome.Turn, Step: step, Selection: p.selection,
		System: p.prompt.System, Tools: p.prompt.Tools,
	}
	if !sameHeader(t.header, &header) {
		record := session.Record{Type: session.TypeRequestHeader, Data: header}
		if _, err := t.log.Enqueue(t.records, record); err != nil {
			return err
		}
		t.header = &header
	}
	if t.context == p.prompt.Context {
		return nil
	}
	t.context = p.prompt.Context
	_, err := t.log.Enqueue(t.records, session.Record{
		Type: session.TypeRequestContext,
		Data: session.RequestContext{Turn: t.outcome.Turn, Step: step, Text: t.context},
	})
	return err
}

func sameHeader(a, b *session.RequestHeader) bool {
	return a != nil && a.Selection == b.Selection && a.System == b.System &&
		slices.EqualFunc(a.Tools, b.Tools, llm.ToolDeclaration.Equal)
}

// recall finds what was recorded last in a log that is resumed.
func (l *Loop) recall() {
	hasContext := false
	for _, e := range slices.Backward(l.agent.Log().History().Events) {
		switch {
		case e.Type == session.TypeRequestHeader && l.header == nil:
			var header session.RequestHeader
			if e.Decode(&header) == nil {
				l.header = &header
			}
		case e.Type == session.TypeRequestContext && !hasContext:
			var last session.RequestContext
			if e.Decode(&last) == nil {
				l.context, hasContext = last.Text, true
			}
		}
		if l.header != nil && hasContext {
			return
		}
	}
}
