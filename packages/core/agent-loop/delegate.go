package agentloop

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// Task is work for a sub-agent.
type Task struct {
	// Prompt is what the sub-agent is told. Mandatory.
	Prompt string
	// Schema, if present, makes the answer a value: a JSON Schema in the enforced
	// subset whose root type is object (R37).
	Schema jsonvalue.Value
	// ID names the sub-agent and its session; empty means one below the agent's.
	ID string
	// Log is the sub-agent's session log, which the caller opens and closes; nil
	// means one that lasts as long as the task.
	Log *session.Log
	// Selection is the model; the zero value means the agent's own.
	Selection llm.Selection
	// MaxSteps bounds the sub-agent's steps; 0 means what holds for the agent.
	MaxSteps int
	// Setup installs what the sub-agent alone has, such as a restriction; it may be
	// nil.
	Setup func(ctx context.Context, a *agent.Agent) error
}

// Report is what came of a task.
type Report struct {
	// Output is the last text that the sub-agent said.
	Output string
	// Structured is the value for the task's schema, absent without one and for a
	// run that did not deliver.
	Structured jsonvalue.Value
	// Diagnostic says why a run did not complete, without anything of its inputs.
	Diagnostic string
	// StopReason is how the sub-agent's turn ended; a run that completed without the
	// value that it owed ends as an error.
	StopReason session.EndReason
	// Usage and Steps count what it took.
	Usage llm.Usage
	Steps int
}

// Delegate gives a task to a sub-agent, whose scope is below the agent's: it sees
// what the agent sees, is subject to the same guards and policies, and ends with
// the agent or with ctx at the latest. It returns when the sub-agent is gone. The
// error is for a task that could not be begun; how it went is in the report.
func (l *Loop) Delegate(ctx context.Context, task Task) (Report, error) {
	form, err := newForm(task.Schema)
	if err != nil {
		return Report{}, err
	}
	if task.ID == "" {
		task.ID = l.agent.ID() + "/" + rand.Text()
	}
	if task.Log == nil {
		log, _, err := session.Open(ctx, session.NewMemory(session.Header{ID: task.ID}), session.Options{})
		if err != nil {
			return Report{}, &Error{Code: CodeDelegate, Message: "the sub-agent's log", Err: err}
		}
		defer func() { _ = log.Close(context.WithoutCancel(ctx)) }()
		task.Log = log
	}
	child, err := l.spawn(ctx, task, form)
	if err != nil {
		return Report{}, err
	}
	report, err := child.work(ctx, task.Prompt, form)
	return report, errors.Join(err, child.agent.Close(context.WithoutCancel(ctx)))
}

// spawn makes the sub-agent and its loop.
func (l *Loop) spawn(ctx context.Context, task Task, form *form) (*Loop, error) {
	selection := task.Selection
	if selection == (llm.Selection{}) {
		selection = l.agent.Selection()
	}
	a, err := l.services.Agents.Create(ctx, agent.Spec{
		ID: task.ID, Dir: l.agent.Identity().Dir, Log: task.Log, Owner: l.agent, Selection: selection,
		Setup: func(ctx context.Context, a *agent.Agent) error {
			if err := form.install(a, l.services.Tools); err != nil || task.Setup == nil {
				return err
			}
			return task.Setup(ctx, a)
		},
	})
	if err != nil {
		return nil, &Error{Code: CodeDelegate, Message: fmt.Sprintf("sub-agent %q", task.ID), Err: err}
	}
	config := l.config
	config.MaxParallelToolCalls = l.maxParallel()
	if task.MaxSteps > 0 {
		config.MaxSteps = task.MaxSteps
	}
	child, err := New(a, l.services, config)
	if err != nil {
		return nil, errors.Join(err, a.Close(ctx))
	}
	child.sections = form.sections()
	return child, nil
}

// work lets a sub-agent take the one turn that its task is.
func (l *Loop) work(ctx context.Context, prompt string, form *form) (Report, error) {
	life := l.agent.Scope().Context()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(life, func() { cancel(context.Cause(life)) })()
	m := llm.UserMessage(prompt)
	m.Source = llm.Source{Kind: llm.SourcePlugin, Name: "delegation"}
	if err := l.agent.Inbox().Post(m); err != nil {
		return Report{}, &Error{Code: CodeDelegate, Message: "the task cannot be given to the sub-agent", Err: err}
	}
	outcome, err := l.Turn(ctx)
	if err != nil {
		return Report{}, err
	}
	return form.report(outcome), nil
}
