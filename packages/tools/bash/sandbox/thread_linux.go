package sandbox

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// launcher is a confined thread that starts one command. Landlock, the filter, the capability
// sets and the namespaces belong to a thread and are inherited by what it starts: confining the
// thread confines the command and leaves the supervisor above it, outside its reach.
type launcher struct {
	world    *world        // where a keeper's thread is
	name     string        // of the namespace that identifies the command under a keeper
	commands chan *command // takes one; closed when the thread is not needed
	started  chan error    // the outcome of that command's start
}

// newLauncher confines a thread for a command like j.
func (w *warden) newLauncher(j *job) (*launcher, error) {
	l := &launcher{commands: make(chan *command), started: make(chan error)}
	ready := make(chan error)
	go w.launchOn(l, j, ready)
	return l, <-ready
}

// launchOn is the life of a launcher, on a thread of its own.
func (w *warden) launchOn(l *launcher, j *job, ready chan<- error) {
	runtime.LockOSThread()
	if unix.Gettid() == unix.Getpid() {
		// The first thread stands for the process and cannot end: hold it, and let another.
		defer runtime.UnlockOSThread()
		again := make(chan error)
		go w.launchOn(l, j, again)
		ready <- <-again
		return
	}
	// Never unlocked from here: the thread is spoilt for other work and ends with this function.
	err := w.prepare(l, j)
	ready <- err
	if err != nil {
		return
	}
	c, needed := <-l.commands
	if !needed {
		return
	}
	err = w.fork(c)
	l.started <- err
	if err == nil && !w.keeper {
		select {} // the command is told to die with this thread: it lives as long as the process
	}
}

// prepare confines the calling thread.
func (w *warden) prepare(l *launcher, j *job) (err error) {
	if w.keeper {
		l.world, l.name, err = w.worlds.enter(j)
		return err
	}
	if !j.Confined {
		return nil
	}
	return confine(j.Rules, filterFor(j.Rules, false), landlockThread)
}
