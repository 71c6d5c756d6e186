package sandbox

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// launchOn starts the command on a thread of its own. Landlock, the filter, the capability sets
// and the namespaces belong to a thread and are inherited by what it starts: confining this
// thread confines the command and leaves the supervisor above it, outside its reach.
func (w *warden) launchOn(c *command, started chan<- error) {
	runtime.LockOSThread()
	if unix.Gettid() == unix.Getpid() {
		// The first thread stands for the process and cannot end: hold it, and let another.
		defer runtime.UnlockOSThread()
		again := make(chan error)
		go w.launchOn(c, again)
		started <- <-again
		return
	}
	// Never unlocked from here: the thread is spoilt for other work and ends with this function.
	err := w.prepare(c)
	if err == nil {
		err = w.fork(c)
	}
	started <- err
	if err == nil && !w.keeper {
		select {} // the command is told to die with this thread: it lives as long as the process
	}
}

// prepare confines the calling thread.
func (w *warden) prepare(c *command) error {
	if !w.keeper {
		if !c.job.Confined {
			return nil
		}
		return confine(c.job.Rules, false, landlockThread)
	}
	return w.worlds.enter(c)
}
