package searxng

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/tools/web"
	"go.uber.org/fx"
)

// PluginName is the name of the provider's row in a preset.
const PluginName = "web-search-searxng"

// Plugin returns the plugin that registers the provider.
func Plugin(service *web.Service) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		return Mount(s, service, c)
	})
}

// Module provides the plugin. It needs the services of package web.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
