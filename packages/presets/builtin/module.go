package builtin

import (
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
)

// Parts that presets are composed of.
var (
	partNative  = presets.Part{Name: native.PluginName, Option: native.Module}
	partTimeout = presets.Part{Name: timeout.PluginName, Option: timeout.Module}
)

// minimal is the smallest useful preset: native calls, budgets enforced.
func minimal() presets.Preset {
	return presets.Preset{
		ID:          "minimal",
		Description: "Reads files of the workspace; native calls, budgets enforced.",
		Parts:       []presets.Part{partNative, partTimeout},
		Shared:      []presets.Row{{Plugin: native.PluginName}, {Plugin: timeout.PluginName}},
	}
}
