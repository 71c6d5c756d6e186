package sandbox

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// channel makes the two ends of a stream; ours can be waited for without holding a thread.
func channel() (ours, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	theirs = os.NewFile(uintptr(fds[1]), "host")
	if ours, err = channelEnd(fds[0]); err != nil {
		unix.Close(fds[0])
		theirs.Close()
		return nil, nil, err
	}
	return ours, theirs, nil
}

// startSupervisor starts this program again. It gets none of the host's environment, which may
// hold secrets, and a session of its own.
func startSupervisor(files []*os.File, attr *syscall.SysProcAttr) (*os.Process, error) {
	p, err := os.StartProcess("/proc/self/exe", []string{supervisorName}, &os.ProcAttr{
		Dir:   "/",
		Env:   supervisorEnvironment(),
		Files: files,
		Sys:   attr,
	})
	if err != nil {
		return nil, &Error{CodeUnavailable, "start the supervisor", err}
	}
	return p, nil
}

// supervisorEnvironment is for the Go runtime alone. A program built with the race detector would
// otherwise take a second to end.
func supervisorEnvironment() []string {
	return []string{"GOMAXPROCS=2", "GOTRACEBACK=none", "GORACE=atexit_sleep_ms=0"}
}

// streams lays out the descriptors of a command; null stands in for the streams not given.
func streams(c process.Command, null *os.File) []*os.File {
	list := make([]*os.File, 0, 4+len(c.Extra))
	for _, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		if f == nil {
			f = null
		}
		list = append(list, f)
	}
	return append(list, c.Extra...)
}

// startSingle starts c below a supervisor of its own.
func startSingle(c process.Command, j job) (*supervised, error) {
	ours, theirs, err := channel()
	if err != nil {
		return nil, &Error{CodeUnavailable, "make the channel to the supervisor", err}
	}
	defer theirs.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		ours.Close()
		return nil, &Error{CodeUnavailable, "open the null device", err}
	}
	defer null.Close()
	list := streams(c, null)
	files := append(append(append([]*os.File{}, list[:3]...), theirs), list[3:]...)
	rest, err := begin(ours, j, roleSingle)
	if err != nil {
		ours.Close()
		return nil, &Error{CodeUnavailable, "reach the supervisor", err}
	}
	p, err := startSupervisor(files, &syscall.SysProcAttr{Setsid: true})
	if err != nil {
		ours.Close()
		return nil, err
	}
	s := &supervised{control: ours, owner: single{p}, ended: make(chan struct{}),
		gone: make(chan struct{})}
	go s.listen(rest)
	return s, nil
}

// single is the supervisor of one command.
type single struct{ process *os.Process }

// await implements [owner].
func (s single) await() string {
	state, err := s.process.Wait()
	if err != nil {
		return err.Error()
	}
	return state.String()
}

// destroy implements [owner].
func (s single) destroy() { _ = s.process.Kill() }
