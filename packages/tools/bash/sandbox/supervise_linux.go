package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// controlFD is the descriptor of a supervisor's channel to its host; those of the command follow.
const controlFD = 3

// supervisor is the process between the host and a confined command. It adopts every orphan of
// the command, so that it knows when nothing is left, and ends them all when the host orders it
// or is no longer there.
type supervisor struct {
	job     job
	control *os.File
	leader  leader
}

// supervise is the whole life of a supervisor process; it returns the exit status.
func supervise() int {
	debug.SetGCPercent(-1) // a short life with little garbage
	closeOnExec()
	s := &supervisor{control: os.NewFile(controlFD, "control")}
	if err := receive(s.control, &s.job); err != nil {
		return 1
	}
	if err := s.start(); err != nil {
		_, spawn := errors.AsType[*spawnError](err)
		_ = send(s.control, &word{Failed: err.Error(), Spawn: spawn}) // the host may be gone
		return 1
	}
	go s.obey()
	go s.heed()
	s.reap()
	return 0
}

// closeOnExec marks every descriptor but the standard ones: the command gets what it is given
// and nothing that the host's other code left open.
func closeOnExec() {
	err := unix.CloseRange(controlFD, ^uint(0), unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return
	}
	for fd := controlFD; fd < 1024; fd++ { // kernels before 5.11
		unix.CloseOnExec(fd)
	}
}

// start prepares this process and starts the command.
func (s *supervisor) start() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become the reaper of the command: %w", err)
	}
	if s.job.Isolated {
		if err := isolate(s.job.Rules.Write); err != nil {
			return err
		}
	}
	started := make(chan error)
	go s.startOn(started)
	if err := <-started; err != nil {
		return err
	}
	return s.letGo()
}

// startOn starts the command on a thread of its own. Landlock, the filter and the capability
// sets belong to a thread and are inherited by what it starts: confining this thread confines
// the command and leaves the supervisor above it, outside its reach.
func (s *supervisor) startOn(started chan<- error) {
	runtime.LockOSThread() // never unlocked: the thread is spoilt for other work
	if s.job.Confined {
		if err := confine(s.job.Rules, s.job.Isolated); err != nil {
			started <- err
			return
		}
	}
	pid, err := syscall.ForkExec(s.job.Path, s.job.Args, &syscall.ProcAttr{
		Dir:   s.job.Dir,
		Env:   append([]string{}, s.job.Env...),
		Files: s.descriptors(),
		Sys: &syscall.SysProcAttr{
			Setsid:    true,
			Setctty:   s.job.Terminal,
			Pdeathsig: syscall.SIGKILL, // at the end of this thread, hence of the supervisor
		},
	})
	if err != nil {
		started <- &spawnError{s.job.Path, err}
		return
	}
	s.leader.pid = pid
	started <- nil
	select {} // the thread lives as long as the process
}

// spawnError is the failure of a program that could not be started at all.
type spawnError struct {
	path string
	err  error
}

func (e *spawnError) Error() string { return "start " + e.path + ": " + e.err.Error() }

func (s *supervisor) descriptors() []uintptr {
	list := []uintptr{0, 1, 2}
	for i := range s.job.Extra {
		list = append(list, uintptr(controlFD+1+i))
	}
	return list
}

// letGo closes the supervisor's copies of the command's streams: a reader waits for the last
// copy to close.
func (s *supervisor) letGo() error {
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open the null device: %w", err)
	}
	for fd := range controlFD {
		if err := unix.Dup3(null, fd, 0); err != nil {
			return fmt.Errorf("close a stream of the command: %w", err)
		}
	}
	for i := range s.job.Extra {
		_ = unix.Close(controlFD + 1 + i) // already the command's
	}
	return nil
}

// reap collects every process that ends below this one and tells the host of the first. It
// returns when none is left.
func (s *supervisor) reap() {
	for {
		pid, status, err := s.leader.next()
		if err != nil {
			return
		}
		if pid == s.leader.pid {
			st := process.FromWaitStatus(status)
			_ = send(s.control, &word{Code: st.Code, Signal: st.Signal}) // the host may be gone
		}
	}
}

// obey carries out the host's orders. The end of the channel is the end of the host, however it
// came: then nothing may be left either.
func (s *supervisor) obey() {
	var order [1]byte
	for {
		if _, err := io.ReadFull(s.control, order[:]); err != nil {
			s.killAll()
			return
		}
		switch order[0] {
		case orderTerminate:
			s.leader.terminate()
		case orderKill:
			s.killAll()
		}
	}
}

// heed makes an attempt to end the supervisor end the command as well.
func (s *supervisor) heed() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)
	for range signals {
		s.killAll()
	}
}

// killAll ends everything below. In namespaces of its own the end of the supervisor does that at
// one blow; elsewhere the process table is swept until reap has nothing left and exits.
func (s *supervisor) killAll() {
	if s.job.Isolated {
		os.Exit(1)
	}
	sweep(os.Getpid())
}
