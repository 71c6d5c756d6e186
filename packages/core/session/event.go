package session

import (
	"slices"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Type names what an event records, in the form group/name.
type Type string

// Op says what an event does to the surface, the list of messages that the model sees.
type Op string

// The surface operations (§19). The zero Op leaves the surface alone.
const (
	// OpAppend puts the event's message at the end of the surface.
	OpAppend Op = "append"
	// OpReplace puts the event's message in the place of a run of messages.
	OpReplace Op = "replace"
)

// Surface is what an event does to the surface. The zero value does nothing.
type Surface struct {
	Op Op
	// Start and End are the sequence numbers of the events whose messages begin and end the
	// replaced run, both included. They matter for OpReplace only.
	Start, End int64
}

// Event is one entry of a log. Events are values whose parts never change after they were appended:
// Data is immutable, and Sources belongs to the log and must not be modified.
type Event struct {
	// Seq is the position in the log, counted from 0 without gaps.
	Seq int64
	// Time is when the event was appended, in UTC, to the millisecond.
	Time time.Time
	// Type names what happened.
	Type Type
	// Data is the payload, always an object.
	Data jsonvalue.Value
	// Surface is what the event does to the model-visible history.
	Surface Surface
	// Sources are the sequence numbers of the earlier events this one answers.
	Sources []int64
	// Ignorable lets a reader that does not know Type skip the event instead of refusing the log.
	Ignorable bool
}

// Decode reads the payload into the value that into points to. Members that the Go type does not
// have are skipped, so older programs can read newer payloads of a type they know.
func (e Event) Decode(into any) error {
	if err := e.Data.Decode(into); err != nil {
		return atEvent(e.Seq, &Error{
			Code: CodeCorrupt, Message: "the data of " + string(e.Type) + " is malformed", Err: err,
		})
	}
	return nil
}

// Equal reports whether both events record the same, times to the millisecond included.
func (e Event) Equal(f Event) bool {
	return e.Seq == f.Seq && e.Time.Equal(f.Time) && e.Type == f.Type &&
		e.Data.Equal(f.Data) && e.Surface == f.Surface &&
		slices.Equal(e.Sources, f.Sources) && e.Ignorable == f.Ignorable
}

// Record is what a caller appends; the log adds the sequence number and the time.
type Record struct {
	// Type must be declared by the log's catalogue.
	Type Type
	// Data is the payload: any Go value that encodes to a lossless JSON object. It is snapshotted
	// before Append returns, so the caller may change it afterwards.
	Data any
	// Surface is what the event does to the model-visible history.
	Surface Surface
	// Sources are sequence numbers of earlier events.
	Sources []int64
}
