package approval

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
)

// Tell adds a line to the dynamic context of the agents below s, until s closes:
// which policy is active for the agent. configured is the policy of the mount.
func (v *Service) Tell(
	ctx context.Context, s *scope.Scope, p *systemprompt.Prompt, configured Policy,
) error {
	_, err := p.AddContext(ctx, s, systemprompt.Section{
		Name: "approval-policy", Order: 100,
		Make: func(_ context.Context, in *systemprompt.Input) (string, error) {
			policy := Config{Policy: configured}.Resolve().Policy
			if a, ok := v.at(in.Key); ok {
				policy = PolicyOf(a, policy)
			}
			return "Approval policy: " + Describe(policy), nil
		},
	})
	return err
}

// at returns the live agent with that key.
func (v *Service) at(key *scope.Key) (*agent.Agent, bool) {
	for _, a := range v.agents.All() {
		if a.Key() == key {
			return a, true
		}
	}
	return nil, false
}
