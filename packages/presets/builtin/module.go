package builtin

import (
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"go.uber.org/fx"
)

// Parts that presets are composed of.
var (
	partNative   = presets.Part{Name: native.PluginName, Option: native.Module}
	partPTC      = presets.Part{Name: ptc.PluginName, Option: ptc.Module}
	partRuntimes = presets.Part{Name: "code-runtimes", Option: fx.Provide(func() *ptc.Runtimes { return new(ptc.Runtimes) })}
	partQuickJS  = presets.Part{Name: quickjs.PluginName, Option: quickjs.Module}
	partFiles    = presets.Part{Name: "fs", Option: fs.Module}
	partRead     = presets.Part{Name: read.PluginName, Option: read.Module}
	partTimeout  = presets.Part{Name: timeout.PluginName, Option: timeout.Module}
	partMCP      = presets.Part{Name: mcp.PluginName, Option: mcp.Module}
)

// readers are the parts of the tools that look at files.
func readers() []presets.Part {
	return []presets.Part{
		partFiles, partRead,
		{Name: glob.PluginName, Option: glob.Module},
		{Name: grep.PluginName, Option: grep.Module},
	}
}

// hands are the parts of the tools that change files and run commands.
func hands() []presets.Part {
	return append(readers(), []presets.Part{
		{Name: observe.PluginName, Option: observe.Module},
		{Name: write.PluginName, Option: write.Module},
		{Name: edit.PluginName, Option: edit.Module},
		{Name: shell.ModuleName, Option: shell.Module},
		{Name: local.PluginName, Option: local.Module},
		{Name: jobs.PluginName, Option: jobs.Module},
		{Name: bash.PluginName, Option: bash.Module},
	}...)
}

// executors are the parts that every preset links: which executor serves an
// agent, and which MCP servers add their tools, are rows.
func executors() []presets.Part {
	return []presets.Part{partNative, partPTC, partRuntimes, partQuickJS, partTimeout, partMCP}
}
