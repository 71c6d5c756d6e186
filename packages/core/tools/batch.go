package tools

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// RawCall is one call as the model made it: an id, a name and argument text.
type RawCall struct {
	CallID    string
	Name      string
	Arguments string
}

// Batch is the complete set of calls of one model response (R90).
type Batch struct {
	Calls []RawCall
	// Agent is whom the calls belong to. Nil is a standalone service call: the
	// global view, no agent's guards or listeners, and asks are denied.
	Agent *Agent
	// Set is the step's resolved set. Without one conditional tools are unknown.
	Set *ToolSet
	// Recorder keeps durable records; nil keeps none.
	Recorder Recorder
	// MaxParallel bounds the bodies in flight, see [LaneConfig].
	MaxParallel func() int
	// Trace observes the stages of every call; nil observes nothing.
	Trace Tracer
}

// BatchResult is what a batch came to (Q1).
type BatchResult struct {
	// Outcomes are in call order, one per call. Calls that a cancelled batch
	// never started have a failure with [CodeAbortedBeforeDispatch].
	Outcomes []Outcome
	// Contexts are the accepted contexts in call order (R94).
	Contexts []llm.Message
	// Concluded reports whether a success ended the turn (R89).
	Concluded bool
}

// batchRun is one batch on its lane.
type batchRun struct {
	Lane
	batch   *Batch
	records context.Context // of the records: written also after the caller is gone
	result  BatchResult
	calls   []execution
	seqs    []uint64 // of the call records
}

// RunBatch runs a batch through the shared pipeline under the rules of [Lane].
// Executors call it; users call [Registry.Execute]. The transport is the
// executor's own tool, nil if it has none.
func (r *Registry) RunBatch(ctx context.Context, b *Batch, t *Transport) (*BatchResult, error) {
	if ctx == nil || b == nil || t != nil && t.Tool == nil {
		return nil, refuse(CodeNilArgument, "context, batch or the transport's tool is nil")
	}
	if len(b.Calls) == 1 {
		return r.runSingle(ctx, b, t)
	}
	run := newBatchRun(ctx, r, b, t)
	done, err := run.Run()
	if err == nil {
		err = run.skip(done)
	}
	if err != nil {
		return nil, err
	}
	return &run.result, nil
}

func newBatchRun(ctx context.Context, r *Registry, b *Batch, t *Transport) *batchRun {
	run := &batchRun{batch: b}
	run.calls, run.queue = make([]execution, len(b.Calls)), make([]*execution, len(b.Calls))
	run.result.Outcomes = make([]Outcome, len(b.Calls))
	run.init(ctx, r, LaneConfig{
		Agent: b.Agent, Set: b.Set, Transport: t, MaxParallel: b.MaxParallel, Trace: b.Trace, Observer: run,
	})
	run.env.recorder = b.Recorder
	for i, c := range b.Calls {
		e := &run.calls[i]
		e.begin(ctx, &run.env, &Invocation{CallID: c.CallID, Name: c.Name, Text: c.Arguments})
		run.queue[i] = e
	}
	if b.Recorder != nil {
		run.records = context.WithoutCancel(ctx)
		run.seqs = make([]uint64, len(b.Calls))
	}
	return run
}

// Started writes the call's record.
func (b *batchRun) Started(i int, c *Call) (err error) {
	if b.records == nil {
		return nil
	}
	b.seqs[i], err = b.batch.recordCall(b.records, i, c)
	return err
}

// Committed takes over the outcome and writes its record.
func (b *batchRun) Committed(i int, o *Outcome) error {
	b.result.take(i, o)
	if b.records == nil {
		return nil
	}
	return b.batch.Recorder.RecordResult(b.records, resultRecord(b.seqs[i], o))
}

func (b *Batch) recordCall(ctx context.Context, i int, c *Call) (seq uint64, err error) {
	return b.Recorder.RecordCall(ctx, CallRecord{
		CallID: c.id, Name: c.name, Arguments: b.Calls[i].Arguments,
	})
}

// take puts an outcome in its place.
func (b *BatchResult) take(i int, o *Outcome) {
	b.Outcomes[i] = *o
	if len(o.Result.contexts) > 0 {
		b.Contexts = append(b.Contexts, o.Result.contexts...)
	}
	b.Concluded = b.Concluded || o.Result.concludes
}

// skip gives the calls that a cancelled batch never started their record and
// synthetic result: no policy, no finalizer, no observer (R88).
func (b *batchRun) skip(done int) error {
	for i := done; i < len(b.calls); i++ {
		e := &b.calls[i]
		e.enter(StageSkipped)
		e.outcome = Outcome{Call: &e.call, Result: failed(abortedBefore)}
		b.observed(func(o LaneObserver) error { return o.Started(i, &e.call) })
		b.observed(func(o LaneObserver) error { return o.Committed(i, &e.outcome) })
		if defect := b.defect.Load(); defect != nil {
			return defect
		}
	}
	return nil
}
