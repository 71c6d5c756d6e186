// Package one is the whole life of a process that serves one call.
package one

import (
	"context"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// Call starts the host of a preset, runs one call of a typed tool for an agent,
// shuts the host down and prints the peak memory.
func Call(preset presets.Preset, impl string) {
	ctx := context.Background()
	h, err := host.Start(ctx, preset, host.Options{})
	meter.Check(err)
	agent, err := h.NewAgent(
		ctx,
		"first",
		"",
		func(_ context.Context, a *host.Agent) error { return register(h, a) },
	)
	meter.Check(err)
	_, err = h.Tools.Execute(ctx, &tools.Batch{Agent: agent.Identity, Calls: []tools.RawCall{
		{CallID: "1", Name: "noop", Arguments: `{"value":"hello"}`},
	}})
	meter.Check(err)
	meter.Check(h.Close(ctx))
	meter.Memory("memory.idle", impl)
}

func register(h *host.Host, a *host.Agent) error {
	d, err := tools.Define(tools.Tool[work.Noop, string]{
		Name: "noop", Description: "Returns what it was given.",
		Execute: func(_ context.Context, _ *tools.Exec, in work.Noop) (string, error) { return in.Value, nil },
	})
	if err != nil {
		return err
	}
	_, err = h.Tools.Register(a.Scope, d)
	return err
}
