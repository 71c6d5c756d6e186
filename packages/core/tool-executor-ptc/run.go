package ptc

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// errRunOver is the cause of the run's context once its program has ended.
var errRunOver = errors.New("the program has ended")

// errUnrecorded is the cause when a call could not be recorded.
var errUnrecorded = errors.New("a call could not be recorded")

// run is one program and its calls. The program's goroutine submits calls and
// drives their lane while it waits for them; else a goroutine of the lane does,
// see drive.go. Log tasks record beside both.
type run struct {
	executor *Executor
	exec     *tools.Exec
	nested   tools.Nested
	ctx      context.Context // ends with the caller or the program (P90)
	end      context.CancelCauseFunc
	lane     *tools.Lane
	log      subcallLog

	mu        sync.Mutex
	calls     []*coderuntime.Call // by index in the lane; nil once committed
	committed int
	over      bool
	drivers
}

func newRun(ctx context.Context, e *Executor, x *tools.Exec) *run {
	r := &run{executor: e, exec: x, nested: x.Nested()}
	r.ctx, r.end = context.WithCancelCause(ctx)
	r.lane = r.nested.Lane(r.ctx, tools.LaneConfig{
		MaxParallel: func() int { return e.config.MaxParallelSubCalls },
		Observer:    r,
	})
	r.log.init(r)
	return r
}

// program runs the program to its end and returns when everything that it
// started is quiet: queued calls are abandoned, running ones are cancelled and
// awaited, records are written (P91).
func (r *run) program(runtime coderuntime.Runtime, code string) (coderuntime.Result, error) {
	var result coderuntime.Result
	err := error(errExited) // unless the runtime returns: a body may end its goroutine
	done := make(chan struct{})
	go func() {
		defer close(done)
		result, err = r.runtime(runtime, code)
	}()
	<-done
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	r.end(errRunOver)
	r.lane.Close()
	r.apart.Wait()
	_, laneErr := r.lane.Run()
	r.abandon()
	logErr := r.log.wait()
	return result, errors.Join(err, laneErr, logErr)
}

// runtime contains a runtime that fails or panics: the run is then drained
// like any other (P96).
func (r *run) runtime(runtime coderuntime.Runtime, code string) (result coderuntime.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("code runtime panicked: %v", v)
		}
	}()
	list := r.nested.Tools()
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = t.Name()
	}
	return runtime.Run(r.ctx, coderuntime.Request{
		Program: code,
		Namespaces: []coderuntime.Namespace{{
			Global: "tools", Members: names, Invoke: r.invoke,
			ErrorClass: &coderuntime.ErrorClass{Name: "ToolCallError", MemberNameProperty: "toolName"},
		}},
		Declarations: func() string { return declared(list) },
		Log:          r.progress,
		Driver:       r,
	})
}

func (r *run) progress(entry string) {
	r.exec.Progress(0, 0, entry, jsonvalue.Value{})
}

// invoke numbers and submits one call. The runtime calls it from the program's
// goroutine, in the order of the program's calls (P71). A call made when the
// program has ended is rejected and never dispatched (P93).
func (r *run) invoke(call *coderuntime.Call) {
	args, err := arguments(call)
	if err != nil {
		call.Reject(err.Error())
		return
	}
	r.mu.Lock()
	if r.over {
		r.mu.Unlock()
		call.Reject(abandoned(call.Member()))
		return
	}
	r.calls = append(r.calls, call)
	r.lane.Submit(r.nested.Invocation(tools.Invocation{
		CallID: r.exec.ID() + ":code:" + strconv.Itoa(len(r.calls)), Name: call.Member(), Value: args,
	}))
	attached := r.attached
	r.mu.Unlock()
	if !attached {
		r.Detach()
	}
}

// arguments takes the argument over as a value of its own (P62).
func arguments(call *coderuntime.Call) (jsonvalue.Value, error) {
	text := call.Argument()
	if text == "" {
		return jsonvalue.Value{}, errors.New("arguments must be lossless JSON: pass an object, such as {}")
	}
	v, err := valueOf(text)
	if err != nil {
		return v, fmt.Errorf("arguments must be lossless JSON: %w", err)
	}
	return v, nil
}

func abandoned(name string) string {
	return fmt.Sprintf("the call of %s was not started: the program has ended", name)
}

// commit takes a call out of those that wait for an outcome.
func (r *run) commit(index int) *coderuntime.Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	call := r.calls[index]
	r.calls[index] = nil
	r.committed++
	return call
}

// Started records the call's start (P84). A start that cannot be recorded ends the
// program at once, since the lane then waits for what runs.
func (r *run) Started(_ int, c *tools.Call) error {
	recorded := false
	defer func() {
		if !recorded {
			r.end(errUnrecorded)
		}
	}()
	err := r.log.started(c)
	recorded = err == nil
	return err
}

// Committed hands the outcome to the program and forwards what belongs to the
// outer result: the images of a success first, then the call's own contexts
// (P86, P87).
func (r *run) Committed(index int, o *tools.Outcome) error {
	call := r.commit(index)
	if f := o.Result.Failure(); f != nil {
		call.Reject(f.Message())
	} else {
		call.Resolve(o.Result.Value().Text())
		if o.Result.Content().HasImage() {
			r.exec.DeferContext(imageContext(o))
		}
	}
	r.exec.Forward(o.Result)
	r.log.settled(o)
	return nil
}

// abandon rejects what was never started, without a record (P91), and what has
// no outcome yet: one that comes later finds its call settled (P93).
func (r *run) abandon() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, call := range r.calls[r.committed:] {
		call.Reject(abandoned(call.Member()))
	}
}
