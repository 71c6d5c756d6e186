package sandbox

import (
	"os"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// owner is the process that a supervised command hangs on.
type owner interface {
	// await blocks until the process was reaped, and says how it ended.
	await() string
	// destroy kills it.
	destroy()
}

// supervised is the host's handle of a command below a supervisor. One goroutine listens to the
// supervisor; it ends with the command.
type supervised struct {
	control *os.File
	owner   owner
	kills   atomic.Int32
	status  process.Status
	ended   chan struct{} // status is known
	gone    chan struct{} // nothing is left
}

// listen sends what is left of the job, takes the supervisor's words and waits until nothing is
// left of the command.
func (s *supervised) listen(rest []byte) {
	defer close(s.gone)
	defer s.control.Close()
	var err error
	if len(rest) > 0 {
		_, err = s.control.Write(rest)
	}
	var w word
	if err == nil {
		err = receive(s.control, &w)
	}
	known := err == nil && !w.Gone
	if known {
		s.status = w.status()
		close(s.ended)
		err = receive(s.control, &w)
	}
	if err == nil && w.Gone {
		return // the keeper lives on
	}
	how := s.owner.await()
	if !known {
		s.status = s.unspoken(how)
		close(s.ended)
	}
}

// earlyLimit is the longest job that is sent before anybody reads: it fits into the buffer of any
// channel, so that the supervisor finds it there and waits for nothing.
const earlyLimit = 32 << 10

// begin sends the role, when the supervisor has none yet, and the job. It returns what is still
// to be sent when that is too long to be sent now.
func begin(control *os.File, j job, role ...byte) (rest []byte, err error) {
	all := appendMessage(role, &j)
	if len(all) > earlyLimit {
		return all, nil
	}
	_, err = control.Write(all)
	return nil, err
}

// unspoken is the status of a command whose supervisor ended before it could tell.
func (s *supervised) unspoken(how string) process.Status {
	if s.kills.Load() > 0 {
		return process.Status{Code: -1, Signal: "SIGKILL"}
	}
	return process.Status{Err: &Error{CodeUnavailable, "the supervisor failed: " + how, nil}}
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

// Kill implements [process.Tree]. The supervisor does it; only when it is asked again, because
// the first time was of no use, it is killed itself with all that hangs on it.
func (s *supervised) Kill() {
	if s.kills.Add(1) > 1 {
		s.owner.destroy()
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
