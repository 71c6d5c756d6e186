package sandbox

import "time"

// A keeper has a launcher ready for one more command under the rules of the latest: confining a
// thread takes a third of the time that a shell takes to start, and is done while nobody waits.

// restockAfter is when a new spare is made beside a command that goes on.
const restockAfter = 50 * time.Millisecond

// launcherFor returns the spare launcher when it fits j, else a new one.
func (w *warden) launcherFor(j *job) (*launcher, error) {
	spare := w.takeSpare()
	if spare == nil {
		return w.newLauncher(j)
	}
	// What is at the writable places may have changed meanwhile: then the world is another.
	if spare.world == w.worlds.current(j.Rules) {
		return spare, nil
	}
	close(spare.commands)
	return w.newLauncher(j)
}

// takeSpare returns the spare launcher, waiting for one that is being made; nil when there is none.
func (w *warden) takeSpare() *launcher {
	w.mu.Lock()
	stocking := w.stocking
	w.mu.Unlock()
	if stocking != nil {
		<-stocking
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	spare := w.spare
	w.spare = nil
	return spare
}

// restock makes the next spare launcher, for a command like c, once c has ended or goes on for
// longer: a short command has the processors for itself.
func (w *warden) restock(c *command) {
	select {
	case <-c.ended:
	case <-time.After(restockAfter):
	}
	done := make(chan struct{})
	w.mu.Lock()
	needed := w.spare == nil && w.stocking == nil
	if needed {
		w.stocking = done
	}
	w.mu.Unlock()
	if !needed {
		return
	}
	l, err := w.newLauncher(&c.job)
	w.mu.Lock()
	if err == nil { // a command that fails to get one says why
		w.spare = l
	}
	w.stocking = nil
	w.mu.Unlock()
	close(done)
}
