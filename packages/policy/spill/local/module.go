package local

import (
	"context"
	"os"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"go.uber.org/fx"
)

// PluginName is the name of this store's row in a preset.
const PluginName = "spill-store-local"

// Plugin returns the plugin that mounts a store where its row stands. Put the row
// before that of the policy.
func Plugin(stores *spill.Stores) plugin.Plugin {
	return plugin.Of(PluginName, func(_ context.Context, s *scope.Scope, c Config) error {
		store, err := New(c)
		if err != nil {
			return err
		}
		// Walls round file systems let through what exists when they are made. A
		// directory that cannot be made is told of when a text comes.
		if c.Root != "" {
			_ = os.MkdirAll(c.Root, 0o700)
		}
		_, err = stores.Provide(s, store)
		return err
	})
}

// Module provides the plugin. It needs the services of package spill.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
