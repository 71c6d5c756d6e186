// Package mount puts the quickjs runtime into a scope, as a plugin that
// presets can name. It is a package of its own so that programs which only run
// programs do not link the composition.
package mount

import (
	"context"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
)

// Name is the name of the plugin in presets.
const Name = "code-runtime"

// Runtimes holds the code runtime in force at each scope. Executors look it up
// when they need it, never before (P130).
type Runtimes = scope.Slot[coderuntime.Runtime]

// Plugin gives a plugin that opens a runtime, provides it at the scope it is
// installed on, and starts loading it in the background. A second runtime at
// one scope is refused with [scope.CodeSlotTaken] (P9). Closing the scope
// takes the runtime away first and then closes it.
func Plugin(runtimes *Runtimes) plugin.Plugin {
	return plugin.Of(Name, func(_ context.Context, s *scope.Scope, c quickjs.Config) error {
		rt, err := quickjs.New(c)
		if err != nil {
			return err
		}
		if _, err := s.Defer(Name, rt.Close); err != nil {
			return err
		}
		if _, err := runtimes.Provide(s, rt); err != nil {
			return err
		}
		rt.Warm()
		return nil
	})
}
