package approval

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of this policy's row in a preset.
const PluginName = "policy-approval"

// ServiceParams are what the service needs.
type ServiceParams struct {
	fx.In
	Agents *agent.Agents
	Logger *slog.Logger `optional:"true"`
}

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools   *tools.Registry
	Service *Service
}

// Plugin returns the plugin that mounts the service where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		return p.Service.Mount(s, p.Tools, c)
	})
}

// Services provides the service, whose events answerers listen to.
var Services = fx.Provide(func(p ServiceParams) (*Service, error) { return New(p.Agents, p.Logger) })

// Module provides the plugin and the service. It needs the list of agents.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin))
