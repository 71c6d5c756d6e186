package quiethours

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of the policy's row in a preset.
const PluginName = "policy-quiet-hours"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools *tools.Registry
}

// Plugin returns the plugin that mounts the policy where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		return Install(s, p.Tools, c)
	})
}

// Module provides the plugin.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
