package agent

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
)

// Events are the events about agents. All reach the listeners whose scope the
// agent stands in, and the global ones.
type Events struct {
	// Created tells of a new agent, before its first step. Contained.
	Created event.Notice[*Agent] `event:"agent/created"`
	// Closed tells that an agent is not found any more; its scope is still being
	// undone. Contained.
	Closed event.Notice[*Agent] `event:"agent/closed"`
	// PreStep decides whether the step may be taken: [Continue] or [Block]. It runs
	// after the inbox was claimed and before anything else of the step. Its failure
	// fails the turn.
	PreStep event.Waterfall[*Step, Decision] `event:"agent/pre-step"`
	// TurnEnd tells how a turn ended, after its last record. Contained.
	TurnEnd event.Notice[*Turn] `event:"agent/turn-end"`
}

// Step is a step that is about to be taken. Read-only.
type Step struct {
	Agent *Agent
	// Turn and Number count from 1.
	Turn, Number int
	// Messages are the claimed messages, which the step will send.
	Messages []llm.Message
}

// Turn is a turn that has ended. Read-only.
type Turn struct {
	Agent  *Agent
	Number int
	Reason session.EndReason
	// Steps is how many steps the turn took.
	Steps int
	// Usage is the sum over its requests.
	Usage llm.Usage
}

// Decision is the answer of agent/pre-step. The zero Decision is none and fails
// the step.
type Decision struct {
	decided, block bool
	reason         string
}

// Continue lets the step be taken.
func Continue() Decision { return Decision{decided: true} }

// Block ends the turn before the step. The reason is for people.
func Block(reason string) Decision { return Decision{decided: true, block: true, reason: reason} }

// Blocks reports whether the decision is [Block].
func (d Decision) Blocks() bool { return d.block }

// Reason returns the text given with [Block].
func (d Decision) Reason() string { return d.reason }

func decided(d Decision) error {
	if !d.decided {
		return errors.New("the listener gave no decision: answer with Continue, Block or what next returned")
	}
	return nil
}

// DecideStep asks agent/pre-step. The loop calls it, once a step.
func (r *Agents) DecideStep(ctx context.Context, s *Step) (Decision, error) {
	return r.Events.PreStep.Dispatch(ctx, s.Agent.Key(), s,
		func(context.Context, *Step) (Decision, error) { return Continue(), nil })
}

// EndTurn publishes agent/turn-end. The loop calls it, once a turn.
func (r *Agents) EndTurn(ctx context.Context, t *Turn) {
	r.Events.TurnEnd.Emit(ctx, t.Agent.Key(), t)
}
