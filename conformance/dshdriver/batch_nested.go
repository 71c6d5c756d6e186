package dshdriver

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/conformance"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// runNested runs the calls as the sub-calls of one program, which makes all of
// them at once and settles when they have, or at its tick.
func (w *batchWorld) runNested() error {
	p := &program{}
	for _, c := range w.Calls {
		p.calls = append(p.calls, c.ID)
	}
	if w.SettleAtTick != nil {
		p.settleAfter = conformance.Ticks(*w.SettleAtTick)
	}
	s, err := w.root.Keyed("agent", nil)
	if err != nil {
		return err
	}
	executor, err := newProgramExecutor(s, w.reg, p, ptc.Config{MaxParallelSubCalls: w.Cap})
	if err != nil {
		return err
	}
	if _, err := w.reg.Mount(s, executor); err != nil {
		return err
	}
	b := &tools.Batch{Agent: &tools.Agent{ID: "agent", Key: s.Key()}, Calls: []tools.RawCall{{
		CallID: "run", Name: tools.ReservedName, Arguments: programArguments,
	}}}
	if !w.NoLog {
		b.Recorder = programLog{w}
	}
	r, err := w.execute(w.ctx, w.reg, w.root, b)
	if err != nil {
		return err
	}
	p.drain()
	w.line.Commits, w.line.Rejected = p.commits, p.rejected
	if f := r.Outcomes[0].Result.Failure(); f != nil && w.AbortAtTick == nil {
		return errors.New("the program failed: " + f.Message())
	}
	return nil
}

// programLog is the log of a program's batch: it keeps the sub-calls.
type programLog struct{ w *batchWorld }

// RecordCall keeps nothing of the program's own call.
func (programLog) RecordCall(context.Context, tools.CallRecord) (uint64, error) { return 1, nil }

// RecordResult keeps nothing of the program's own call.
func (programLog) RecordResult(context.Context, tools.ResultRecord) error { return nil }

// RecordSubcallStart keeps the start. Sub-calls are told by their tools.
func (l programLog) RecordSubcallStart(_ context.Context, c tools.SubcallRecord) error {
	l.w.record("call", c.Name, "start:"+c.Name)
	return nil
}

// RecordSubcallSettle keeps the settling, which runs beside the lane.
func (l programLog) RecordSubcallSettle(_ context.Context, c tools.SubcallRecord) error {
	l.w.note("settle:" + c.Name)
	return nil
}
