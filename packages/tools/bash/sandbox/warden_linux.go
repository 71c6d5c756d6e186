package sandbox

import (
	"slices"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// warden watches the commands of a supervisor.
type warden struct {
	keeper bool
	worlds worlds
	born   chan struct{} // there may be a child to wait for, or nothing more to come

	mu       sync.Mutex
	commands []*command
	spare    *launcher     // ready for a command; nil when there is none
	stocking chan struct{} // closed when the one that is being made is there; nil when none is
}

func newWarden(keeper bool) *warden {
	return &warden{keeper: keeper, born: make(chan struct{}, 1)}
}

// announce wakes the reaper.
func (w *warden) announce() {
	select {
	case w.born <- struct{}{}:
	default: // already awake
	}
}

// reap collects every process that ends below this one. In a supervisor of one command it
// returns when nothing is left; a keeper waits for the next command.
func (w *warden) reap() {
	for {
		switch err := w.reapOne(); {
		case err == nil, err == unix.EINTR:
		case w.keeper:
			<-w.born
		default:
			return
		}
	}
}

// reapOne waits for a child's end. The child is reaped under the lock, so that a signal on its
// way cannot reach a stranger who got its number.
func (w *warden) reapOne() error {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOWAIT, nil)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var status syscall.WaitStatus
	pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
	if err != nil || pid == 0 {
		return nil // someone else's wait was faster
	}
	for _, c := range w.commands {
		if c.pid == pid && !c.reaped {
			c.reaped = true
			st := process.FromWaitStatus(status)
			_ = send(c.control, &word{Code: st.Code, Signal: st.Signal}) // the host may be gone
			close(c.ended)
		}
	}
	w.dismiss()
	return nil
}

// dismiss lets the commands go of which nothing is left. A supervisor of one command ends
// instead, which says the same.
func (w *warden) dismiss() {
	if !w.keeper {
		return
	}
	empty := childless() // saves a look at every process for every command
	w.commands = slices.DeleteFunc(w.commands, func(c *command) bool {
		if !c.reaped || !empty && len(c.list()) > 0 {
			return false
		}
		c.gone.Store(true)
		_ = send(c.control, &word{Gone: true})
		_ = c.control.Close() // ends serve, too
		return true
	})
}

// fail ends a command that never started.
func (w *warden) fail(c *command) {
	if w.keeper {
		_ = send(c.control, &word{Gone: true})
		_ = c.control.Close()
		return
	}
	w.announce() // nothing will be born: the reaper finds nothing and the process ends
}

// terminate asks the command's group to stop. When the leader is gone, its number may be
// another's: then only a group that still has one of the command's own processes is signalled.
func (w *warden) terminate(c *command) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !c.reaped || w.hasGroup(c) {
		_ = syscall.Kill(-c.pid, syscall.SIGTERM) // an empty group is no failure
	}
}

func (w *warden) hasGroup(c *command) bool {
	for _, pid := range w.population(c).list() {
		if p, ok := process.Lookup(pid); ok && p.Group == c.pid {
			return true
		}
	}
	return false
}

// population is what is left of a command.
func (w *warden) population(c *command) population {
	if w.keeper {
		return c
	}
	return adopted{}
}

// kill ends all that is left of the command.
func (w *warden) kill(c *command) {
	sweep(w.population(c))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dismiss()
}
