package scope

import "context"

// frame marks a context with the work it was made for: an effect of a scope, or,
// when the effect is nil, the closing of the scope. Frames are linked outwards,
// so that Close and Undo can tell what would wait for itself.
type frame struct {
	scope  *Scope
	effect *effect
	outer  *frame
}

type frameKey struct{}

func frames(ctx context.Context) *frame {
	f, _ := ctx.Value(frameKey{}).(*frame)
	return f
}

func within(ctx context.Context, s *Scope, e *effect) context.Context {
	return context.WithValue(ctx, frameKey{}, &frame{s, e, frames(ctx)})
}

// from reports whether ctx was made for e or for something e called.
func from(ctx context.Context, e *effect) bool {
	for f := frames(ctx); f != nil; f = f.outer {
		if f.effect == e {
			return true
		}
	}
	return false
}

// inside reports whether ctx was made for work that a Close of s waits for.
func inside(ctx context.Context, s *Scope) bool {
	for f := frames(ctx); f != nil; f = f.outer {
		for t := f.scope; t != nil; t = t.parent {
			if t == s {
				return true
			}
		}
	}
	return false
}
