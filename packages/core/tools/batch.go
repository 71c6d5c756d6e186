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
	*Batch
	ctx    context.Context
	result BatchResult
	seqs   []uint64
}

// RunBatch runs a batch through the shared pipeline under the rules of [Lane].
// Executors call it; users call [Registry.Execute]. The transport is the
// executor's own tool, nil if it has none.
func (r *Registry) RunBatch(ctx context.Context, b *Batch, t *Transport) (*BatchResult, error) {
	// Records are written also after the caller is gone: nothing may be lost.
	run := &batchRun{Batch: b, ctx: context.WithoutCancel(ctx)}
	run.result.Outcomes = make([]Outcome, len(b.Calls))
	if b.Recorder != nil {
		run.seqs = make([]uint64, len(b.Calls))
	}
	lane := r.NewLane(ctx, LaneConfig{
		Agent: b.Agent, Set: b.Set, Transport: t, MaxParallel: b.MaxParallel, Trace: b.Trace,
		Started: run.started, Committed: run.committed,
	})
	calls := make([]*Call, len(b.Calls))
	for i, c := range b.Calls {
		_, calls[i] = lane.Submit(Invocation{CallID: c.CallID, Name: c.Name, Text: c.Arguments})
	}
	lane.Close()
	done, err := lane.Run()
	if err != nil {
		return nil, err
	}
	if err := run.skip(calls, done); err != nil {
		return nil, err
	}
	return &run.result, nil
}

func (b *batchRun) started(i int, c *Call) error {
	if b.Recorder == nil {
		return nil
	}
	seq, err := b.Recorder.RecordCall(b.ctx, CallRecord{CallID: c.id, Name: c.name, Arguments: b.Calls[i].Arguments})
	b.seqs[i] = seq
	return err
}

func (b *batchRun) committed(i int, o *Outcome) error {
	b.result.Outcomes[i] = *o
	b.result.Contexts = append(b.result.Contexts, o.Result.contexts...)
	b.result.Concluded = b.result.Concluded || o.Result.concludes
	if b.Recorder == nil {
		return nil
	}
	return b.Recorder.RecordResult(b.ctx, resultRecord(b.seqs[i], o))
}

// skip gives the calls that a cancelled batch never started their record and
// synthetic result: no policy, no finalizer, no observer (R88).
func (b *batchRun) skip(calls []*Call, done int) error {
	for i, c := range calls[done:] {
		i += done
		if b.Trace != nil {
			b.Trace(c, StageSkipped)
		}
		o := Outcome{Call: c, Result: failed(abortedBefore)}
		if err := b.started(i, c); err != nil {
			return schedulerError(err)
		}
		if err := b.committed(i, &o); err != nil {
			return schedulerError(err)
		}
	}
	return nil
}
