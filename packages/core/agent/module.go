package agent

import (
	"log/slog"

	"go.uber.org/fx"
)

// Params are the services that the list of agents needs.
type Params struct {
	fx.In
	Logger *slog.Logger `optional:"true"`
}

// Module provides the list of live agents.
var Module = fx.Module("agent", fx.Provide(func(p Params) (*Agents, error) { return New(p.Logger) }))
