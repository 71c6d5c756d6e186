package tools

import (
	"context"
	"runtime/debug"
)

// singleRun is a batch of one call, the commonest. Nothing can overlap its call, so
// it needs no lane: the stages follow one another in the caller's goroutine.
type singleRun struct {
	env     environment
	call    execution
	result  BatchResult
	outcome [1]Outcome
}

func (r *Registry) runSingle(ctx context.Context, b *Batch, t *Transport) (*BatchResult, error) {
	s := &singleRun{env: environment{
		reg: r, agent: b.Agent, set: b.Set, transport: t, trace: b.Trace, recorder: b.Recorder,
	}}
	s.result.Outcomes = s.outcome[:]
	c := &b.Calls[0]
	s.call.begin(ctx, &s.env, &Invocation{CallID: c.CallID, Name: c.Name, Text: c.Arguments})
	if err := s.run(ctx, b); err != nil {
		return nil, err
	}
	return &s.result, nil
}

// run is what [Lane.Run] does with one call. A panic of the pipeline itself is a
// scheduler failure like there.
func (s *singleRun) run(ctx context.Context, b *Batch) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = schedulerError(&PanicError{Where: "the pipeline", Value: v, Stack: debug.Stack()})
		}
	}()
	e, stopped := &s.call, ctx.Err() != nil
	if !stopped && b.MaxParallel != nil {
		b.MaxParallel() // read when a group starts (R80)
	}
	if stopped {
		e.enter(StageSkipped)
	}
	var seq uint64
	if b.Recorder != nil {
		ctx = context.WithoutCancel(ctx)
		if seq, err = b.recordCall(ctx, 0, &e.call); err != nil {
			return schedulerError(err)
		}
	}
	if stopped { // no policy, no finalizer, no observer (R88)
		e.outcome = Outcome{Call: &e.call, Result: failed(abortedBefore)}
	} else {
		e.through()
	}
	s.result.take(0, &e.outcome)
	if b.Recorder == nil {
		return nil
	}
	if err = b.Recorder.RecordResult(ctx, resultRecord(seq, &e.outcome)); err != nil {
		return schedulerError(err)
	}
	return nil
}
