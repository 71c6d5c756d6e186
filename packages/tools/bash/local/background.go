package local

import (
	"context"
	"sync"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// background implements [shell.Process].
type background struct {
	run    *run // nil when nothing could be started
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}

	mu       sync.Mutex
	status   shell.Status
	exit     shell.Exit
	failure  string // given out once as error output
	notice   string // given out once
	out, err int64  // offsets of the next read
}

// Start implements [shell.Executor]. A command that cannot be started is a process that was
// killed at once and says why in its error output.
func (e *Executor) Start(ctx context.Context, s shell.Spec) (shell.Process, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	b := &background{done: make(chan struct{}), status: shell.StatusRunning}
	// The command outlives the call that starts it; Kill and Close end it.
	b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	r, err := e.launch(s)
	if err != nil {
		b.fail(err)
		return b, nil
	}
	b.run = r
	go func() {
		defer e.work.Done()
		defer b.cancel()
		defer e.finish(r)
		_, err := r.settle(b.ctx)
		b.settled(e, err)
	}()
	return b, nil
}

// fail settles a process that never was.
func (b *background) fail(err error) {
	b.cancel()
	b.status, b.failure = shell.StatusKilled, "spawn failed: "+err.Error()
	close(b.done)
}

// settled notes how the command ended.
func (b *background) settled(e *Executor, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer close(b.done)
	st := b.run.status
	b.exit = shell.Exit{Code: st.Code, Signal: st.Signal}
	switch {
	case err != nil:
		b.status, b.notice = shell.StatusKilled, err.Error()
	case st.Err != nil:
		b.status, b.failure = shell.StatusKilled, "spawn failed: "+st.Err.Error()
	case st.Signal != "", b.ctx.Err() != nil:
		b.status = shell.StatusKilled
	default:
		b.status = shell.StatusCompleted
	}
	if c := e.confinement(b.run, b.run.err.Stream().Text); c != nil && c.Denied {
		b.notice = "[sandbox: file access denied under " + string(c.Mode) + " mode]"
	}
}

// Done implements [shell.Process].
func (b *background) Done() <-chan struct{} { return b.done }

// State implements [shell.Process].
func (b *background) State() (shell.Status, shell.Exit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.status, b.exit
}

// Kill implements [shell.Process].
func (b *background) Kill() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.status != shell.StatusRunning {
		return false
	}
	b.cancel()
	return true
}

// ReadOutput implements [shell.Process].
func (b *background) ReadOutput() shell.Delta {
	b.mu.Lock()
	defer b.mu.Unlock()
	var d shell.Delta
	if b.run != nil {
		out, err := b.run.out.ReadFrom(b.out), b.run.err.ReadFrom(b.err)
		b.out, b.err = out.Next, err.Next
		d = shell.Delta{Stdout: out.Text, Stderr: err.Text, Lossy: out.Lossy || err.Lossy,
			StdoutSpill: out.Spill, StderrSpill: err.Spill}
	}
	d.Stderr += b.failure
	d.Notice, b.failure, b.notice = b.notice, "", ""
	return d
}
