package local

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/output"
	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// killBudget is how long killed processes may take to go. Only one that waits for a dead device
// takes longer.
const killBudget = 5 * time.Second

// run is one command with its streams.
type run struct {
	executor *Executor
	spec     shell.Spec
	grace    time.Duration
	tree     process.Tree
	out, err *output.Collector
	outR     *os.File
	errR     *os.File
	feeds    []feed
	feeding  sync.WaitGroup

	status   process.Status
	exited   chan struct{} // the first process was reaped; status is set
	readers  atomic.Int32
	drained  chan struct{} // both streams were read to their end
	settled  atomic.Bool   // no panic came between
	finished atomic.Bool   // settled: what runs on is no one's call any more

	ending sync.Mutex
	ended  bool
}

// feed is text that goes into the command.
type feed struct {
	to   *os.File
	text string
}

// flow starts the goroutines of a run: they end with its first process and its streams.
func (r *run) flow() {
	r.readers.Store(2)
	go r.read(r.outR, r.out)
	go r.read(r.errR, r.err)
	for _, f := range r.feeds {
		r.feeding.Go(func() {
			_, _ = f.to.WriteString(f.text) // a command need not read its input
			_ = f.to.Close()
		})
	}
	go func() {
		r.status = r.tree.Wait()
		close(r.exited)
	}()
}

// buffers are the readers' working space.
type buffers struct{ pool sync.Pool }

const bufferSize = 64 << 10

func (b *buffers) get() *[bufferSize]byte {
	if buf, ok := b.pool.Get().(*[bufferSize]byte); ok {
		return buf
	}
	return new([bufferSize]byte)
}

// read moves one stream into its collector. It always reads on: a command never blocks on a
// stream that nobody wants.
func (r *run) read(f *os.File, c *output.Collector) {
	buf := r.executor.buffers.get()
	defer r.executor.buffers.pool.Put(buf)
	for {
		n, err := f.Read(buf[:])
		_, _ = c.Write(buf[:n]) // never fails
		if err != nil {
			break
		}
	}
	c.Finish()
	_ = f.Close() // a read end: nothing can be lost
	if r.readers.Add(-1) == 0 {
		close(r.drained)
	}
}

// end makes the command and everything that its tree reaches go away. Only the first call works;
// others wait for it.
func (r *run) end() error {
	r.ending.Lock()
	defer r.ending.Unlock()
	if r.ended || r.tree.Gone() {
		r.ended = true
		return nil
	}
	grace, cancel := context.WithTimeout(r.executor.force, r.grace)
	defer cancel()
	r.tree.Terminate()
	if r.tree.Quiet(grace.Done()) {
		r.ended = true
		return nil
	}
	for range 2 { // the second time also takes a supervisor that does not answer
		r.tree.Kill()
		// Killing is not up to the caller any more: it must be seen to its end.
		budget, cancel := context.WithTimeout(context.Background(), killBudget)
		quiet := r.tree.Quiet(budget.Done())
		cancel()
		if quiet {
			r.ended = true
			return nil
		}
	}
	return &shell.Error{Code: shell.CodeStuck,
		Message: "killed processes did not go away; they may be waiting for a device"}
}

// drain waits until the streams of an ended command were read, at most for the grace period, and
// then stops reading: a descendant that still holds a pipe is left alone. When cut is closed the
// wait ends at once.
func (r *run) drain(cut <-chan struct{}) {
	select {
	case <-r.drained:
		return
	default:
	}
	timer := time.NewTimer(r.grace)
	defer timer.Stop()
	select {
	case <-r.drained:
	case <-timer.C:
	case <-cut:
	case <-r.executor.force.Done():
	}
	r.cut()
	<-r.drained
}

// cut makes pending reads of the pipes fail.
func (r *run) cut() {
	past := time.Unix(1, 0)
	_ = r.outR.SetReadDeadline(past) // closed already is as good
	_ = r.errR.SetReadDeadline(past)
}

// stopFeeding ends what still writes to a command that does not read.
func (r *run) stopFeeding() {
	for _, f := range r.feeds {
		_ = f.to.SetWriteDeadline(time.Unix(1, 0)) // closed already is as good
	}
	r.feeding.Wait()
}
