package web

import (
	"context"
	"os"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"go.uber.org/fx"
)

// PluginName is the name of the seam's row in a preset, which says which providers
// serve.
const PluginName = "web"

// Plugin returns the plugin that configures the service.
func Plugin(service *Service) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		service.Configure(c.WithEnv(os.Getenv))
		_, err := s.Defer("web configuration", func(context.Context) error {
			service.Configure(Config{}.WithEnv(os.Getenv))
			return nil
		})
		return err
	})
}

// Services provides the service, which takes its configuration from the
// environment until a row says more.
var Services = fx.Provide(func() *Service {
	s := new(Service)
	s.Configure(Config{}.WithEnv(os.Getenv))
	return s
})

// Module provides the plugin and the service.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin))
