// Command first is the smallest process of this project that serves one call: it
// starts the host of a preset, runs the call and prints its peak memory.
package main

import (
	"context"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/host"
)

func main() {
	ctx := context.Background()
	preset := presets.Preset{
		ID:     "first",
		Parts:  []presets.Part{{Name: native.PluginName, Option: native.Module}, {Name: timeout.PluginName, Option: timeout.Module}},
		Shared: []presets.Row{{Plugin: native.PluginName}, {Plugin: timeout.PluginName}},
	}
	h, err := host.Start(ctx, preset, host.Options{})
	meter.Check(err)
	agent, err := h.NewAgent(ctx, "first", "", func(_ context.Context, a *host.Agent) error { return register(h, a) })
	meter.Check(err)
	_, err = h.Tools.Execute(ctx, &tools.Batch{Agent: agent.Identity, Calls: []tools.RawCall{
		{CallID: "1", Name: "noop", Arguments: `{"value":"hello"}`},
	}})
	meter.Check(err)
	meter.Check(h.Close(ctx))
	meter.Memory("memory.idle", "ours")
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
