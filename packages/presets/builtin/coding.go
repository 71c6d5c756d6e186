package builtin

import (
	"slices"

	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

// coding is everything a coding agent works with, its writes and commands
// confined to the workspace.
func coding() presets.Preset {
	return presets.Preset{
		ID:          "coding",
		Description: "Reads, searches, edits and runs commands; writes and commands confined to the workspace.",
		Parts:       slices.Concat(executors(), hands()),
		Shared: []presets.Row{
			{Plugin: native.PluginName}, {Plugin: timeout.PluginName},
			{Plugin: fs.PluginName, Config: []byte(`{"mode": "workspace-write"}`)},
			{Plugin: observe.PluginName},
			{Plugin: read.PluginName}, {Plugin: write.PluginName}, {Plugin: edit.PluginName},
			{Plugin: glob.PluginName, Config: []byte(`{"sampleOverCapGlobResults": true}`)}, {Plugin: grep.PluginName},
			{Plugin: local.PluginName, Config: []byte(`{"sandbox": {"mode": "workspace-write"}}`)},
		},
		Agent: []presets.Row{{Plugin: jobs.PluginName}, {Plugin: bash.PluginName}},
	}
}
