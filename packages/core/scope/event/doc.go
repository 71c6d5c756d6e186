// Package event gives typed events to the structs that own them.
//
// An owner declares its events as fields of a struct. The type of a field is the
// mode of dispatch, its tag the public name, its comment the contract:
//
//	type Events struct {
//		// Execute wraps the body of a call.
//		Execute event.Waterfall[*Call, *Result] `event:"tools/execute"`
//		// Result observes the final outcome.
//		Result event.Notice[*Outcome] `event:"tools/result"`
//	}
//
// [Init] reads the tags once. Listeners are registered through a [scope.Scope],
// with On, and are gone when it closes. Only the owner dispatches.
//
//	Waterfall  listeners wrap one another and a final function
//	Notice     listeners observe in order, failures are contained and reported
//	Parallel   listeners run at the same time, all are awaited, failures joined
//	Serial     listeners are asked in order until one answers
//	Broadcast  like Notice, but unfiltered, and the first failure ends it
//
// # Rules of all modes
//
//   - Order: listeners added with [Front], newest first, then the others, oldest
//     first, whatever their scopes.
//   - Admission: a dispatch for key k reaches a listener exactly if k sees the key
//     of the listener's scope, see [scope.Key.Sees], or it was added with
//     [Everywhere]. A Broadcast reaches all. What a key admits is computed once
//     and kept until the list changes or a key is rebound, so listeners of other
//     keys cost a dispatch nothing.
//   - The list is fixed when a dispatch begins. A listener added meanwhile is
//     heard from the next one on; a listener whose scope began to close before
//     its turn is passed over.
//   - Listeners may register, dispatch and close scopes: no lock is held while one
//     runs. Closing a scope does not wait for its listeners that are running; what
//     must be awaited belongs into [scope.Scope.Go].
//   - A panic is recovered where it happened and becomes a [*PanicError] with the
//     label of the listener. An error a listener returns is passed on as it is.
//
// # Rules of a waterfall
//
//   - The first listener is outermost. [Next.Do] runs the rest with the input of
//     the dispatch; the listener chooses nothing but the context.
//   - A listener may leave Do out, which short-circuits the rest.
//   - Do called again runs everything further in once more, listeners and final
//     function, so that a retrying listener retries what it wraps.
//   - Do may be called concurrently; each call is a run of its own. The dispatch
//     returns when all of them have, also those whose listener has gone on.
//   - Do called after the dispatch returned runs nothing and fails with
//     [CodeNextLate].
//   - An error travels outwards through the listeners, each of which may handle
//     it. What the outermost returns is what Dispatch returns.
//   - The final function is labelled "final", so that its panic is blamed on
//     nobody else.
//   - A zero output can be refused with [Waterfall.Check], which blames whoever
//     returned it.
//   - A listener may detach its context from the caller's. The owner undoes that
//     with [Fuse], in the final function.
//
// A listener tells its own deadline from others by the cause:
//
//	limited, cancel := context.WithTimeoutCause(ctx, d, expired)
//	defer cancel()
//	out, err := next.Do(limited)
//	if context.Cause(limited) == expired {
//		// ours, and nothing further in is running any more
//	}
//
// # Cost
//
// A dispatch of a waterfall allocates once, 64 bytes for a pointer payload, and
// not at all when nobody listens; Notice, Serial and Broadcast allocate nothing.
// The first dispatch for a key after a change of the list computes its admission;
// a key whose scope has closed computes it each time.
package event
