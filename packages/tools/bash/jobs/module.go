package jobs

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// PluginName is the name of the row that mounts the registry and its tools.
const PluginName = "tool-jobs"

// Service is where the job registry of an agent is found, and where its notices go.
type Service struct {
	// Registries holds the registry for a scope and those below it.
	Registries scope.Slot[*Registry]
	// Deliveries holds what takes notices to owners in place of their inboxes.
	Deliveries scope.Slot[func(Notice)]
}

// NewService returns an empty service.
func NewService() *Service { return &Service{} }

// Nearest returns the registry for an agent, which may be nil.
func (s *Service) Nearest(a *tools.Agent) (*Registry, bool) {
	if a == nil {
		return s.Registries.Nearest(nil)
	}
	return s.Registries.Nearest(a.Key)
}

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools *tools.Registry
	Jobs  *Service
	// Agents, where there are any, are told in their inboxes when a job ends.
	Agents *agent.Agents `optional:"true"`
	// Prompt, where there is one, is told when to use the tools.
	Prompt *systemprompt.Prompt `optional:"true"`
	Logger *slog.Logger         `optional:"true"`
}

// Plugin returns the plugin that mounts a registry and the three tools where its row stands. In
// an agent's rows the jobs end with the agent; in shared rows they end with the preset.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c Config) error {
		if err := Install(s, p, c); err != nil {
			return err
		}
		return guidance.Add(ctx, s, p.Prompt, p.Tools)
	})
}

// Install mounts a registry and the tools over it in s. They go when s closes.
func Install(s *scope.Scope, p Params, c Config) error {
	r := New(Options{Deliver: p.deliver(s), MaxWakes: c.wakes(), Logger: p.Logger})
	if _, err := s.Defer("jobs", r.Close); err != nil {
		return err
	}
	if _, err := p.Jobs.Registries.Provide(s, r); err != nil {
		return err
	}
	if p.Agents != nil {
		if err := r.heed(s, p.Agents); err != nil {
			return err
		}
	}
	list, err := Tools(r, c)
	if err != nil {
		return err
	}
	for _, d := range list {
		if _, err := p.Tools.Register(s, d); err != nil {
			return err
		}
	}
	return nil
}

// deliver takes notices where the scope says, else to the inboxes of the owners.
func (p Params) deliver(s *scope.Scope) func(Notice) {
	return func(n Notice) {
		if f, ok := p.Jobs.Deliveries.Nearest(s.Key()); ok {
			f(n)
		} else if p.Agents != nil {
			ToInbox(p.Agents)(n)
		}
	}
}

// Services provides the service.
var Services = fx.Provide(NewService)

// Module provides the service and the plugin.
var Module = fx.Module(PluginName, Services, plugin.Provide(Plugin))
