package spill

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of this policy's row in a preset.
const PluginName = "policy-spill"

// AttachGroup is the fx value group of [Attach] functions.
const AttachGroup = "spill-attach"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools  *tools.Registry
	Stores *Stores
	Logger *slog.Logger `optional:"true"`
	Logs   []Attach     `group:"spill-attach"`
}

// Plugin returns the plugin that mounts the policy where its row stands. The
// order of the logs does not matter: each is another executor's.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		policy, err := New(p.Stores, c, p.Logger)
		if err != nil {
			return err
		}
		for _, attach := range p.Logs {
			if err := attach(s, policy); err != nil {
				return err
			}
		}
		return policy.Install(s, p.Tools)
	})
}

// Services provides where stores are mounted.
var Services = fx.Provide(func() *Stores { return new(Stores) })

// Populate hands the place of the stores to a host that composes the application
// without knowing fx.
func Populate(to **Stores) fx.Option { return fx.Populate(to) }

// Module provides the plugin and the service.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin))
