package builtin

import (
	"slices"

	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
)

// research reads the workspace and the web, keeps a list of what it has to find
// out, and has no shell.
func research() presets.Preset {
	return presets.Preset{
		ID:          "research",
		Description: "Searches and reads the web and the workspace; changes nothing and has no shell.",
		Parts:       slices.Concat(common(), readers(), browsers()),
		Shared: slices.Concat(
			policies("read-only"), confined("read-only", true),
			[]presets.Row{{Plugin: read.PluginName}}, look(), browse(true), talk(), last(),
		),
		Agent: []presets.Row{programs()},
	}
}
