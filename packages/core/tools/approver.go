package tools

import "context"

// Approval is a person's or service's answer to an "ask" (R60). The zero value
// is [ApprovalUnavailable].
type Approval uint8

const (
	// ApprovalUnavailable: nobody could be asked. Denies.
	ApprovalUnavailable Approval = iota
	// ApprovalAllowedOnce lets this one call go on to the guards.
	ApprovalAllowedOnce
	// ApprovalRejected: the user said no. Denies.
	ApprovalRejected
	// ApprovalCancelled: the question was withdrawn. Denies, or ends the call as
	// cancelled where its caller was cancelled.
	ApprovalCancelled
)

// String returns the outcome's word in records and on the wire.
func (a Approval) String() string {
	switch a {
	case ApprovalAllowedOnce:
		return "allowed-once"
	case ApprovalRejected:
		return "rejected"
	case ApprovalCancelled:
		return "cancelled"
	}
	return "unavailable"
}

// ApprovalRequest is one question to the approval service.
type ApprovalRequest struct {
	Call *Call
	// Reason is the policy's own reason, empty if it gave none.
	Reason string
}

// Approver decides "ask" decisions of the agents that see it. It must return
// ApprovalCancelled soon after ctx is done. An error is a pipeline failure,
// final for the call. The registry asks one question at a time per batch and
// remembers nothing.
type Approver interface {
	Approve(ctx context.Context, req ApprovalRequest) (Approval, error)
}
