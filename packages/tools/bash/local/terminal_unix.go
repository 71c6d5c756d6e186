//go:build unix

package local

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/creack/pty"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// The size that programs on a terminal are told.
const (
	terminalColumns = 120
	terminalRows    = 40
)

// terminal implements [shell.Terminal].
type terminal struct {
	run    *run
	master *os.File
	input  *os.File
	close  sync.Once
	err    error
}

// OpenTerminal implements [shell.Terminals].
func (e *Executor) OpenTerminal(ctx context.Context, s shell.Spec) (shell.Terminal, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := checkDirectory(s.Dir); err != nil {
		return nil, err
	}
	bash, err := e.shellPath()
	if err != nil {
		return nil, err
	}
	master, slave, err := openPty()
	if err != nil {
		return nil, &process.Error{Code: process.CodeSpawn, Message: "open a terminal", Err: err}
	}
	defer slave.Close()
	theirs, ours, err := os.Pipe()
	if err != nil {
		_ = master.Close() // nothing was written
		return nil, &process.Error{Code: process.CodeSpawn, Message: "make a pipe", Err: err}
	}
	defer theirs.Close()
	r := &run{executor: e, spec: s, grace: e.settings.Load().GraceMs.Duration(),
		exited: make(chan struct{})}
	t := &terminal{run: r, master: master, input: ours}
	err = e.begin(r, func() error {
		return e.start(r, process.Command{Path: bash, Dir: s.Dir, Env: s.Env, Terminal: true,
			Args:   []string{"bash", "--noprofile", "--norc", "-c", s.Command, "bash"},
			Stdout: slave, Stderr: slave, Extra: []*os.File{theirs}})
	})
	if err != nil {
		_, _ = master.Close(), ours.Close() // nothing was written
		return nil, err
	}
	go func() {
		r.status = r.tree.Wait()
		close(r.exited)
	}()
	return t, nil
}

// openPty opens a terminal that passes output on as it is.
func openPty() (master, slave *os.File, err error) {
	master, slave, err = pty.Open()
	if err != nil {
		return nil, nil, err
	}
	err = pty.Setsize(master, &pty.Winsize{Rows: terminalRows, Cols: terminalColumns})
	if err == nil {
		err = plain(slave)
	}
	if err != nil {
		_, _ = master.Close(), slave.Close() // nothing was written
		return nil, nil, err
	}
	return master, slave, nil
}

// Read implements [shell.Terminal].
func (t *terminal) Read(p []byte) (int, error) { return t.master.Read(p) }

// Write implements [shell.Terminal].
func (t *terminal) Write(p []byte) (int, error) { return t.input.Write(p) }

// Wait implements [shell.Terminal].
func (t *terminal) Wait() (shell.Exit, error) {
	<-t.run.exited
	st := t.run.status
	return shell.Exit{Code: st.Code, Signal: st.Signal}, st.Err
}

// Close implements [shell.Terminal].
func (t *terminal) Close() error {
	t.close.Do(func() {
		past := time.Unix(1, 0)
		_ = t.input.SetWriteDeadline(past) // a file without deadlines ends with its other side
		_ = t.input.Close()
		t.err = t.run.end()
		if t.err == nil {
			<-t.run.exited
		}
		_ = t.master.SetReadDeadline(past)
		_ = t.master.Close()
		t.run.executor.finish(t.run)
	})
	return t.err
}
