package conformance

import (
	"fmt"
	"slices"
	"strings"
)

func (w *programExpect) compareLogs(wrong *mismatches, logs []string, failed bool) {
	if w.Logs != nil {
		want := *w.Logs
		if failed { // entries with line breaks cannot be told apart in a message
			want = strings.Split(strings.Join(want, "\n"), "\n")
			if len(*w.Logs) == 0 {
				want = nil
			}
		}
		wrong.list("logs", logs, want)
	}
	expect(wrong, "logs_len", len(logs), w.LogsLen)
	if w.FirstLog != nil || w.FirstPrefix != "" {
		first := ""
		if len(logs) > 0 {
			first = logs[0]
		}
		expect(wrong, "first_log", first, w.FirstLog)
		if !strings.HasPrefix(first, w.FirstPrefix) {
			wrong.lines = append(
				wrong.lines,
				fmt.Sprintf("first log is %.80q, want it to begin with %q", first, w.FirstPrefix),
			)
		}
	}
	for i, prefix := range w.LogStarts {
		if i >= len(logs) || !strings.HasPrefix(logs[i], prefix) {
			wrong.lines = append(
				wrong.lines,
				fmt.Sprintf("logs are %.300q, want entry %d to begin with %q", logs, i, prefix),
			)
		}
	}
}

func (w *programExpect) compareText(wrong *mismatches, got ProgramOutcome) {
	expect(wrong, "text", got.Text, w.Text)
	if !strings.HasPrefix(got.Text, w.TextPrefix) {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("text is %.200q, want it to begin with %q", got.Text, w.TextPrefix),
		)
	}
	if w.TextMaxLen != nil && len(got.Text) > *w.TextMaxLen {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("text has %d bytes, want at most %d", len(got.Text), *w.TextMaxLen),
		)
	}
	expectList(wrong, "contexts", got.Contexts, w.Contexts)
}

func (w *programExpect) compareCalls(wrong *mismatches, got ProgramOutcome) {
	wrong.add("settle records", got.Settles, got.Starts)
	if w.StartedAtMost != nil && got.Starts > *w.StartedAtMost {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("%d sub-calls started, want at most %d", got.Starts, *w.StartedAtMost),
		)
	}
	if w.Calls == nil {
		return
	}
	if len(got.Calls) != len(*w.Calls) {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("%d settled sub-calls %v, want %d", len(got.Calls), got.Calls, len(*w.Calls)),
		)
		return
	}
	for i, want := range *w.Calls {
		c := got.Calls[i]
		wrong.add(fmt.Sprintf("calls[%d].id", i), c.ID, want.ID)
		wrong.add(fmt.Sprintf("calls[%d].name", i), c.Name, want.Name)
		wrong.add(fmt.Sprintf("calls[%d].is_error", i), c.IsError, want.IsError)
		if !want.Args.set {
			continue
		}
		if v, err := parseTree(c.Arguments); err != nil || !sameDoubles(v, want.Args.value) {
			wrong.lines = append(
				wrong.lines,
				fmt.Sprintf("calls[%d].args is %s, want %s", i, c.Arguments, textOf(want.Args.value)),
			)
		}
	}
}

// patience multiplies the wall-clock bound of a case: a machine that runs other
// things too must not fail it.
const patience = 4

func (w *programExpect) compareSchedule(wrong *mismatches, got ProgramOutcome) {
	if took := milliseconds(got.Took); w.MaxMs > 0 && took > patience*w.MaxMs {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("the call took %.0f ms, want %.0f ms at most", took, patience*w.MaxMs),
		)
	}
	if w.Schedule == nil {
		return
	}
	expect(wrong, "max_live", got.MaxLive, w.Schedule.MaxLive)
	var starts []string
	for _, e := range got.Trace {
		if name, ok := strings.CutPrefix(e, "start "); ok {
			starts = append(starts, name)
		}
	}
	if w.Schedule.Starts != nil { // overlapping bodies begin on threads of their own
		wrong.list(
			"starts",
			slices.Sorted(slices.Values(starts)),
			slices.Sorted(slices.Values(*w.Schedule.Starts)),
		)
	}
	trace := got.Trace
	if w.Schedule.Trace != nil && w.Schedule.TraceMode == "prefix" {
		trace = trace[:min(len(trace), len(*w.Schedule.Trace))]
	}
	expectList(wrong, "trace", trace, w.Schedule.Trace)
}
