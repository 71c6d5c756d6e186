package persistent

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
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
}

// Plugin returns the plugin that registers the tool where its row stands. The shells end with
// the row's scope: in an agent's rows with the agent.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		t := New(p.Shell, c)
		d, err := t.Definition()
		if err != nil {
			return err
		}
		if _, err := s.Defer(PluginName, t.Close); err != nil {
			return err
		}
		_, err = p.Tools.Register(s, d)
		return err
	})
}

// Module provides the plugin. It needs the module of package shell.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
