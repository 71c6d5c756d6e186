package builtin

import (
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/policy/repeat"
	"github.com/dsh-go/dsh/packages/policy/retry"
	"github.com/dsh-go/dsh/packages/policy/spill"
	spillstore "github.com/dsh-go/dsh/packages/policy/spill/local"
	"github.com/dsh-go/dsh/packages/policy/telemetry"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/bridge"
	"github.com/dsh-go/dsh/packages/tools/ask"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/persistent"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/editor"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/readimage"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/dsh-go/dsh/packages/tools/todo"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/fetch"
	"github.com/dsh-go/dsh/packages/tools/web/httpfetch"
	"github.com/dsh-go/dsh/packages/tools/web/search"
	"github.com/dsh-go/dsh/packages/tools/web/searxng"
	"github.com/dsh-go/dsh/packages/tools/web/tavily"
	"go.uber.org/fx"
)

// common are the parts that every preset links. Which executor serves an agent,
// which policies are in force and which of these tools it has, are rows.
func common() []presets.Part {
	return []presets.Part{
		{Name: native.PluginName, Option: native.Module},
		{Name: ptc.PluginName, Option: bridge.ProgramsModule},
		{Name: "code-runtimes", Option: fx.Provide(func() *ptc.Runtimes { return new(ptc.Runtimes) })},
		{Name: quickjs.PluginName, Option: quickjs.Module},
		{Name: mcp.PluginName, Option: mcp.Module},
		{Name: retry.PluginName, Option: retry.Module},
		{Name: timeout.PluginName, Option: timeout.Module},
		{Name: repeat.PluginName, Option: repeat.Module},
		{Name: permission.PluginName, Option: permission.Module},
		{Name: approval.PluginName, Option: approval.Module},
		{Name: spill.PluginName, Option: spill.Module},
		{Name: spillstore.PluginName, Option: spillstore.Module},
		{Name: telemetry.PluginName, Option: telemetry.Module},
		{Name: bridge.ModesPluginName, Option: bridge.ModesModule},
		{Name: bridge.StorePluginName, Option: bridge.StoreModule},
		{Name: todo.PluginName, Option: todo.Module},
		{Name: ask.PluginName, Option: ask.Module},
		{Name: "fs", Option: fs.Module},
		{Name: read.PluginName, Option: read.Module},
	}
}

// readers are the parts of the tools that look at files.
func readers() []presets.Part {
	return []presets.Part{
		{Name: glob.PluginName, Option: glob.Module},
		{Name: grep.PluginName, Option: grep.Module},
		{Name: readimage.PluginName, Option: readimage.Module},
	}
}

// hands are the parts of the tools that change files and run commands.
func hands() []presets.Part {
	return []presets.Part{
		{Name: observe.PluginName, Option: observe.Module},
		{Name: write.PluginName, Option: write.Module},
		{Name: edit.PluginName, Option: edit.Module},
		{Name: editor.PluginName, Option: editor.Module},
		{Name: shell.ModuleName, Option: shell.Module},
		{Name: local.PluginName, Option: local.Module},
		{Name: jobs.PluginName, Option: jobs.Module},
		{Name: bash.PluginName, Option: bash.Module},
		{Name: persistent.PluginName, Option: persistent.Module},
	}
}

// browsers are the parts of the tools that reach the web.
func browsers() []presets.Part {
	return []presets.Part{
		{Name: web.PluginName, Option: web.Module},
		{Name: searxng.PluginName, Option: searxng.Module},
		{Name: tavily.PluginName, Option: tavily.Module},
		{Name: httpfetch.PluginName, Option: httpfetch.Module},
		{Name: search.PluginName, Option: search.Module},
		{Name: fetch.PluginName, Option: fetch.Module},
	}
}
