package wordcount

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// show: module

// PluginName is the name of the tool's row in a preset.
const PluginName = "tool-wordcount"

// Params are the services that the plugin needs; fx finds them.
type Params struct {
	fx.In
	Tools *tools.Registry
}

// Plugin returns the plugin that registers the tool where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		d, err := New(c)
		if err != nil {
			return err
		}
		_, err = p.Tools.Register(s, d)
		return err
	})
}

// Module provides the plugin.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))

// end: module
