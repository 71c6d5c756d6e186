package systemprompt

import "go.uber.org/fx"

// Params are what the prompt needs from its surroundings.
type Params struct {
	fx.In
	Config Config `optional:"true"`
}

// Module provides the prompt.
var Module = fx.Module("system-prompt", fx.Provide(func(p Params) (*Prompt, error) {
	return New(p.Config)
}))
