package builtin

import (
	"slices"

	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
)

// readonly looks at the workspace and changes nothing.
func readonly() presets.Preset {
	return presets.Preset{
		ID:          "readonly",
		Description: "Reads and searches files of the workspace; changes nothing.",
		Parts:       slices.Concat(executors(), readers()),
		Shared: []presets.Row{
			{Plugin: native.PluginName}, {Plugin: timeout.PluginName},
			{Plugin: fs.PluginName, Config: []byte(`{"mode": "read-only", "confineReads": true}`)},
			{Plugin: read.PluginName}, {Plugin: glob.PluginName, Config: []byte(`{"sampleOverCapGlobResults": true}`)}, {Plugin: grep.PluginName},
		},
	}
}
