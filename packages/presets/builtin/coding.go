package builtin

import (
	"slices"

	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/persistent"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/editor"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/readimage"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

// coding is everything a coding agent works with, its writes and commands
// confined to the workspace.
func coding() presets.Preset {
	return presets.Preset{
		ID:          "coding",
		Description: "Reads, searches, edits and runs commands; writes and commands confined to the workspace.",
		Parts:       slices.Concat(common(), readers(), hands(), browsers()),
		Shared: slices.Concat(
			policies("workspace-write"), confined("workspace-write", false),
			[]presets.Row{
				{Plugin: observe.PluginName},
				{Plugin: read.PluginName}, {Plugin: write.PluginName}, {Plugin: edit.PluginName},
				off(editor.PluginName),
			},
			look(),
			[]presets.Row{
				row(local.PluginName, `{"sandbox": {"mode": "workspace-write"}}`),
				{Plugin: bash.PluginName},
			},
			talk(), browse(false), last(),
		),
		// Jobs end with their agent, and so do the shells that go on between calls.
		Agent: []presets.Row{programs(), {Plugin: jobs.PluginName}, off(persistent.PluginName)},
	}
}

// look are the rows of the tools that search files and see pictures.
func look() []presets.Row {
	return []presets.Row{
		row(glob.PluginName, `{"sampleOverCapGlobResults": true}`), {Plugin: grep.PluginName},
		{Plugin: readimage.PluginName},
	}
}
