package approval

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// outcomeExpired is the recorded outcome of a question that nobody answered in
// time.
const outcomeExpired = "expired"

// asked records the question and returns what records its decision. Both records
// are written also when the call is cancelled meanwhile.
func (v *Service) asked(
	ctx context.Context, a *agent.Agent, q *Request,
) (decided func(tools.Approval, error) error, err error) {
	if _, open := a.Log().Turn(); !open {
		return nil, &Error{Code: CodeNoTurn, Message: "approval was asked for outside a turn"}
	}
	ctx = context.WithoutCancel(ctx)
	event, err := a.Log().Append(ctx, session.Record{
		Type: session.TypeApprovalAsked,
		Data: session.ApprovalAsked{
			ID: q.ID, ToolName: q.Call.Name(), CallID: q.Call.ID(), Reason: q.Reason,
		},
	})
	if err != nil {
		return nil, notRecorded(err)
	}
	return func(answer tools.Approval, failure error) error {
		outcome := answer.String()
		if CodeOf(failure) == CodeExpired {
			outcome = outcomeExpired
		}
		_, err := a.Log().Append(ctx, session.Record{
			Type:    session.TypeApprovalDecided,
			Data:    session.ApprovalDecided{ID: q.ID, Outcome: outcome},
			Sources: []int64{event.Seq},
		})
		if err != nil {
			return notRecorded(err)
		}
		return nil
	}, nil
}

func notRecorded(err error) error {
	return &Error{Code: CodeRecord, Message: "the approval could not be recorded", Err: err}
}
