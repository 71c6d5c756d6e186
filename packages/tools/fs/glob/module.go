package glob

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"go.uber.org/fx"
)

// PluginName is the name of the tool's row in a preset.
const PluginName = "tool-glob"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools *tools.Registry
	Files *fs.Service
	// Prompt, where there is one, is told when to use the tool.
	Prompt *systemprompt.Prompt `optional:"true"`
}

// Plugin returns the plugin that registers the tool where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		d, err := New(ctx, p.Files, c)
		if err != nil {
			return err
		}
		if _, err = p.Tools.Register(s, d); err != nil {
			return err
		}
		return guidance.Add(ctx, s, p.Prompt, p.Tools)
	})
}

// Module provides the plugin. It needs [fs.Module].
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
