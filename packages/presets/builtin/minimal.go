package builtin

import (
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
)

// minimal is the smallest useful preset: native calls, budgets enforced.
func minimal() presets.Preset {
	return presets.Preset{
		ID:          "minimal",
		Description: "Reads files of the workspace; native calls, budgets enforced.",
		Parts:       common(),
		Shared: []presets.Row{
			{Plugin: native.PluginName}, off(quickjs.PluginName), {Plugin: timeout.PluginName},
			row(fs.PluginName, `{"mode": "read-only", "confineReads": true}`),
			{Plugin: read.PluginName},
		},
		Agent: []presets.Row{programs()},
	}
}
