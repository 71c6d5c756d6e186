package quickjs

import (
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/scope"
)

// Mount makes a new runtime the one that programs below s run in, starts
// loading its engine in the background, and closes it with s.
func Mount(s *scope.Scope, runtimes *scope.Slot[coderuntime.Runtime], c Config) error {
	r, err := New(c)
	if err != nil {
		return err
	}
	if _, err := s.Defer(PluginName, r.Close); err != nil {
		return err
	}
	if _, err := runtimes.Provide(s, r); err != nil {
		return err
	}
	r.Warm()
	return nil
}
