package bash

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"

	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// PluginName is the name of the tool's row. It stands after the row of an executor.
const PluginName = "tool-bash"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools *tools.Registry
	Shell *shell.Service
	Jobs  *jobs.Service `optional:"true"`
	// Prompt, where there is one, is told when to use the tool.
	Prompt *systemprompt.Prompt `optional:"true"`
}

// Plugin returns the plugin that registers the tool where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		e, ok := p.Shell.Executors.Nearest(s.Key())
		if !ok {
			return errors.New("no shell executor is mounted: put a row for one, such as " +
				"shell-local, before this one")
		}
		d, err := New(Services{Shell: p.Shell, Jobs: p.Jobs}, e, c)
		if err != nil {
			return err
		}
		if _, err := p.Tools.Register(s, d); err != nil {
			return err
		}
		return guidance.Add(ctx, s, p.Prompt, p.Tools)
	})
}

// Module provides the plugin. It needs the module of package shell, and that of package jobs for
// background runs.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
