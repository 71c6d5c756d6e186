// Command first is the smallest process of this project that serves one call.
package main

import (
	"github.com/dsh-go/dsh/bench/internal/one"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
)

func main() {
	one.Call(presets.Preset{
		ID: "first",
		Parts: []presets.Part{
			{Name: native.PluginName, Option: native.Module},
			{Name: timeout.PluginName, Option: timeout.Module},
		},
		Shared: []presets.Row{{Plugin: native.PluginName}, {Plugin: timeout.PluginName}},
	}, "ours")
}
