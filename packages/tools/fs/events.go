package fs

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// Events are the events of file access (§8.2). They reach the listeners whose scope the call's
// agent stands in, and the global ones.
type Events struct {
	// WriteIntent asks, before a file is written, what state of the target the write demands. The
	// first listener that answers wins; without one a write makes no demand.
	WriteIntent event.Waterfall[*Intent, filesys.Expect] `event:"fs/write-intent"`
	// EditIntent asks, before a file is edited, what version it must have. A listener refuses with
	// an error. The zero version, which is the answer without a listener, demands none.
	EditIntent event.Waterfall[*Intent, filesys.Version] `event:"fs/edit-intent"`
	// Observed tells that a file was seen, or seen to be missing: after a successful read, after a
	// read that found nothing, and after a change was made. Failures are logged and change nothing,
	// for the change is on disk already.
	Observed event.Notice[*Observation] `event:"fs/observed"`
}

// Intent is a change that is about to be made. It is immutable.
type Intent struct {
	Call   *tools.Call
	Target filesys.Target
}

// Observation is what a call saw. It is immutable.
type Observation struct {
	Call   *tools.Call
	Target filesys.Target
	// Version is that of the file; the zero version says that there is no file.
	Version filesys.Version
}

// Present tells whether there was a file.
func (o *Observation) Present() bool { return !o.Version.IsZero() }

// AskWrite asks what a write of the target by the call demands.
func (s *Service) AskWrite(ctx context.Context, c *tools.Call, t filesys.Target) (filesys.Expect, error) {
	return s.Events.WriteIntent.Dispatch(ctx, KeyOf(c), &Intent{Call: c, Target: t},
		func(context.Context, *Intent) (filesys.Expect, error) { return filesys.ExpectAnything(), nil })
}

// AskEdit asks what an edit of the target by the call demands.
func (s *Service) AskEdit(ctx context.Context, c *tools.Call, t filesys.Target) (filesys.Version, error) {
	return s.Events.EditIntent.Dispatch(ctx, KeyOf(c), &Intent{Call: c, Target: t},
		func(context.Context, *Intent) (filesys.Version, error) { return filesys.Version{}, nil })
}

// Saw tells that the call saw a version of the target, or none.
func (s *Service) Saw(ctx context.Context, c *tools.Call, t filesys.Target, v filesys.Version) {
	s.Events.Observed.Emit(ctx, KeyOf(c), &Observation{Call: c, Target: t, Version: v})
}
