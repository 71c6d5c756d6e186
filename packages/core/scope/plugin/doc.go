// Package plugin makes values that contribute to a running system.
//
// A [Plugin] is a name and a function that registers things through a scope. The
// function is written with its collaborators as parameters of a constructor and
// its configuration as a struct:
//
//	func New(reg *tools.Registry, sh Shell) plugin.Plugin {
//		return plugin.Of("bash", func(ctx context.Context, s *scope.Scope, c Config) error {
//			_, err := reg.Register(s, definition(sh, c))
//			return err
//		})
//	}
//
// The host installs it with a scope of its own and a piece of JSON, and closes the
// scope to take it out again. Configuration is strict: what the plugin does not
// know is refused with the place, the known names and the likely one. Defaults and
// checks are methods of the configuration, see [Defaulter] and [Validator].
//
// [Provide], in the only file that knows fx, adds a constructor to the group of
// all plugins. Everything else works without fx.
package plugin
