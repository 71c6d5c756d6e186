package scope

import "context"

// frame is a context that carries the work it was made for: an effect of a scope,
// or, when effect is nil, the closing of the scope. Frames are linked outwards, so
// that Close and Undo can tell what would be waiting for itself.
type frame struct {
	context.Context
	scope  *Scope
	effect *effect
	outer  *frame
}

type frameKey struct{}

// Value answers for the frame and leaves the rest to the context around it.
func (f *frame) Value(key any) any {
	if key == (frameKey{}) {
		return f
	}
	return f.Context.Value(key)
}

// innermost returns the frame of ctx, or nil.
func innermost(ctx context.Context) *frame {
	f, _ := ctx.Value(frameKey{}).(*frame)
	return f
}

func within(ctx context.Context, s *Scope, e *effect) context.Context {
	return &frame{ctx, s, e, innermost(ctx)}
}

// from reports whether ctx was made for e, or for work that e waits for.
func from(ctx context.Context, e *effect) bool {
	for f := innermost(ctx); f != nil; f = f.outer {
		if f.effect == e {
			return true
		}
	}
	return false
}

// inside reports whether ctx was made for work that a Close of s waits for.
func inside(ctx context.Context, s *Scope) bool {
	for f := innermost(ctx); f != nil; f = f.outer {
		for t := f.scope; t != nil; t = t.parent {
			if t == s {
				return true
			}
		}
	}
	return false
}
