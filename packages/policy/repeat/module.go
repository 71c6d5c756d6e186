package repeat

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of this policy's row in a preset.
const PluginName = "policy-repeat"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools  *tools.Registry
	Agents *agent.Agents
}

// Plugin returns the plugin that mounts the policy where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		policy, err := New(c)
		if err != nil {
			return err
		}
		return policy.Install(s, p.Tools, p.Agents)
	})
}

// Module provides the plugin. It needs the list of agents.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
