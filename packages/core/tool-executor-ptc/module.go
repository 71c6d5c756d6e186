package ptc

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of this executor's row in a preset.
const PluginName = "tool-executor-ptc"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools    *tools.Registry
	Runtimes *Runtimes
	Logger   *slog.Logger `optional:"true"`
}

// Plugin returns the plugin that mounts the executor where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		_, err := Mount(s, Services{Registry: p.Tools, Runtimes: p.Runtimes, Logger: p.Logger}, c)
		return err
	})
}

// Module provides the plugin.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
