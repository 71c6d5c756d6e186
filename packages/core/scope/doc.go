// Package scope is the runtime tree that says who is alive and who sees what.
//
// Two things are kept apart because they differ in practice:
//
//   - A [Scope] owns a lifetime. Everything done through it, undo functions,
//     child scopes and goroutines, is undone last-first and awaited when it
//     closes.
//   - A [Key] is a routing identity with one parent. Registries file what is
//     contributed by key, events admit listeners by key. The nil key is the
//     global one, above all others.
//
// A plugin gets a [Scope.Child], so that what it registers stays global but dies
// with it. A preset or an agent gets a [Scope.Keyed], so that what is registered
// through it belongs to it alone and to the keys below it. An agent's scope is
// owned by whoever made the agent, while its key hangs below the preset it
// inherits from: ownership and inheritance are independent.
//
// # Closing
//
// [Scope.Close] follows nine rules.
//
//  1. The scope is marked as closing first, then its [Scope.Context] ends with
//     [ErrClosed] as cause.
//  2. From that moment on nothing can be added: every attempt fails with
//     [CodeClosed].
//  3. What the scope holds is undone strictly last-first, one at a time, each
//     awaited: undo functions, child scopes, goroutines.
//  4. Every undo runs, also when the context given to Close is done. The context
//     bounds what an undo may wait for, it never skips one.
//  5. A panic becomes an error with the label and the stack.
//  6. Goroutines started with [Scope.Go] are awaited.
//  7. Failures are joined in the order of undoing.
//  8. Calls of Close that meet join one completion and return the same error.
//  9. Work that belongs to a scope may close that scope or one around it without
//     a deadlock, as long as it passes the context it was given: Close does not
//     wait for the work it was called from, and returns nil when a Close further
//     up the same call chain is already busy with the scope.
//
// The context of a scope ends when its own turn comes, not when a Close of an
// enclosing scope begins. So what was built later can still use what was built
// earlier while it is being undone.
//
// # Registries
//
// [Layers] holds one layer of contributions for each key, [Cache] holds immutable
// views computed from them, and [Slot] holds at most one value for each key.
// [Named] and [List] are containers for the fields of a layer that readers may
// walk without a lock.
//
// # What it is not
//
// A scope is no security boundary: everything in a process can reach everything
// else. Nothing is restarted when a service changes, and closing is sequential.
package scope
