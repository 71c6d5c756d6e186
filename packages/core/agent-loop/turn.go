package agentloop

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// Outcome is how a turn ended.
type Outcome struct {
	// Turn is its number in the session.
	Turn int
	// Reason is what it ended for.
	Reason session.EndReason
	// Err says more for turns that were aborted, blocked or failed; nil otherwise.
	Err error
	// Steps is how many steps were taken.
	Steps int
	// Text is the last text that the model said in the turn, also if it was cut off.
	Text string
	// Usage is the sum over the turn's requests.
	Usage llm.Usage
	// Unsent are the messages of a blocked step: they are in no history and no
	// inbox.
	Unsent []llm.Message
}

// turn is one turn on its way. records is the context of its records, which are
// written also when the turn is cancelled.
type turn struct {
	*Loop
	ctx, records context.Context
	log          *session.Log
	outcome      Outcome
}

// ending is why a turn goes no further; nil while it does.
type ending struct {
	reason session.EndReason
	err    error
}

// Turn takes a turn and returns how it ended. The error is for a turn that was not
// taken, with [CodeBusy] or [CodeIdle], or could not be recorded, with
// [CodeRecord]: its log takes nothing more, and opening it again repairs it.
func (l *Loop) Turn(ctx context.Context) (Outcome, error) {
	ctx, end, err := l.begin(ctx)
	if err != nil {
		return Outcome{}, err
	}
	defer end()
	t := &turn{Loop: l, ctx: ctx, records: context.WithoutCancel(ctx), log: l.agent.Log()}
	if l.agent.Inbox().Len() == 0 && !owesAnswer(t.log.Messages()) {
		l.claim() // an empty wake is over with this
		return Outcome{}, &Error{Code: CodeIdle, Message: "nothing waits for the agent: post a message first"}
	}
	return t.take()
}

// owesAnswer reports whether the history ends with something that the model has
// not answered: a session that was interrupted can go on without a new message.
func owesAnswer(messages []llm.Message) bool {
	return len(messages) > 0 && messages[len(messages)-1].Role != llm.RoleAssistant
}

func (t *turn) take() (Outcome, error) {
	if _, err := t.log.StartTurn(t.records); err != nil {
		return Outcome{}, notRecorded(err)
	}
	t.outcome.Turn, _ = t.log.Turn()
	var end *ending
	for end == nil {
		end = t.step()
	}
	t.outcome.Reason, t.outcome.Err = end.reason, end.err
	if CodeOf(end.err) == CodeRecord {
		return t.outcome, end.err
	}
	if _, err := t.log.EndTurn(t.records, end.reason, cause(end.err)); err != nil {
		return t.outcome, notRecorded(err)
	}
	t.services.Agents.EndTurn(t.records, &agent.Turn{
		Agent: t.agent, Number: t.outcome.Turn, Reason: end.reason,
		Steps: t.outcome.Steps, Usage: t.outcome.Usage,
	})
	return t.outcome, nil
}

// longestCause is how many characters of a cause are recorded.
const longestCause = 500

func cause(err error) string {
	if err == nil {
		return ""
	}
	runes := []rune(err.Error())
	if len(runes) > longestCause {
		runes = append(runes[:longestCause], '…')
	}
	return string(runes)
}

func (t *turn) aborted() *ending {
	return &ending{session.EndAborted, context.Cause(t.ctx)}
}

// failed is the ending of a step that failed, or was cancelled on the way.
func (t *turn) failed(err error) *ending {
	if t.ctx.Err() != nil {
		return t.aborted()
	}
	return &ending{session.EndError, err}
}

func (t *turn) broken(err error) *ending {
	return &ending{session.EndError, notRecorded(err)}
}
