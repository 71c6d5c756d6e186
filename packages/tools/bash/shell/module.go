package shell

import "go.uber.org/fx"

// ModuleName is the name of this module's part in a composition.
const ModuleName = "shell"

// Module provides the service that the shell tools share.
var Module = fx.Module(ModuleName, fx.Provide(NewService))
