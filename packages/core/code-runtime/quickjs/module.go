package quickjs

import (
	"context"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"go.uber.org/fx"
)

// PluginName is the name of this runtime's row in a preset.
const PluginName = "code-runtime-quickjs"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Runtimes *scope.Slot[coderuntime.Runtime]
}

// Plugin returns the plugin that mounts a runtime where its row stands, and
// closes it with the row.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		return Mount(s, p.Runtimes, c)
	})
}

// Module provides the plugin.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
