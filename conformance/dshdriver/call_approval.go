package dshdriver

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// provideApprover mounts an approval service that follows R60.
func (w *callWorld) provideApprover() error {
	if w.Approval == "" {
		return nil
	}
	_, err := w.reg.ProvideApprover(w.root, approver{w})
	return err
}

type approver struct{ w *callWorld }

// Approve answers like the service: a cancelled question first, then the
// policy, then the one answerer, whose late answer is discarded.
func (a approver) Approve(ctx context.Context, req tools.ApprovalRequest) (tools.Approval, error) {
	w := a.w
	switch {
	case w.Approval == "service-throws":
		return 0, errors.New(w.Texts.Failure)
	case ctx.Err() != nil:
		return tools.ApprovalCancelled, nil
	case w.Approval == "policy-never":
		return tools.ApprovalRejected, nil
	case w.Approval == "no-answerer":
		return tools.ApprovalUnavailable, nil
	}
	if w.Approval != "answerer-throws" {
		w.note("approval")
	}
	w.abort("approval")
	if ctx.Err() != nil {
		return tools.ApprovalCancelled, nil
	}
	return approvals[w.Approval], nil
}

var approvals = map[string]tools.Approval{
	"allowed-once": tools.ApprovalAllowedOnce,
	"rejected":     tools.ApprovalRejected,
	"cancelled":    tools.ApprovalCancelled,
	"unavailable":  tools.ApprovalUnavailable,
}
