package local

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/tools/bash/output"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// Executor implements [shell.Executor] with processes of this machine, and [shell.Confiner] when
// it has a sandbox. Make it with [New]. Safe for concurrent use.
type Executor struct {
	settings atomic.Pointer[settings]
	environ  []string
	sandbox  sandbox.Provider
	policy   sandbox.Policy
	store    output.Store
	buffers  buffers

	bash     sync.Mutex
	bashPath string

	gate   sync.RWMutex // read by starting commands, written by Close
	closed bool
	work   sync.WaitGroup // commands being settled
	mu     sync.Mutex
	live   map[*run]struct{} // commands that may still have processes
	force  context.Context   // done when the grace period is over for everyone
	hurry  context.CancelFunc
	stop   chan struct{} // closed when the executor closes
}

// Policy implements [shell.Confiner]; empty without a sandbox.
func (e *Executor) Policy() sandbox.Policy {
	if e.sandbox == nil {
		return sandbox.Policy{}
	}
	return e.policy
}

// Report implements [shell.Confiner].
func (e *Executor) Report() sandbox.Report {
	if e.sandbox == nil {
		return sandbox.Report{Provider: "none", Enforcement: sandbox.EnforcementNone,
			Reason: "no sandbox is configured"}
	}
	return e.sandbox.Report(e.force)
}

// Spills is where spill files are kept.
func (e *Executor) Spills() *output.Store { return &e.store }

// shellPath finds bash once: what was checked is what runs.
func (e *Executor) shellPath() (string, error) {
	e.bash.Lock()
	defer e.bash.Unlock()
	if e.bashPath != "" {
		return e.bashPath, nil
	}
	path, err := exec.LookPath("bash")
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", &shell.Error{Code: shell.CodeNoShell,
			Message: "bash is needed to run commands; install it or put it on PATH", Err: err}
	}
	e.bashPath = path
	return path, nil
}

// Close ends every command that the executor started, background ones and what ordinary ends
// left behind included: TERM, the grace period, KILL. When ctx is done the grace period ends at
// once. It returns when nothing is left, or with [shell.CodeStuck] when something would not go
// away. Later calls join the first.
func (e *Executor) Close(ctx context.Context) error {
	e.gate.Lock()
	if !e.closed {
		e.closed = true
		close(e.stop)
	}
	e.gate.Unlock()
	defer e.hurry()
	defer context.AfterFunc(ctx, e.hurry)()
	err := e.endAll()
	if err == nil && e.sandbox != nil {
		err = e.sandbox.Close()
	}
	return err
}

// endAll ends the live commands side by side.
func (e *Executor) endAll() error {
	e.mu.Lock()
	runs := make([]*run, 0, len(e.live))
	for r := range e.live {
		runs = append(runs, r)
	}
	e.mu.Unlock()
	errs := make([]error, len(runs))
	var each sync.WaitGroup
	for i, r := range runs {
		each.Go(func() {
			errs[i] = r.end()
			if errs[i] == nil {
				e.forget(r)
			}
		})
	}
	each.Wait()
	e.work.Wait()
	return errors.Join(errs...)
}

// begin has the processes of a run started by start and puts it on the list. A closing executor
// sees either nothing of a run or all of it.
func (e *Executor) begin(r *run, start func() error) error {
	e.gate.RLock()
	defer e.gate.RUnlock()
	if e.closed {
		return &shell.Error{Code: shell.CodeClosed, Message: "the shell executor is closed"}
	}
	if err := start(); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for old := range e.live {
		if old.finished.Load() && old.tree.Gone() {
			delete(e.live, old)
		}
	}
	e.live[r] = struct{}{}
	return nil
}

// finish notes that a run was settled. Processes that it left running stay on the list.
func (e *Executor) finish(r *run) {
	r.stopFeeding()
	r.finished.Store(true)
	if r.tree.Gone() {
		e.forget(r)
	}
}

func (e *Executor) forget(r *run) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.live, r)
}
