package tools

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Recorder keeps the durable records of a batch's calls (R104). The batch's
// lane calls it, one record at a time, in call order. A failure stops the
// batch as a scheduler failure: nothing unrecorded is started.
type Recorder interface {
	// RecordCall runs before the call's first policy and returns the record's
	// sequence number, which its result cites.
	RecordCall(ctx context.Context, c CallRecord) (seq uint64, err error)
	// RecordResult runs after tools/result.
	RecordResult(ctx context.Context, r ResultRecord) error
}

// SubcallRecorder is what a [Recorder] may also implement to keep the
// start-and-settle pairs of nested calls (R105). Every started call settles
// exactly once.
type SubcallRecorder interface {
	RecordSubcallStart(ctx context.Context, c SubcallRecord) error
	RecordSubcallSettle(ctx context.Context, c SubcallRecord) error
}

// CallRecord tells that a call is about to be put to policy.
type CallRecord struct {
	CallID, Name string
	// Arguments is the raw argument text (R79).
	Arguments string
}

// ResultRecord is what survives of a result. The value is never recorded.
type ResultRecord struct {
	CallID string
	// CallSeq cites the call's record.
	CallSeq uint64
	Content llm.Content
	IsError bool
	// Info is the failure's identity, nil for successes and plain failures.
	Info *Info
	// Meta is presentation metadata, absent if there is none.
	Meta jsonvalue.Value
}

// SubcallRecord is one side of a nested call's pair. Content, IsError and Info
// are set on settling.
type SubcallRecord struct {
	RootCallID, ParentCallID, CallID, Name string
	Arguments                              jsonvalue.Value
	Content                                llm.Content
	IsError                                bool
	Info                                   *Info
}

func resultRecord(seq uint64, o *Outcome) ResultRecord {
	rec := ResultRecord{
		CallID: o.Call.id, CallSeq: seq, Content: o.Result.content,
		IsError: o.Result.IsError(), Meta: o.Result.meta,
	}
	if f := o.Result.failure; f != nil {
		if info, ok := f.Info(); ok {
			rec.Info = &info // a copy: failures share theirs
		}
	}
	return rec
}
