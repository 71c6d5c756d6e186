package observe

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"go.uber.org/fx"
)

// PluginName is the name of the policy's row in a preset.
const PluginName = "fs-observation"

// Config has no members.
type Config struct{}

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Files *fs.Service
}

// Plugin returns the plugin that puts the policy in force where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, _ Config) error {
		return Install(s, p.Files)
	})
}

// Module provides the plugin. It needs [fs.Module].
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
