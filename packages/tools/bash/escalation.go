package bash

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

// wider checks the mode that a call asks for against the mode it would have (tools §5.3). It
// returns "" when nothing was asked for.
func (a Args) wider(current sandbox.Policy, confined bool) (sandbox.Mode, error) {
	if a.SandboxPermissions == nil {
		return "", nil
	}
	if !confined {
		return "", errors.New("sandbox_permissions is not available in this composition " +
			"(no sandboxing executor to escalate)")
	}
	mode, err := sandbox.ParseMode(*a.SandboxPermissions)
	if err != nil {
		return "", errors.New(err.Error()) // an argument error has no code
	}
	if !mode.WiderThan(current.Mode) {
		return "", fmt.Errorf("sandbox escalation to %q is not strictly wider than this call's "+
			"current %q mode", mode, current.Mode)
	}
	return mode, nil
}

// ask puts an escalation to the user. It returns nil when this one call may run in mode.
func (t *tool) ask(ctx context.Context, x *tools.Exec, mode sandbox.Mode, why string) error {
	approver, ok := t.shell.Approver(x.Agent())
	switch {
	case !ok:
		return fmt.Errorf("sandbox escalation to %q requires approval, but no approval service "+
			"is composed", mode)
	case x.Agent() == nil:
		return fmt.Errorf("sandbox escalation to %q requires approval, but the call has no agent "+
			"to route it through", mode)
	}
	answer, err := approver.Approve(ctx, tools.ApprovalRequest{Call: x.Call,
		Reason: fmt.Sprintf("escalate sandbox to %s: %s", mode, why)})
	if err != nil {
		return fmt.Errorf("approval for escalating to %q failed: %w", mode, err)
	}
	switch answer {
	case tools.ApprovalAllowedOnce:
		return ctx.Err() // an answer that comes after the cancellation counts for nothing
	case tools.ApprovalRejected:
		return fmt.Errorf("the user rejected escalating this command to %q", mode)
	case tools.ApprovalCancelled:
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("approval for escalating to %q was cancelled", mode)
	default:
		return fmt.Errorf("sandbox escalation to %q requires approval, but no approval channel "+
			"is available", mode)
	}
}
