package sandbox

import (
	"fmt"
	"os"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// supervised is the host's handle of a command below a supervisor. One goroutine listens to the
// supervisor; it ends with it.
type supervised struct {
	process  *os.Process
	control  *os.File
	isolated bool
	kills    atomic.Int32
	status   process.Status
	ended    chan struct{} // status is known
	gone     chan struct{} // the supervisor was reaped: nothing is left
}

// startSupervised starts this program again as the supervisor of c.
func startSupervised(c process.Command, j job) (*supervised, error) {
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
	p, err := os.StartProcess("/proc/self/exe", []string{supervisorName}, &os.ProcAttr{
		Dir:   "/",
		Env:   []string{"GOMAXPROCS=2", "GOTRACEBACK=none"}, // none of the host's secrets
		Files: supervisorFiles(c, null, theirs),
		Sys:   supervisorAttributes(j.Isolated),
	})
	if err != nil {
		ours.Close()
		return nil, &Error{CodeUnavailable, "start the supervisor", err}
	}
	s := &supervised{process: p, control: ours, isolated: j.Isolated,
		ended: make(chan struct{}), gone: make(chan struct{})}
	go s.listen(j)
	return s, nil
}

// channel makes the two ends of a stream; ours can be waited for without holding a thread.
func channel() (ours, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.SetNonblock(fds[0], true); err != nil {
		unix.Close(fds[0])
		unix.Close(fds[1])
		return nil, nil, err
	}
	return os.NewFile(uintptr(fds[0]), "supervisor"), os.NewFile(uintptr(fds[1]), "host"), nil
}

func supervisorFiles(c process.Command, null, control *os.File) []*os.File {
	list := make([]*os.File, 0, 4+len(c.Extra))
	for _, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		if f == nil {
			f = null
		}
		list = append(list, f)
	}
	return append(append(list, control), c.Extra...)
}

// supervisorAttributes put the supervisor into a session of its own and, isolated, into fresh
// namespaces in which it is the first process and the user is who they were.
func supervisorAttributes(isolated bool) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if isolated {
		attr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS |
			syscall.CLONE_NEWIPC
		attr.UidMappings, attr.GidMappings, attr.GidMappingsEnableSetgroups = identity()
	}
	return attr
}

// listen sends the job, takes the supervisor's word and waits for its end.
func (s *supervised) listen(j job) {
	defer close(s.gone)
	defer s.control.Close()
	err := send(s.control, &j)
	var w word
	if err == nil {
		err = receive(s.control, &w)
	}
	if err == nil {
		s.status = w.status()
		close(s.ended)
	}
	state, waitErr := s.process.Wait()
	if err == nil {
		return
	}
	if s.kills.Load() > 0 {
		s.status = process.Status{Code: -1, Signal: "SIGKILL"}
	} else {
		s.status = process.Status{Err: &Error{CodeUnavailable,
			fmt.Sprintf("the supervisor ended without a word (%v)", describe(state, waitErr)), err}}
	}
	close(s.ended)
}

func describe(state *os.ProcessState, err error) string {
	if err != nil {
		return err.Error()
	}
	return state.String()
}

// status translates the supervisor's word.
func (w word) status() process.Status {
	switch {
	case w.Spawn:
		return process.Status{Err: &process.Error{Code: process.CodeSpawn, Message: w.Failed}}
	case w.Failed != "":
		return process.Status{Err: &Error{CodeUnavailable, w.Failed, nil}}
	default:
		return process.Status{Code: w.Code, Signal: w.Signal}
	}
}

// Wait implements [process.Tree].
func (s *supervised) Wait() process.Status {
	<-s.ended
	return s.status
}

// Terminate implements [process.Tree].
func (s *supervised) Terminate() { s.order(orderTerminate) }

// order tells the supervisor; one that is gone needs no orders.
func (s *supervised) order(what byte) { _, _ = s.control.Write([]byte{what}) }

// Kill implements [process.Tree]. The supervisor's end is the end of all in its namespace;
// elsewhere it kills what it adopted, and is killed itself only when asked twice.
func (s *supervised) Kill() {
	if n := s.kills.Add(1); s.isolated || n > 1 {
		_ = s.process.Kill() // gone already is as good
		return
	}
	s.order(orderKill)
}

// Gone implements [process.Tree].
func (s *supervised) Gone() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// Quiet implements [process.Tree].
func (s *supervised) Quiet(done <-chan struct{}) bool {
	select {
	case <-s.gone:
		return true
	case <-done:
		return s.Gone()
	}
}
