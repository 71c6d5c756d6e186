package mount

import (
	"go.uber.org/fx"

	"github.com/dsh-go/dsh/packages/core/scope/plugin"
)

// Module contributes the plugin; the slot comes from the application.
var Module = fx.Module(Name, plugin.Provide(Plugin))
