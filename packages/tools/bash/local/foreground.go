package local

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// limitCause is the cause of a context whose command ran into its own limit.
type limitCause struct{}

// Error implements error.
func (limitCause) Error() string { return "the command's time limit passed" }

// Run implements [shell.Executor]. Its processes are gone when it returns, except what an
// ordinary end left in the background, and what left the process group of an unconfined command.
func (e *Executor) Run(ctx context.Context, s shell.Spec) (shell.Outcome, error) {
	if ctx.Err() != nil {
		return shell.Outcome{}, context.Cause(ctx)
	}
	limited, cancel := context.WithTimeoutCause(ctx, s.Timeout.Duration(), limitCause{})
	defer cancel()
	r, err := e.launch(s)
	if err != nil {
		return shell.Outcome{}, err
	}
	defer e.work.Done()
	defer e.finish(r)
	defer r.endUnless(r.settled.Load) // a panic must leave nothing behind either
	first, err := r.settle(limited)
	r.settled.Store(true)
	if r.status.Err != nil {
		return shell.Outcome{}, r.failure()
	}
	o := shell.Outcome{Timeout: s.Timeout, Stdout: r.out.Stream(), Stderr: r.err.Stream(),
		Exit:     shell.Exit{Code: r.status.Code, Signal: r.status.Signal},
		TimedOut: first == causeLimit, Aborted: first == causeCaller}
	o.Sandbox = e.confinement(r, o.Stderr.Text)
	return o, err
}

// failure is why the command never ran, with the last words of what was to run it.
func (r *run) failure() error {
	words := strings.TrimSpace(r.err.Stream().Text)
	if words == "" {
		return r.status.Err
	}
	return fmt.Errorf("%w: %s", r.status.Err, words[strings.LastIndexByte(words, '\n')+1:])
}

// endUnless ends the command unless settled says that it needs no ending.
func (r *run) endUnless(settled func() bool) {
	if !settled() {
		_ = r.end() // the panic on its way says more
	}
}

// cause says what ended a run.
type cause int

const (
	causeItself cause = iota
	causeLimit
	causeCaller
)

// settle waits for the run's own end, or brings it about when ctx is done or the executor
// closes, and collects the output.
func (r *run) settle(ctx context.Context) (cause, error) {
	select {
	case <-r.exited:
		return r.rest(ctx)
	case <-ctx.Done():
	case <-r.executor.stop:
	}
	err := r.end()
	if err != nil {
		r.cut()
		return causeOf(ctx), err
	}
	<-r.exited
	r.drain(nil)
	return causeOf(ctx), nil
}

// rest collects the output of a command that ended by itself. A caller who cancels meanwhile
// ends what is left; the command's own limit only ends the waiting.
func (r *run) rest(ctx context.Context) (cause, error) {
	stop := make(chan struct{})
	defer context.AfterFunc(ctx, func() { close(stop) })()
	r.drain(stop)
	if ctx.Err() != nil && causeOf(ctx) == causeCaller {
		return causeCaller, r.end()
	}
	return causeItself, nil
}

func causeOf(ctx context.Context) cause {
	if errors.Is(context.Cause(ctx), limitCause{}) {
		return causeLimit
	}
	return causeCaller
}

// confinement sums up what the sandbox did.
func (e *Executor) confinement(r *run, stderr string) *shell.Confinement {
	if e.sandbox == nil {
		return nil
	}
	return &shell.Confinement{Mode: r.spec.Policy.Mode,
		Enforcement: e.sandbox.Report(e.force).Enforcement,
		Denied:      r.spec.Policy.Mode.Confines() && e.sandbox.Denied(r.status, stderr)}
}
