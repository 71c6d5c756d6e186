package mcp

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of the servers' row in a preset.
const PluginName = "mcp"

// Params are the services that the directory of servers needs.
type Params struct {
	fx.In
	Tools    *tools.Registry
	Logger   *slog.Logger         `optional:"true"`
	Prompt   *systemprompt.Prompt `optional:"true"`
	Elicitor Elicitor             `optional:"true"`
	Dir      directory            `optional:"true"`
}

// directory is where the servers' processes run (see Options.Dir).
type directory string

// Within makes dir, an absolute path, the directory that servers' processes run in
// unless they say otherwise.
func Within(dir string) fx.Option { return fx.Supply(directory(dir)) }

// Services provides the process's directory of servers.
var Services = fx.Provide(func(p Params) *Servers {
	return New(Options{
		Registry: p.Tools, Logger: p.Logger, Prompt: p.Prompt, Elicitor: p.Elicitor,
		Dir: string(p.Dir),
	})
})

// Plugin returns the plugin that adds its servers where its row stands.
func Plugin(servers *Servers) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		return servers.Install(ctx, s, c)
	})
}

// Populate hands the process's directory of servers to a host that composes the
// application without knowing fx.
func Populate(to **Servers) fx.Option { return fx.Populate(to) }

// Module provides the plugin and the directory.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin))
