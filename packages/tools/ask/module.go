package ask

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of the tool's row in a preset.
const PluginName = "tool-ask-user"

// Config has no members.
type Config struct{}

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools  *tools.Registry
	Agents *agent.Agents
	Askers *Askers
}

// Plugin returns the plugin that registers the tool where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, _ Config) error {
		d, err := New(p.Agents, p.Askers)
		if err != nil {
			return err
		}
		_, err = p.Tools.Register(s, d)
		return err
	})
}

// Services provides where askers are mounted.
var Services = fx.Provide(func() *Askers { return new(Askers) })

// Module provides the plugin and the service. It needs the list of agents.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin))
