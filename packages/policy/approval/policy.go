package approval

import (
	"context"
	"fmt"
	"slices"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

// PolicyChange is the data of approval/policy.
type PolicyChange struct {
	Policy Policy `json:"policy"`
	// Source says who changed it: SourceUser, or SourceDelegation for an agent that
	// works for another.
	Source string `json:"source,omitzero"`
}

// Sources of a [PolicyChange].
const (
	SourceUser       = "user"
	SourceDelegation = "delegation"
)

// PolicyOf returns the policy of an agent: "never" for one that works for
// another, else that of the last approval/policy in its log, else the configured
// one.
func PolicyOf(a *agent.Agent, configured Policy) Policy {
	if a.Owner() != nil {
		return PolicyNever
	}
	for _, e := range slices.Backward(a.Log().History().Events) {
		if e.Type != session.TypeApprovalPolicy {
			continue
		}
		var change PolicyChange
		if e.Decode(&change) != nil || change.Policy.check() != nil {
			return PolicyNever // what cannot be read must not open anything
		}
		return change.Policy
	}
	return configured
}

// SetPolicy changes the policy of an agent's session, and tells the agent.
func (v *Service) SetPolicy(ctx context.Context, a *agent.Agent, p Policy) error {
	if err := p.check(); err != nil {
		return err
	}
	if err := writePolicy(ctx, a, PolicyChange{Policy: p, Source: SourceUser}); err != nil {
		return err
	}
	notice := llm.UserMessage("The approval policy of this session is now: " + Describe(p))
	notice.Source = llm.Source{Kind: llm.SourcePlugin, Name: PluginName}
	return a.Inbox().Post(notice)
}

func writePolicy(ctx context.Context, a *agent.Agent, change PolicyChange) error {
	_, err := a.Log().Append(ctx, session.Record{Type: session.TypeApprovalPolicy, Data: change})
	if err != nil {
		return notRecorded(err)
	}
	return nil
}

// pin records that nobody is asked on behalf of an agent that works for another.
// The policy holds without the record, too.
func (v *Service) pin(ctx context.Context, a *agent.Agent) error {
	if a.Owner() == nil {
		return nil
	}
	return writePolicy(ctx, a, PolicyChange{Policy: PolicyNever, Source: SourceDelegation})
}

// Describe is the policy in a sentence, for the model and for people.
func Describe(p Policy) string {
	if p == PolicyAsk {
		return fmt.Sprintf("%q. Calls that need approval are put to the user, one by one; "+
			"a rejected call stays rejected.", p)
	}
	return fmt.Sprintf("%q. Nobody is asked, and calls that need approval are refused; "+
		"do not repeat them.", p)
}
