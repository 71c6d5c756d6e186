package event

import "context"

// Fuse returns a context that carries what ctx carries and ends when ctx or
// caller ends, with the cause of whichever ended first. The owner of a waterfall
// whose final function does the work uses it there: a listener may have handed on
// a context that does not end with the caller's. The returned function releases
// what Fuse holds; call it when the work is over.
//
// If ctx ends with caller anyway, because no listener limited or detached it,
// Fuse returns ctx and allocates nothing.
func Fuse(ctx, caller context.Context) (context.Context, context.CancelFunc) {
	if ctx.Done() == caller.Done() {
		return ctx, func() {}
	}
	fused, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(caller, func() { cancel(context.Cause(caller)) })
	if caller.Err() != nil {
		cancel(context.Cause(caller)) // now, not when AfterFunc gets to it
	}
	return fused, func() {
		stop()
		cancel(context.Canceled)
	}
}
