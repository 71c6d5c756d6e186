package compose

import (
	"context"
	"errors"
	"fmt"
	"io"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// show: agent

// Task gives a task to an agent that works in dir, and keeps its session in file.
func Task(ctx context.Context, h *host.Host, m llm.Model, dir, file, task string, out io.Writer) (err error) {
	store, err := jsonl.OpenOrCreate(file, session.Header{ID: "agent-1"})
	if err != nil {
		return err
	}
	log, _, err := session.Open(ctx, store, session.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close(ctx)) }()
	a, err := h.Create(ctx, host.Spec{Dir: dir, Log: log}) // Selection names a model where m has several
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close(ctx)) }()
	loop, err := h.Loop(a, m, agentloop.Config{MaxSteps: 100})
	if err != nil {
		return err
	}
	if err := a.Agent.Inbox().Post(llm.UserMessage(task)); err != nil {
		return err
	}
	outcome, err := loop.Turn(ctx) // its error is of the loop; how the model fared is in the outcome
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s after %d steps: %s\n", outcome.Reason, outcome.Steps, outcome.Text)
	return outcome.Err
}

// end: agent
