package scope

import "sync/atomic"

// links counts every change of a parent link in the process. It is shared by all
// trees because a view knows the key it was built for, not the tree; a view that
// is rebuilt once too often is harmless.
var links atomic.Uint64

// Generation stamps the state of something that is filed by key, so that views
// of it can be kept in a [Cache]. It grows with every Bump and with every
// [Binding.Rebind] anywhere. The zero value is ready. It must not be copied after
// first use and may be used concurrently.
//
// Change the state first and call Bump afterwards: a view built in between
// carries the old stamp and dies with it.
type Generation struct {
	edits atomic.Uint64
}

// Bump makes every view built so far outdated.
func (g *Generation) Bump() { g.edits.Add(1) }

// Load returns the current stamp. Read it before reading the state.
func (g *Generation) Load() uint64 { return g.edits.Load() + links.Load() }
