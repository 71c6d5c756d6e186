package testkit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// Log is a recorder that keeps its records in memory. The zero value is ready.
// Safe for concurrent use.
type Log struct {
	// FailAt, if set, fails the record of this form, such as "call:call-2" or
	// "result:call-1".
	FailAt string

	mu      sync.Mutex
	seq     uint64
	calls   []tools.CallRecord
	results []tools.ResultRecord
	started []tools.SubcallRecord
	settled []tools.SubcallRecord
	lines   []string
	numbers map[uint64]string
	faults  []string
}

var (
	_ tools.Recorder        = (*Log)(nil)
	_ tools.SubcallRecorder = (*Log)(nil)
)

// fault is the failure that a log was told to have.
type fault string

func (f fault) Error() string { return "the log refuses " + string(f) }

// write adds a line unless the log was told to fail at it.
func (l *Log) write(what, id, status string) (uint64, error) {
	if key := what + ":" + id; l.FailAt == key {
		return 0, fault(key)
	}
	line := what + ":" + id
	if status != "" {
		line += ":" + status
	}
	l.seq++
	l.lines = append(l.lines, line)
	return l.seq, nil
}

// RecordCall keeps a call.
func (l *Log) RecordCall(_ context.Context, c tools.CallRecord) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seq, err := l.write("call", c.CallID, "")
	if err != nil {
		return 0, err
	}
	if l.numbers == nil {
		l.numbers = map[uint64]string{}
	}
	l.numbers[seq] = c.CallID
	l.calls = append(l.calls, c)
	return seq, nil
}

// RecordResult keeps a result. One that cites no record of its call is a fault
// of the log; see [Log.Faults].
func (l *Log) RecordResult(ctx context.Context, r tools.ResultRecord) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.write("result", r.CallID, word(r.IsError, r.Info)); err != nil {
		return err
	}
	if l.numbers[r.CallSeq] != r.CallID {
		l.faults = append(
			l.faults,
			fmt.Sprintf("the result of %s cites record %d, which is not its call's",
				r.CallID, r.CallSeq),
		)
	}
	if ctx.Err() != nil {
		l.faults = append(
			l.faults,
			"the result of "+r.CallID+" was recorded under a context that had ended",
		)
	}
	l.results = append(l.results, r)
	return nil
}

// RecordSubcallStart keeps the start of a nested call.
func (l *Log) RecordSubcallStart(_ context.Context, c tools.SubcallRecord) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.write("start", c.CallID, "")
	l.started = append(l.started, c)
	return err
}

// RecordSubcallSettle keeps the end of a nested call.
func (l *Log) RecordSubcallSettle(_ context.Context, c tools.SubcallRecord) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.write("settle", c.CallID, word(c.IsError, c.Info))
	l.settled = append(l.settled, c)
	return err
}

func word(isError bool, info *tools.Info) string {
	switch {
	case info != nil:
		return string(info.Code)
	case isError:
		return "error"
	}
	return "ok"
}

// Lines returns the records in order: "call:<id>", "result:<id>:<code, ok or
// error>", "start:<id>", "settle:<id>:<…>".
func (l *Log) Lines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.lines)
}

// String returns the lines joined by spaces.
func (l *Log) String() string { return strings.Join(l.Lines(), " ") }

// Calls returns the call records in order.
func (l *Log) Calls() []tools.CallRecord {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.calls)
}

// Results returns the result records in order.
func (l *Log) Results() []tools.ResultRecord {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.results)
}

// Subcalls returns the starts and the settlings of nested calls, each in order.
func (l *Log) Subcalls() (started, settled []tools.SubcallRecord) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.started), slices.Clone(l.settled)
}

// Faults returns what is wrong with the records themselves: results that cite
// another call's record, and calls without exactly one result.
func (l *Log) Faults() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	faults := slices.Clone(l.faults)
	count := map[string]int{}
	for _, r := range l.results {
		count[r.CallID]++
	}
	for _, c := range l.calls {
		if n := count[c.CallID]; n != 1 {
			faults = append(faults, fmt.Sprintf("%s has %d results", c.CallID, n))
		}
	}
	return faults
}
