package sandbox

import (
	"io"
	"os"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// wrapped is a command below bwrap: its process group, but for the questions whether the command
// ran at all and who is asked to stop.
type wrapped struct {
	*process.Group
	ended atomic.Bool   // we ended it
	ran   bool          // bwrap told how the command ended
	told  chan struct{} // ran is known
}

// reports makes the pipe on which bwrap tells what it did.
func reports() (theirs, ours *os.File, err error) {
	ours, theirs, err = os.Pipe()
	if err != nil {
		return nil, nil, &Error{CodeUnavailable, "make the pipe for bubblewrap's report", err}
	}
	return theirs, ours, nil
}

// listen reads the report; it ends with bwrap.
func (w *wrapped) listen(report *os.File) {
	defer close(w.told)
	defer report.Close()
	text, _ := io.ReadAll(report) // a pipe: what was read is what was written
	w.ran = strings.Contains(string(text), `"exit-code"`)
}

// Wait implements [process.Tree].
func (w *wrapped) Wait() process.Status {
	status := w.Group.Wait()
	<-w.told
	if !w.ran && !w.ended.Load() {
		return process.Status{Err: &Error{CodeUnavailable, "bubblewrap failed", nil}}
	}
	return status
}

// Terminate implements [process.Tree]. The two processes of bwrap itself are left alone: with
// them the command would be killed, not asked.
func (w *wrapped) Terminate() {
	w.ended.Store(true)
	list, err := process.Descendants(w.Pid())
	if err != nil {
		return
	}
	for _, p := range list {
		if p.Parent != w.Pid() && p.Group == w.Pid() {
			_ = syscall.Kill(p.Pid, syscall.SIGTERM) // gone meanwhile is as good
		}
	}
}

// Kill implements [process.Tree]. The end of bwrap is the end of the command's namespace.
func (w *wrapped) Kill() {
	w.ended.Store(true)
	w.Group.Kill()
}
