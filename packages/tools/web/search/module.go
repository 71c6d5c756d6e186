package search

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/web"
	"go.uber.org/fx"
)

// PluginName is the name of the tool's row in a preset.
const PluginName = "tool-web-search"

// fetchTool is the tool whose presence changes the guidance.
const fetchTool = "web_fetch"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools  *tools.Registry
	Web    *web.Service
	Prompt *systemprompt.Prompt `optional:"true"`
}

// Plugin returns the plugin that registers the tool where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		d, err := New(p.Web, c)
		if err != nil {
			return err
		}
		if _, err := p.Tools.Register(s, d, tools.When(Condition(p.Web))); err != nil {
			return err
		}
		if p.Prompt == nil {
			return nil
		}
		_, err = p.Prompt.AddSection(ctx, s, Guidance(p.Tools))
		return err
	})
}

// Guidance is the prompt section about searching. It says something only in steps
// that admitted the tool.
func Guidance(registry *tools.Registry) systemprompt.Section {
	return systemprompt.Section{
		Name: "tools:web-search", Order: 130,
		Make: func(_ context.Context, in *systemprompt.Input) (string, error) {
			set, _ := in.Tools.(*tools.ToolSet)
			if _, admitted := registry.Executable(Name, in.Key, set); !admitted {
				return "", nil
			}
			_, fetches := registry.Executable(fetchTool, in.Key, set)
			return guidance(fetches), nil
		},
	}
}

// Module provides the plugin. It needs the services of package web.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
