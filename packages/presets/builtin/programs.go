package builtin

import (
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
	runtime, err := json.Marshal(quickjs.Config{Budgets: c.Budgets, CacheDir: cache("engine")})
	if err != nil {
		return p, err
	}
	executor, err := json.Marshal(ptc.Config{AlsoDirect: c.AlsoDirect})
	if err != nil {
		return p, err
	}
	q := p.With(presets.Row{Plugin: quickjs.PluginName, Config: runtime})
	r := presets.Row{Plugin: ptc.PluginName, Config: executor}
	if !slices.ContainsFunc(q.Agent, func(old presets.Row) bool { return old.Plugin == r.Plugin }) {
		q.Agent = append(q.Agent, r)
	}
	return q.With(r), nil
}
