package scripted

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// pieceRunes is about how long the pieces of an answer are.
const pieceRunes = 24

// stream is the playing of one turn: what goes to the sink is joined to the answer.
type stream struct {
	ctx    context.Context
	sink   llm.Sink
	pace   time.Duration
	player *Player
	req    *llm.Request

	assembly llm.Assembly
}

func (s *stream) play(t claimed) (llm.Response, error) {
	calls := 0
	s.assembly.NewID = func() string {
		calls++
		return fmt.Sprintf("call_%d_%d", t.number, calls)
	}
	var err error
	if t.Fail != nil {
		err = s.fail(t.Fail)
	} else {
		err = s.respond(t.Respond)
	}
	if err != nil {
		return s.label(s.assembly.Partial()), err
	}
	response, err := s.assembly.Finish()
	return s.label(response), err
}

// label says who answered.
func (s *stream) label(r llm.Response) llm.Response {
	if r.Message.Role == "" {
		return r
	}
	r.Model = s.player.script.Name
	name := s.req.Selection.String()
	if name == "" {
		name = "scripted/" + s.player.script.Name
	}
	r.Message.Source = llm.Source{Kind: llm.SourceModel, Name: name}
	return r
}

func (s *stream) fail(f *Fail) error {
	for _, piece := range pieces(f.After) {
		if err := s.send(llm.TextDelta{Text: piece}); err != nil {
			return err
		}
	}
	message := f.Message
	if message == "" {
		message = fmt.Sprintf("script %q fails here", s.player.script.Name)
	}
	return &llm.Error{
		Code: f.Code, Message: message, Status: f.Status,
		RetryAfter: time.Duration(f.RetryAfterMs) * time.Millisecond,
	}
}

func (s *stream) respond(r *Respond) error {
	for _, event := range r.events() {
		if err := s.send(event); err != nil {
			return err
		}
	}
	return nil
}

// events returns the answer as a model would stream it.
func (r *Respond) events() []llm.Event {
	var events []llm.Event
	for i, thought := range r.Reasoning {
		for _, piece := range pieces(thought.Text) {
			events = append(events, llm.ReasoningDelta{Index: i, Text: piece})
		}
		if thought.Signature != "" || thought.Redacted != "" {
			events = append(events, llm.ReasoningDelta{
				Index: i, Signature: thought.Signature, Redacted: thought.Redacted,
			})
		}
	}
	for _, piece := range pieces(r.Text) {
		events = append(events, llm.TextDelta{Text: piece})
	}
	for i, call := range r.ToolCalls {
		events = append(events, llm.ToolCallDelta{Index: i, ID: call.ID, Name: call.Name})
		for _, piece := range pieces(call.text()) {
			events = append(events, llm.ToolCallDelta{Index: i, Arguments: piece})
		}
	}
	if r.Usage != (llm.Usage{}) {
		events = append(events, llm.UsageUpdate{Usage: r.Usage})
	}
	reason := r.FinishReason
	if reason == "" {
		reason = llm.FinishStop
	}
	return append(events, llm.Finished{Reason: reason})
}

// send hands an event on, unless the context is done.
func (s *stream) send(e llm.Event) error {
	if s.pace > 0 {
		timer := time.NewTimer(s.pace)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-s.ctx.Done():
		}
	}
	if s.ctx.Err() != nil {
		return llm.Cancelled(s.ctx)
	}
	s.assembly.Add(e)
	s.sink.Send(e)
	return nil
}

// pieces cuts a text behind spaces and line ends, and anywhere between runes where there
// are none.
func pieces(text string) []string {
	var cut []string
	for text != "" {
		end, runes := 0, 0
		for i, r := range text {
			end = i + len(string(r))
			if runes++; runes >= pieceRunes || runes >= pieceRunes/2 && strings.ContainsRune(" \n", r) {
				break
			}
		}
		cut = append(cut, text[:end])
		text = text[end:]
	}
	return cut
}
