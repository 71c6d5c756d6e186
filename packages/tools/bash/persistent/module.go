package persistent

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// PluginName is the name of the tool's row. It stands after the row of an executor.
const PluginName = "tool-bash-persistent"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools *tools.Registry
	Shell *shell.Service
	// Prompt, where there is one, is told when to use the tool.
	Prompt *systemprompt.Prompt `optional:"true"`
}

// Plugin returns the plugin that registers the tool where its row stands. The shells end with
// the row's scope: in an agent's rows with the agent.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		t := New(p.Shell, c)
		d, err := t.Definition()
		if err != nil {
			return err
		}
		if _, err := s.Defer(PluginName, t.Close); err != nil {
			return err
		}
		if _, err := p.Tools.Register(s, d); err != nil {
			return err
		}
		return guidance.Add(ctx, s, p.Prompt, p.Tools)
	})
}

// Module provides the plugin. It needs the module of package shell.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
