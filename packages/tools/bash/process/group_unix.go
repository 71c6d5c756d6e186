//go:build unix

package process

import (
	"os"
	"sync"
	"syscall"
	"time"
)

// pollEvery is how often a dying group is looked at.
const pollEvery = 15 * time.Millisecond

// StartGroup starts c as the leader of a session and process group of its own. Signals go to the
// whole group; a group is never signalled after it was seen gone, since its number may then be
// another's.
func StartGroup(c Command) (*Group, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, &Error{CodeSpawn, "open the null device", err}
	}
	defer null.Close()
	p, err := os.StartProcess(c.Path, c.Args, &os.ProcAttr{
		Dir:   c.Dir,
		Env:   append([]string{}, c.Env...), // nil would inherit the host's
		Files: files(c, null),
		Sys:   &syscall.SysProcAttr{Setsid: true, Setctty: c.Terminal, Ctty: 1},
	})
	if err != nil {
		return nil, &Error{CodeSpawn, "start " + c.Path, err}
	}
	return &Group{process: p, ended: make(chan struct{})}, nil
}

// files lays out the descriptors of a command; null stands in for the streams not given.
func files(c Command, null *os.File) []*os.File {
	list := make([]*os.File, 0, 3+len(c.Extra))
	for _, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		if f == nil {
			f = null
		}
		list = append(list, f)
	}
	return append(list, c.Extra...)
}

// Group is a [Tree] held together by a process group. The first caller of Wait reaps the leader.
type Group struct {
	process *os.Process
	once    sync.Once
	status  Status
	ended   chan struct{} // the leader was reaped and status is set

	mu     sync.Mutex
	reaped bool
	gone   bool
}

// Pid is the number of the leader, and of the group.
func (g *Group) Pid() int { return g.process.Pid }

// Wait implements [Tree].
func (g *Group) Wait() Status {
	g.once.Do(func() {
		g.status = statusOf(g.reap())
		close(g.ended)
	})
	<-g.ended
	return g.status
}

// statusOf turns what the system reports into a Status.
func statusOf(state *os.ProcessState, err error) Status {
	if err != nil {
		return Status{Err: &Error{CodeSpawn, "wait for the command", err}}
	}
	ws, ok := state.Sys().(syscall.WaitStatus)
	if !ok {
		return Status{Code: state.ExitCode()}
	}
	return FromWaitStatus(ws)
}

// FromWaitStatus translates a wait status.
func FromWaitStatus(ws syscall.WaitStatus) Status {
	if ws.Signaled() {
		return Status{Code: -1, Signal: SignalName(ws.Signal())}
	}
	return Status{Code: ws.ExitStatus()}
}

// Terminate implements [Tree].
func (g *Group) Terminate() { g.signal(syscall.SIGTERM) }

// Kill implements [Tree].
func (g *Group) Kill() { g.signal(syscall.SIGKILL) }

// signal reaches every member. While the leader is not reaped its number is reserved; later the
// group is looked at first.
func (g *Group) signal(sig syscall.Signal) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.reaped && !g.look() {
		return
	}
	if syscall.Kill(-g.process.Pid, sig) != nil && !g.reaped {
		_ = g.process.Signal(sig) // no group of that number: the leader alone
	}
}

// look reports whether the group has a living member; the caller holds mu and the leader is
// reaped.
func (g *Group) look() bool {
	if !g.gone && !groupAlive(g.process.Pid) {
		g.gone = true
	}
	return !g.gone
}

// Gone implements [Tree].
func (g *Group) Gone() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.reaped && !g.look()
}

// Quiet implements [Tree].
func (g *Group) Quiet(done <-chan struct{}) bool {
	select {
	case <-g.ended:
	case <-done:
		return g.Gone()
	}
	if g.Gone() {
		return true
	}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if g.Gone() {
				return true
			}
		case <-done:
			return g.Gone()
		}
	}
}
