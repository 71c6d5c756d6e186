package dshdriver

import (
	"context"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// runNested runs the calls as sub-calls on the lane that a program's executor
// opens inside its transport call. The program submits all of them at once and
// settles when they have, or at its tick.
func (w *batchWorld) runNested() error {
	var failed error
	program := labelled(outerName, "runs the sub-calls")
	program.Execute = func(ctx context.Context, x *tools.Exec) (any, error) {
		failed = w.program(ctx, x)
		return nil, nil
	}
	if _, err := w.reg.Register(w.root, program); err != nil {
		return err
	}
	_, err := w.reg.Execute(w.ctx, &tools.Batch{Calls: []tools.RawCall{{CallID: "run", Name: outerName}}})
	if err == nil {
		err = failed
	}
	return err
}

func (w *batchWorld) program(ctx context.Context, x *tools.Exec) error {
	ctx, settle := context.WithCancel(ctx)
	defer settle()
	if w.SettleAtTick != nil {
		t := time.AfterFunc(conformance.Ticks(*w.SettleAtTick), settle)
		defer t.Stop()
	}
	nested := x.Nested()
	lane := nested.Lane(ctx, tools.LaneConfig{
		MaxParallel: func() int { return w.Cap }, Observer: subcalls{w},
	})
	for _, c := range w.Calls {
		lane.Submit(nested.Invocation(tools.Invocation{CallID: c.ID, Name: c.ID}))
	}
	lane.Close()
	done, err := lane.Run()
	for _, c := range w.Calls[done:] {
		w.line.Rejected = append(w.line.Rejected, c.ID)
	}
	return err
}

// subcalls records the sub-calls of a program.
type subcalls struct{ w *batchWorld }

// Started records the start.
func (s subcalls) Started(_ int, c *tools.Call) error {
	s.w.record("call", c.ID(), "start:"+c.ID())
	return nil
}

// Committed records the settling, when the value reaches the program.
func (s subcalls) Committed(_ int, o *tools.Outcome) error {
	s.w.record("record", o.Call.ID(), "settle:"+o.Call.ID())
	s.w.line.Commits = append(s.w.line.Commits, o.Call.ID())
	return nil
}
