package fs

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of the containment's row in a preset. It stands before the rows of the
// tools that it is to wall in.
const PluginName = "fs-containment"

// ServiceParams are what the service needs.
type ServiceParams struct {
	fx.In
	Tools  *tools.Registry
	Logger *slog.Logger `optional:"true"`
}

// Services provides the service that all file tools share.
var Services = fx.Provide(func(p ServiceParams) (*Service, error) {
	return NewService(p.Tools, p.Logger)
})

// Params are the services that the containment plugin needs.
type Params struct {
	fx.In
	Files *Service
}

// Plugin returns the plugin that walls in the file tools of the scope where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c ContainmentConfig) error {
		backend, err := NewContainment(c)
		if err != nil {
			return err
		}
		_, err = p.Files.Backends.Provide(s, backend)
		return err
	})
}

// Module provides the service and the containment plugin. Every tool of this module needs it.
var Module = fx.Module("fs", Services, plugin.Provide(Plugin))
