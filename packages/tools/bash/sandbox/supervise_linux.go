package sandbox

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"
)

// controlFD is the descriptor of a supervisor's channel to its host; in a supervisor of one
// command, the command's further descriptors follow it.
const controlFD = 3

// supervise is the whole life of a supervisor process; it returns the exit status.
//
// There are two kinds. A keeper is the first process of its own namespaces and serves any number
// of commands, each in a mount namespace of its own. Where users may not make namespaces, each
// command gets a supervisor of its own. Either adopts every orphan of its commands, knows when
// nothing is left of one, and ends them all when its host is no longer there.
func supervise() int {
	closeOnExec()
	control, err := channelEnd(controlFD)
	if err != nil {
		return 1
	}
	var role [1]byte
	if _, err := io.ReadFull(control, role[:]); err != nil {
		return 1
	}
	w := newWarden(role[0] == roleKeeper)
	if w.keeper {
		err = w.keep(control)
	} else {
		err = w.serveOne(control)
	}
	if err != nil {
		_ = send(control, &word{Failed: err.Error()}) // the host may be gone
		return 1
	}
	w.reap()
	return 0
}

// closeOnExec marks every descriptor but the standard ones: a command gets what it is given and
// nothing that the host's other code left open.
func closeOnExec() {
	err := unix.CloseRange(controlFD, ^uint(0), unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return
	}
	for fd := controlFD; fd < 1024; fd++ { // kernels before 5.11
		unix.CloseOnExec(fd)
	}
}

// channelEnd makes a file of a socket that can be closed while someone reads from it.
func channelEnd(fd int) (*os.File, error) {
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "channel"), nil
}

// keep prepares the keeper's namespaces and serves what the host sends.
func (w *warden) keep(control *os.File) error {
	if err := settle(); err != nil {
		return err
	}
	go func() {
		for {
			c, err := acceptCommand(control)
			if err != nil {
				os.Exit(1) // the host is gone, and with this process its namespaces
			}
			go w.serve(c)
		}
	}()
	return nil
}

// serveOne makes this process the reaper of a single command, whose streams are its own.
func (w *warden) serveOne(control *os.File) error {
	debug.SetGCPercent(-1) // a short life with little garbage
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become the reaper of the command: %w", err)
	}
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open the null device: %w", err)
	}
	c := &command{control: control, ended: make(chan struct{})}
	if err := receive(control, &c.job); err != nil {
		return err
	}
	for fd := range controlFD { // its copies must close when the command has them
		moved, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, controlFD+1+c.job.Extra)
		if err != nil {
			return fmt.Errorf("take over a stream: %w", err)
		}
		if err := unix.Dup3(null, fd, 0); err != nil {
			return fmt.Errorf("take over a stream: %w", err)
		}
		c.fds = append(c.fds, moved)
	}
	for i := range c.job.Extra {
		c.fds = append(c.fds, controlFD+1+i)
	}
	go w.serve(c)
	go w.heed()
	<-w.born
	return nil
}

// heed makes an attempt to end the supervisor end its command as well.
func (w *warden) heed() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)
	for range signals {
		sweep(adopted{})
	}
}
