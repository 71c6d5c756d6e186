package sandbox

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// command is one command of a supervisor.
type command struct {
	job     job
	control *os.File
	fds     []int // standard streams and further descriptors, closed once the command has them

	// The rest is guarded by the warden.
	pid    int
	reaped bool
	world  string // its name under a keeper: a namespace that only its processes are in
	gone   atomic.Bool
	ended  chan struct{} // closed when the command's first process was reaped
}

// serve is the life of a command: its job, its start, its orders.
func (w *warden) serve(c *command) {
	if err := w.launch(c); err != nil {
		_, spawn := errors.AsType[*spawnError](err)
		_ = send(c.control, &word{Failed: err.Error(), Spawn: spawn}) // the host may be gone
		w.fail(c)
		return
	}
	var order [1]byte
	for {
		if _, err := io.ReadFull(c.control, order[:]); err != nil {
			w.kill(c) // the host has no more interest, or is gone
			return
		}
		switch order[0] {
		case orderTerminate:
			w.terminate(c)
		case orderKill:
			w.kill(c)
		}
	}
}

// launch starts the command and gives its descriptors up.
func (w *warden) launch(c *command) error {
	defer func() {
		for _, fd := range c.fds {
			_ = unix.Close(fd) // the command has its own by now
		}
	}()
	if w.keeper {
		if err := receive(c.control, &c.job); err != nil {
			return err
		}
	}
	l, err := w.launcherFor(&c.job)
	if err != nil {
		return err
	}
	c.world = l.name
	l.commands <- c
	err = <-l.started
	if w.keeper && err == nil {
		go w.restock(c)
	}
	return err
}

// spawnError is the failure of a program that could not be started at all.
type spawnError struct {
	path string
	err  error
}

// Error implements error.
func (e *spawnError) Error() string { return "start " + e.path + ": " + e.err.Error() }

// fork starts the program. The lock makes sure that the end of a command is never seen before
// its beginning.
func (w *warden) fork(c *command) error {
	files := make([]uintptr, len(c.fds))
	for i, fd := range c.fds {
		files[i] = uintptr(fd)
	}
	attr := &syscall.SysProcAttr{Setsid: true, Setctty: c.job.Terminal, Ctty: 1}
	if !w.keeper {
		attr.Pdeathsig = syscall.SIGKILL
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	pid, err := syscall.ForkExec(c.job.Path, c.job.Args, &syscall.ProcAttr{
		Dir: c.job.Dir, Env: append([]string{}, c.job.Env...), Files: files, Sys: attr})
	if err != nil {
		return &spawnError{c.job.Path, err}
	}
	c.pid = pid
	w.commands = append(w.commands, c)
	w.announce()
	return nil
}
