package fetch

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/web"
	"go.uber.org/fx"
)

// PluginName is the name of the tool's row in a preset.
const PluginName = "tool-web-fetch"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools *tools.Registry
	Web   *web.Service
}

// Plugin returns the plugin that registers the tool where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		d, err := New(p.Web, c)
		if err != nil {
			return err
		}
		_, err = p.Tools.Register(s, d)
		return err
	})
}

// Module provides the plugin. It needs the services of package web.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
