// Package scopetest helps tests of code that registers things through scopes.
//
// The rule every registry and every plugin is tested for is: close the
// contributor, and nothing of it is left. [Cleanup] checks it, in a plain scope
// and in one with a key:
//
//	scopetest.Cleanup(t, func(s *scope.Scope) error {
//		return p.Install(t.Context(), s, nil)
//	}, registry.Layers(), &registry.Events.Execute)
//
// [Root] gives a test a scope that is closed when it ends, [Journal] records in
// which order things are undone, [Goroutines] finds goroutines left behind.
//
// The package is for tests only.
package scopetest
