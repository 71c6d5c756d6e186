package permission

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// Names of this module's rows in a preset.
const (
	PluginName        = "policy-permission"
	PresetsPluginName = "permission-presets"
)

// Params are the services that the plugins need.
type Params struct {
	fx.In
	Tools  *tools.Registry
	Agents *agent.Agents
	Logger *slog.Logger `optional:"true"`
	// Mounted gets the presets that a row mounts.
	Mounted *Mounted
}

// Plugin returns the plugin that installs rules where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		policy, err := New(c, p.Logger)
		if err != nil {
			return err
		}
		if err := policy.Hide(s, p.Tools, p.Agents); err != nil {
			return err
		}
		if err := policy.Warn(s, p.Tools, p.Agents, plugin.PlaceIn(ctx)); err != nil {
			return err
		}
		return policy.Install(s, p.Tools)
	})
}

// PresetsPlugin returns the plugin that pins the presets of sessions.
func PresetsPlugin(p Params) plugin.Plugin {
	return plugin.Of(PresetsPluginName, func(_ context.Context, s *scope.Scope, c PresetsConfig) error {
		presets, err := NewPresets(p.Agents, c)
		if err != nil {
			return err
		}
		if _, err := p.Mounted.Provide(s, presets); err != nil {
			return err
		}
		return presets.Install(s)
	})
}

// Services provides where presets are mounted.
var Services = fx.Provide(func() *Mounted { return new(Mounted) })

// Module provides both plugins and the service. It needs the list of agents.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin), plugin.Provide(PresetsPlugin))
