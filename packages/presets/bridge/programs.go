package bridge

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/spill"
)

// SpillPolicies says which spill policy is mounted nearest to an agent.
type SpillPolicies = scope.Slot[*spill.Policy]

// attach puts every spill policy that is mounted into the slot.
func attach(slot *SpillPolicies) spill.Attach {
	return func(s *scope.Scope, p *spill.Policy) error {
		_, err := slot.Provide(s, p)
		return err
	}
}

// programs mounts ptc executors whose record of nested calls the spill policy
// shapes (P135).
type programs struct {
	registry *tools.Registry
	runtimes *ptc.Runtimes
	spills   *SpillPolicies
	log      *slog.Logger
}

// plugin is the executor's own under the name of its row, with the same
// configuration.
func (p *programs) plugin(row string) plugin.Plugin {
	return plugin.Of(row, func(_ context.Context, s *scope.Scope, c ptc.Config) error {
		e, err := ptc.Mount(s, ptc.Services{
			Registry: p.registry, Runtimes: p.runtimes, Logger: p.log,
		}, c)
		if err != nil {
			return err
		}
		policy, ok := p.spills.Nearest(s.Key())
		if !ok {
			return nil
		}
		return spill.ListenLog(s, policy, &e.Events.SubcallLog,
			func(l *ptc.SubcallLog) *tools.Call { return l.Call })
	})
}
