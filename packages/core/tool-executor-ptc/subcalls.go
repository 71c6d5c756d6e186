package ptc

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// subcallLog records the nested calls of one run (P84, P85). Starts are
// recorded in the lane. Settlements are shaped and recorded beside the
// program, in commit order; when too many are pending the lane waits (P89).
type subcallLog struct {
	run      *run
	recorder tools.SubcallRecorder
	ctx      context.Context // of the records: written also when the run is cancelled
	slots    chan struct{}
	last     chan struct{} // closed when the task before has recorded

	wg   sync.WaitGroup
	mu   sync.Mutex
	errs []error
}

func (l *subcallLog) init(r *run) {
	l.run, l.recorder = r, r.nested.Recorder()
	l.ctx = context.WithoutCancel(r.ctx)
	l.slots = make(chan struct{}, r.executor.config.MaxParallelSubCalls)
	l.last = make(chan struct{})
	close(l.last)
}

func (l *subcallLog) record(c *tools.Call) tools.SubcallRecord {
	return tools.SubcallRecord{
		RootCallID: c.RootID(), ParentCallID: l.run.exec.ID(), CallID: c.ID(),
		Name: c.Name(), Arguments: c.Arguments(),
	}
}

func (l *subcallLog) started(c *tools.Call) error {
	if l.recorder == nil {
		return nil
	}
	return l.recorder.RecordSubcallStart(l.ctx, l.record(c))
}

// full reports whether the next settlement would have to wait for an earlier one.
func (l *subcallLog) full() bool { return l.recorder != nil && len(l.slots) == cap(l.slots) }

// settled starts the task that records the outcome. A store that hangs delays
// neither values nor starts until as many tasks wait as calls may overlap: then
// the lane waits here (P136).
func (l *subcallLog) settled(o *tools.Outcome) {
	if l.recorder == nil {
		return
	}
	outcome, before, done := *o, l.last, make(chan struct{})
	l.last = done
	l.slots <- struct{}{}
	l.wg.Go(func() {
		defer func() { <-l.slots }()
		defer close(done)
		defer func() { <-before }() // a record that fails does not overtake either
		l.recorded(func() error {
			content := l.shape(&outcome)
			<-before
			return l.settle(&outcome, content)
		})
	})
}

// recorded keeps what made a record fail: an error, a panic, or a goroutine that was
// ended.
func (l *subcallLog) recorded(record func() error) {
	err := error(errRecordExited)
	defer func() {
		if v := recover(); v != nil {
			err = &tools.PanicError{Where: "the record of a call", Value: v, Stack: debug.Stack()}
		}
		if err != nil {
			l.mu.Lock()
			l.errs = append(l.errs, err)
			l.mu.Unlock()
		}
	}()
	err = record()
}

// errRecordExited: a recorder, or a listener of the log waterfall, ended its goroutine.
var errRecordExited = &tools.Error{Name: "CodeExecutorError", Code: tools.CodeExited,
	Message: "the record of a call ended its goroutine instead of returning"}

func (l *subcallLog) settle(o *tools.Outcome, content llm.Content) error {
	rec := l.record(o.Call)
	rec.Content, rec.IsError = content, o.Result.IsError()
	if f := o.Result.Failure(); f != nil {
		if info, ok := f.Info(); ok {
			rec.Info = &info
		}
	}
	return l.recorder.RecordSubcallSettle(l.ctx, rec)
}

// shape asks the log waterfall for the recorded copy of the content.
func (l *subcallLog) shape(o *tools.Outcome) llm.Content {
	in := &SubcallLog{
		Outer: l.run.exec.Call, Call: o.Call,
		IsError: o.Result.IsError(), Content: o.Result.Content(),
	}
	content, err := l.run.executor.Events.SubcallLog.Dispatch(l.ctx, o.Call.Agent().Key, in, keep)
	if err != nil {
		l.run.executor.report(o.Call, err)
		return o.Result.Content()
	}
	return content
}

func keep(_ context.Context, in *SubcallLog) (llm.Content, error) { return in.Content, nil }

// wait returns when every settlement is recorded, with what failed: the run does
// not end before (P136).
func (l *subcallLog) wait() error {
	l.wg.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Join(l.errs...)
}
