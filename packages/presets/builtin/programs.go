package builtin

import (
	"os"
	"path/filepath"
	"slices"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/go-json-experiment/json"
)

// Programs says how agents of a preset run programs.
type Programs struct {
	// Budgets bound every program; zero members mean the defaults.
	Budgets coderuntime.Budgets
	// AlsoDirect admits native calls beside run_code.
	AlsoDirect bool
}

// WithPrograms returns a copy of p whose agents are served by the ptc executor
// in the embedded sandbox. The compiled engine is kept in the user's cache
// directory, where there is one.
func WithPrograms(p presets.Preset, c Programs) (presets.Preset, error) {
	runtime, err := json.Marshal(quickjs.Config{Budgets: c.Budgets, CacheDir: engineCache()})
	if err != nil {
		return p, err
	}
	executor, err := json.Marshal(ptc.Config{AlsoDirect: c.AlsoDirect})
	if err != nil {
		return p, err
	}
	p.Shared = append(slices.Clone(p.Shared), presets.Row{Plugin: quickjs.PluginName, Config: runtime})
	p.Agent = append(slices.Clone(p.Agent), presets.Row{Plugin: ptc.PluginName, Config: executor})
	return p, nil
}

// engineCache is where compiled engines are kept; empty, and so slower starts,
// where the user has no cache directory.
func engineCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "dsh", "engine")
}
