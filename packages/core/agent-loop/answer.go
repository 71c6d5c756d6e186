package agentloop

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// answer asks the model, records what it says, and runs its calls.
func (t *turn) answer(p *prepared) *ending {
	response, err := t.generate(p)
	t.outcome.Usage = t.outcome.Usage.Add(response.Usage)
	if err != nil {
		return t.cutOff(response, err)
	}
	message := t.whole(&response)
	if err := t.keep(response); err != nil {
		return t.broken(err)
	}
	switch {
	case response.FinishReason == llm.FinishMaxTokens:
		return &ending{reason: session.EndMaxTokens}
	case len(message.ToolCalls) == 0:
		return &ending{reason: session.EndCompleted}
	}
	return t.batch(p, message.ToolCalls)
}

// whole completes the answer's message. An answer that the output limit cut has no
// calls that may run, whatever its adapter thinks.
func (t *turn) whole(r *llm.Response) *llm.Message {
	m := &r.Message
	m.Role = llm.RoleAssistant
	if m.ID == "" {
		m.ID = rand.Text()
	}
	if m.Source.Kind == "" {
		m.Source = llm.Source{Kind: llm.SourceModel, Name: r.Model}
	}
	if r.FinishReason == llm.FinishMaxTokens {
		for _, c := range m.ToolCalls {
			r.Dropped = append(r.Dropped, llm.DroppedCall{Call: c, Reason: "the answer was cut off by its output limit"})
		}
		m.ToolCalls = nil
	}
	return m
}

// cutOff keeps what came of an answer that did not end, without calls.
func (t *turn) cutOff(r llm.Response, err error) *ending {
	if CodeOf(err) == CodeRecord {
		return &ending{session.EndError, err}
	}
	if !r.Message.Content.IsEmpty() {
		r.Message.ToolCalls, r.Message.Interrupted = nil, true
		t.whole(&r)
		r.FinishReason = ""
		if keepErr := t.keep(r); keepErr != nil {
			return t.broken(keepErr)
		}
	}
	return t.failed(err)
}

func (t *turn) keep(r llm.Response) error {
	if text := r.Message.Content.Text(); text != "" {
		t.outcome.Text = text
	}
	_, err := t.log.AddAssistant(t.records, session.AssistantMessage{
		Message: r.Message, Finish: r.FinishReason, Usage: r.Usage, Model: r.Model,
		Dropped: r.Dropped, Warnings: r.Warnings,
	})
	return err
}

// generate asks the model and records the pieces of its answer. A log that takes
// no piece stops the model.
func (t *turn) generate(p *prepared) (response llm.Response, err error) {
	ctx, cancel := context.WithCancelCause(t.ctx)
	defer cancel(nil)
	pieces := &pieces{turn: t, stop: cancel}
	defer func() {
		if v := recover(); v != nil {
			err = &Error{
				Code: CodeModelPanic, Message: "the model adapter panicked",
				Err: fmt.Errorf("%v\n%s", v, debug.Stack()),
			}
		}
		if pieces.err != nil {
			err = notRecorded(errors.Join(pieces.err, err))
		}
	}()
	return t.services.Model.Generate(ctx, t.request(p), pieces.add)
}

// pieces records the pieces of one answer. Its sink is called by one goroutine at
// a time.
type pieces struct {
	turn *turn
	stop context.CancelCauseFunc
	err  error
}

func (s *pieces) add(e llm.Event) {
	chunk, ok := chunkOf(e)
	if !ok || s.err != nil {
		return
	}
	if _, err := s.turn.log.AddChunk(s.turn.records, chunk); err != nil {
		s.err = err
		s.stop(err)
	}
}

func chunkOf(e llm.Event) (session.AssistantChunk, bool) {
	switch e := e.(type) {
	case llm.TextDelta:
		return session.AssistantChunk{Kind: session.ChunkText, Text: e.Text}, true
	case llm.ReasoningDelta:
		return session.AssistantChunk{Kind: session.ChunkReasoning, Index: e.Index, Text: e.Text}, e.Text != ""
	case llm.ToolCallDelta:
		return session.AssistantChunk{
			Kind: session.ChunkToolCall, Index: e.Index, Name: e.Name, Text: e.Arguments,
		}, true
	case llm.UsageUpdate, llm.Finished: // recorded with the whole answer
	}
	return session.AssistantChunk{}, false
}
