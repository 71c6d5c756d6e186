package builtin

import (
	"slices"

	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
)

// readonly looks at the workspace and changes nothing.
func readonly() presets.Preset {
	return presets.Preset{
		ID:          "readonly",
		Description: "Reads and searches files of the workspace; changes nothing.",
		Parts:       slices.Concat(common(), readers()),
		Shared: slices.Concat(
			policies("read-only"), confined("read-only", true),
			[]presets.Row{{Plugin: read.PluginName}}, look(), talk(), last(),
		),
		Agent: []presets.Row{programs()},
	}
}
