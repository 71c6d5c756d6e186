package ptc

import (
	"sync"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// A program that awaits its calls one by one leaves its goroutine idle whenever
// the lane has work, so the lane runs there: handing each call to another
// goroutine and back would cost more than the call. While the program computes,
// sleeps or is over, and with a runtime that lends no goroutine, the lane has
// one of its own, until all calls made so far are through.

var _ coderuntime.Driver = (*run)(nil)

// drivers says who drives the lane. The flags are guarded by the mutex of the run.
type drivers struct {
	attached bool // the runtime lends the program's goroutine
	detached bool // the lane's own goroutine drives it
	apart    sync.WaitGroup
}

// errExited is the failure of a program whose goroutine was ended by a tool, or by
// who listens to its progress.
var errExited = &tools.Error{Name: "CodeExecutorError", Code: tools.CodeExited,
	Message: "the program stopped: a tool or a listener ended its goroutine instead of returning"}

// Attach implements [coderuntime.Driver].
func (r *run) Attach() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attached = true
}

// Drive takes the lane to its next commit. A lane that would have to wait for a
// record is detached, since the value goes to the program first (P89).
func (r *run) Drive() bool {
	r.mu.Lock()
	mine := !r.detached && r.committed < len(r.calls)
	r.mu.Unlock()
	if !mine {
		return false
	}
	if r.log.full() {
		r.Detach()
		return false
	}
	if err := r.lane.Advance(true); err != nil {
		r.end(err)
	}
	return true
}

// Detach implements [coderuntime.Driver].
func (r *run) Detach() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || r.detached || r.committed == len(r.calls) {
		return
	}
	r.detached = true
	r.apart.Go(r.drive)
}

// drive is the lane's own goroutine. A body that ends it has failed its call, and
// the next one goes on.
func (r *run) drive() {
	returned := false
	defer func() {
		if !returned {
			r.apart.Go(r.drive)
		}
	}()
	for !r.resting(r.lane.Advance(false)) {
	}
	returned = true
}

// resting says whether the lane's goroutine is through. A lane that failed ends
// the program.
func (r *run) resting(err error) bool {
	if err != nil {
		r.end(err)
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.detached = r.committed < len(r.calls) && r.ctx.Err() == nil
	return !r.detached
}

// Stop implements [coderuntime.Driver]: what the lane waits for is cancelled.
func (r *run) Stop() { r.end(errRunOver) }
