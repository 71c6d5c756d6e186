package builtin

import (
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
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
)

// executors are the parts that every preset links: which executor serves an
// agent is a row.
func executors() []presets.Part {
	return []presets.Part{partNative, partPTC, partRuntimes, partQuickJS, partTimeout}
}
