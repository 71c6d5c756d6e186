package fs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// Escalation is the pair of arguments by which one call asks for a wider mode (§5.3). It is part
// of a tool's arguments only where there is a wall.
type Escalation struct {
	SandboxPermissions *string `json:"sandbox_permissions,omitzero" enum:"workspace-write,danger-full-access" description:"Wider sandbox mode to ask the user for, for this call only. Use it after a call was denied, never before."`
	Justification      *string `json:"justification,omitzero" description:"One sentence for the user: why this call needs the wider mode. Required together with sandbox_permissions."`
}

// Escalate checks the request of a call against the mode that its wall has now, which may differ
// from that of the time when the tool was made, and asks the user. It returns the mode of this
// call: "" when nothing was asked for. Refusals are plain errors.
func (s *Service) Escalate(ctx context.Context, x *tools.Exec, e Escalation) (filesys.Mode, error) {
	current, ok := s.Confines(KeyOf(x.Call))
	if !ok {
		return "", RefuseEscalation(x.Call)
	}
	mode, err := e.wanted(current)
	if err != nil || mode == "" {
		return "", err
	}
	approver, composed := s.registry.Approver(x.Agent())
	switch {
	case !composed:
		return "", fmt.Errorf(
			"sandbox escalation to %q requires approval, but no approval service is composed", mode)
	case x.Agent() == nil:
		return "", fmt.Errorf("sandbox escalation to %q requires approval, "+
			"but the call has no agent to route it through", mode)
	}
	reason := fmt.Sprintf("escalate sandbox to %s: %s", mode, *e.Justification)
	answer, err := approver.Approve(ctx, tools.ApprovalRequest{Call: x.Call, Reason: reason})
	if err != nil {
		return "", fmt.Errorf("approval for escalating to %q failed: %w", mode, err)
	}
	switch answer {
	case tools.ApprovalAllowedOnce:
		return mode, nil
	case tools.ApprovalRejected:
		return "", fmt.Errorf("the user rejected escalating this operation to %q", mode)
	case tools.ApprovalCancelled:
		return "", fmt.Errorf("approval for escalating to %q was cancelled", mode)
	}
	return "", fmt.Errorf(
		"sandbox escalation to %q requires approval, but no approval channel is available", mode)
}

// wanted checks the pair and returns the mode asked for.
func (e Escalation) wanted(current filesys.Mode) (filesys.Mode, error) {
	switch {
	case e.SandboxPermissions == nil && e.Justification == nil:
		return "", nil
	case e.Justification == nil:
		return "", errors.New("invalid escalation: sandbox_permissions requires a justification")
	case e.SandboxPermissions == nil:
		return "", errors.New(
			"invalid escalation: justification is only valid together with sandbox_permissions")
	case strings.TrimSpace(*e.Justification) == "":
		return "", errors.New("invalid justification: expected a non-empty sentence")
	}
	mode := filesys.Mode(*e.SandboxPermissions)
	if err := mode.Validate(); err != nil {
		return "", err
	}
	if !mode.WiderThan(current) {
		return "", fmt.Errorf("sandbox escalation to %q is not strictly wider than this call's "+
			"current %q mode", mode, current)
	}
	return mode, nil
}

// RefuseEscalation fails a call that carries escalation arguments although there is no wall; they
// are not in its schema, but the arguments of a tool are open.
func RefuseEscalation(c *tools.Call) error {
	for _, name := range []string{"sandbox_permissions", "justification"} {
		if _, ok := c.Arguments().Get(name); ok {
			return fmt.Errorf("%s is not available in this composition "+
				"(no confining file system to escalate)", name)
		}
	}
	return nil
}
