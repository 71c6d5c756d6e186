package scripted

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Recorder is an [llm.Model] that passes everything on to another model and keeps what
// that answers, as a [Script]. It is safe for concurrent use.
//
// The first conversation becomes the script's turns, each further one a conversation of
// its own. Each turn expects the role of the last message, and the name and failure state
// of the tool results; the person who keeps the script may tighten or loosen that.
// Cancelled requests leave no turn, failed ones one that fails in the same way.
type Recorder struct {
	model llm.Model
	name  string

	mu    sync.Mutex
	order []string
	talks map[string]*Conversation
}

// NewRecorder returns a recorder for a script of this name.
func NewRecorder(model llm.Model, name string) *Recorder {
	return &Recorder{model: model, name: name, talks: map[string]*Conversation{}}
}

// Generate asks the model and keeps its answer.
func (r *Recorder) Generate(
	ctx context.Context, req llm.Request, sink llm.Sink,
) (llm.Response, error) {
	response, err := r.model.Generate(ctx, req, sink)
	if ctx.Err() == nil && len(req.Messages) > 0 {
		r.keep(&req, &response, err)
	}
	return response, err
}

// Script returns what was recorded so far.
func (r *Recorder) Script() *Script {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &Script{Version: Version, Name: r.name}
	for i, key := range r.order {
		talk := *r.talks[key]
		talk.Turns = copyTurns(talk.Turns)
		if i == 0 {
			s.Turns = talk.Turns
			continue
		}
		s.Conversations = append(s.Conversations, talk)
	}
	return s
}

// copyTurns copies what a person who keeps the script may want to change.
func copyTurns(turns []Turn) []Turn {
	copied := slices.Clone(turns)
	for i := range copied {
		t := &copied[i]
		if t.Expect != nil {
			expect := *t.Expect
			expect.Results = slices.Clone(expect.Results)
			t.Expect = &expect
		}
		if t.Respond != nil {
			respond := *t.Respond
			respond.ToolCalls = slices.Clone(respond.ToolCalls)
			t.Respond = &respond
		}
		if t.Fail != nil {
			fail := *t.Fail
			t.Fail = &fail
		}
	}
	return copied
}

// WriteFile writes the script to a file, in place of what was there.
func (r *Recorder) WriteFile(path string) error {
	text, err := r.Script().Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		return fmt.Errorf("the recorded script: %w", err)
	}
	return nil
}

func (r *Recorder) keep(req *llm.Request, response *llm.Response, err error) {
	turn := Turn{Expect: expectation(req)}
	if err != nil {
		turn.Fail = failOf(response, err)
	} else {
		turn.Respond = respondOf(response)
	}
	first := &req.Messages[0]
	text := first.Content.Text()
	key := first.ID + "\x00" + text
	r.mu.Lock()
	defer r.mu.Unlock()
	talk := r.talks[key]
	if talk == nil {
		talk = &Conversation{Is: &text}
		r.talks[key] = talk
		r.order = append(r.order, key)
	}
	talk.Turns = append(talk.Turns, turn)
}

func expectation(req *llm.Request) *Expect {
	e := &Expect{Role: req.Messages[len(req.Messages)-1].Role}
	calls, results, _ := latest(req.Messages)
	for i, result := range results {
		if result == nil {
			return e
		}
		e.Results = append(e.Results, ExpectResult{Name: calls[i].Name, IsError: &result.IsError})
	}
	return e
}

func respondOf(r *llm.Response) *Respond {
	respond := &Respond{
		Reasoning: r.Message.Reasoning, Text: r.Message.Content.Text(),
		FinishReason: r.FinishReason, Usage: r.Usage,
	}
	for _, c := range r.Message.ToolCalls {
		respond.ToolCalls = append(respond.ToolCalls, callOf(c))
	}
	for _, d := range r.Dropped {
		respond.ToolCalls = append(respond.ToolCalls, callOf(d.Call))
	}
	return respond
}

// callOf keeps the argument text exactly: as an object where that gives the same text.
func callOf(c llm.ToolCall) Call {
	call := Call{ID: c.ID, Name: c.Name}
	v, err := jsonvalue.ParseString(c.Arguments)
	if err == nil && v.Kind() == jsonvalue.KindObject && v.Text() == c.Arguments {
		call.Arguments = v
		return call
	}
	call.Arguments = jsonvalue.String(c.Arguments)
	return call
}

func failOf(response *llm.Response, err error) *Fail {
	fail := &Fail{Code: llm.CodeTransport, Message: err.Error()}
	fail.After = response.Message.Content.Text()
	if e, ok := errors.AsType[*llm.Error](err); ok {
		fail.Code, fail.Status, fail.RetryAfterMs = e.Code, e.Status, e.RetryAfter.Milliseconds()
		if e.Message != "" {
			fail.Message = e.Message
		}
	}
	return fail
}
