package approval_test

import (
	"strings"
	"testing"

	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/policy/approval"
)

// The model is told the policy that is active for its agent.
func TestTell(t *testing.T) {
	w := newWorld(t, approval.Config{})
	p, err := systemprompt.New(systemprompt.Config{})
	must(t, err)
	must(t, w.service.Tell(t.Context(), w.Root, p, ""))
	line := func() string {
		a, err := p.Assemble(t.Context(), systemprompt.Input{Key: w.agent.Key()})
		must(t, err)
		return a.Context
	}
	if got := line(); !strings.Contains(got, `Approval policy: "ask".`) {
		t.Errorf("at first: %s", got)
	}
	must(t, w.service.SetPolicy(t.Context(), w.agent, approval.PolicyNever))
	if got := line(); !strings.Contains(got, `Approval policy: "never".`) {
		t.Errorf("later: %s", got)
	}
}
