package approval

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
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
	Prompt  *systemprompt.Prompt `optional:"true"`
}

// Plugin returns the plugin that mounts the service where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		if err := p.Service.Mount(s, p.Tools, c); err != nil || p.Prompt == nil {
			return err
		}
		return p.Service.Tell(ctx, s, p.Prompt, c.Policy)
	})
}

// Services provides the service, whose events answerers listen to.
var Services = fx.Provide(func(p ServiceParams) (*Service, error) { return New(p.Agents, p.Logger) })

// Module provides the plugin and the service. It needs the list of agents.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin))
