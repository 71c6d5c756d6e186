package telemetry

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/fx"
)

// PluginName is the name of this policy's row in a preset. Put it last, so that it
// stands in front of the others.
const PluginName = "policy-telemetry"

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Tools   *tools.Registry
	Traces  trace.TracerProvider `optional:"true"`
	Metrics metric.MeterProvider `optional:"true"`
}

// Plugin returns the plugin that mounts the policy where its row stands.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		policy, err := New(Providers{Traces: p.Traces, Metrics: p.Metrics}, c)
		if err != nil {
			return err
		}
		return policy.Install(s, p.Tools)
	})
}

// Module provides the plugin.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
