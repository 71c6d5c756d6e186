package dshdriver

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/scope"
	native_executor "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// mountExecutors mounts the executors of the case where it says.
func (w *stepWorld) mountExecutors() error {
	if err := w.reg.Events.Change.On(w.root, func(context.Context, tools.Change) error {
		if w.mounting || !w.MountUnmount {
			w.out.ChangeEvents++
		}
		return nil
	}); err != nil {
		return err
	}
	w.mounting = true
	defer func() { w.mounting = false }()
	for _, m := range w.Mounts {
		executor, err := w.executor(m)
		if err != nil {
			return err
		}
		undo, err := w.reg.Mount(w.mountScope(m.At), executor)
		if refusal, ok := errors.AsType[*tools.Error](err); ok &&
			refusal.Code == tools.CodeExecutorTaken {
			w.out.MountFailed = true
			continue
		}
		if err != nil {
			return err
		}
		w.unmount = undo
	}
	if w.MountUnmount {
		return w.remount()
	}
	return nil
}

// remount unmounts and mounts an executor before any tool is registered.
func (w *stepWorld) remount() error {
	if err := w.unmount(context.Background()); err != nil {
		return err
	}
	executor, err := w.executor(conformance.Mount{Executor: "native", At: "deployment"})
	if err != nil {
		return err
	}
	undo, err := w.reg.Mount(w.root, executor)
	if err != nil {
		return err
	}
	return undo(context.Background())
}

func (w *stepWorld) mountScope(at string) *scope.Scope {
	switch at {
	case "preset":
		return w.preset
	case "agent":
		return w.agents[conformance.StepAgent]
	}
	return w.root
}

// executor is a named executor that notes its use.
func (w *stepWorld) executor(m conformance.Mount) (tools.Executor, error) {
	if m.Executor != "ptc" {
		return noted{native_executor.New(w.reg, native_executor.Config{}), m.Executor, w}, nil
	}
	w.program = &program{calls: []string{conformance.ProbeName}}
	inner, err := newProgramExecutor(w.mountScope(m.At), w.reg, w.program, ptc.Config{})
	return noted{inner, m.Executor, w}, err
}

type noted struct {
	tools.Executor
	name string
	w    *stepWorld
}

// Execute notes the executor's name, and what came of the first batch.
func (n noted) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	n.w.out.UsedExecutor = n.name
	r, err := n.Executor.Execute(ctx, b)
	if n.w.first == nil {
		n.w.first = r
	}
	return r, err
}

// runBatch runs the batch of the case, and another after it where the executor
// is unloaded meanwhile.
func (w *stepWorld) runBatch() error {
	if w.Step.Program != "" {
		return w.runProgram()
	}
	if w.Batch == nil || w.setErr != nil {
		return nil
	}
	w.out.ScopeUsed = "global"
	r, err := w.reg.Execute(w.ctx, w.batch())
	if w.out.Rejected, err = rejected(err); err != nil {
		return err
	}
	if r != nil {
		w.out.Results = len(r.Outcomes)
		w.out.Call = outcome(&r.Outcomes[0])
		w.out.Call.Notifications = w.seen
	}
	if w.UnloadDuringBatch {
		_, err := w.reg.Execute(w.ctx, w.batch())
		w.out.SecondRejected, err = rejected(err)
		return err
	}
	return nil
}

// runProgram calls the transport with the step's set. Its program calls the
// probe, bound or not.
func (w *stepWorld) runProgram() error {
	_, err := w.reg.Execute(w.ctx, &tools.Batch{
		Agent: w.stepAgent(), Set: w.set,
		Calls: []tools.RawCall{{CallID: "call-1", Name: tools.ReservedName, Arguments: programArguments}},
	})
	w.out.Bound = append([]string{}, w.program.bound...)
	return err
}

// rejected tells a refused batch from a failure of the driver.
func rejected(err error) (bool, error) {
	refusal, ok := errors.AsType[*tools.Error](err)
	if !ok {
		return false, err
	}
	switch refusal.Code {
	case tools.CodeNoExecutor, tools.CodeSetForeign, tools.CodeSetReleased:
		return true, nil
	}
	return false, err
}

// batch is the batch of the case with calls to its tool.
func (w *stepWorld) batch() *tools.Batch {
	b := &tools.Batch{Agent: w.agent(w.Batch.Agent)}
	raw := w.Batch.Raw
	for len(raw) < w.Batch.Calls {
		raw = append(raw, `{"n":1}`)
	}
	for i, text := range raw {
		b.Calls = append(b.Calls, tools.RawCall{
			CallID: fmt.Sprintf("call-%d", i+1), Name: w.Batch.Call, Arguments: text,
		})
	}
	if w.Batch.Set != "" {
		b.Set = w.set
	}
	if w.Batch.Set == "released" {
		w.set.Release()
	}
	if w.Batch.Log {
		b.Recorder = stepLog{w}
	}
	return b
}

// stepLog is the log of a step's batch.
type stepLog struct{ w *stepWorld }

// RecordCall notes the call.
func (l stepLog) RecordCall(_ context.Context, c tools.CallRecord) (uint64, error) {
	l.w.out.Records = append(l.w.out.Records, "call:"+c.CallID)
	return uint64(len(l.w.out.Records)), nil
}

// RecordResult notes the result.
func (l stepLog) RecordResult(_ context.Context, r tools.ResultRecord) error {
	l.w.out.Records = append(l.w.out.Records, "result:"+r.CallID+":"+outcomeWord(r.IsError, r.Info))
	return nil
}
