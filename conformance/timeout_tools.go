package conformance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ToolClock is one call of a tool with a clock of its own.
type ToolClock struct {
	// Layer is "bash", "job_output", "search" or "web_fetch".
	Layer string
	// TimeoutMs is the call's own limit; nil gives none.
	TimeoutMs *float64
	// CancelAtMs is when the caller cancels, while the tool is at work; nil never.
	CancelAtMs *float64
	// Command and GraceMs are those of "bash".
	Command string
	GraceMs float64
	// Wait, JobMs and MaxWaitMs are those of "job_output": whether it waits, how
	// long the job runs (zero for ever), and the longest wait (zero the default).
	Wait             bool
	JobMs, MaxWaitMs float64
	// Policy mounts the timeout policy over a tool that declares BudgetMs.
	Policy   bool
	BudgetMs *float64
	// Server is what the server of "web_fetch" does.
	Server     string
	ProviderMs *float64
}

// ToolClockOutcome is what came of a [ToolClock].
type ToolClockOutcome struct {
	ToolOutcome
	// TimedOut and Aborted are what the shell found.
	TimedOut, Aborted bool
	// JobAlive reports whether the job still runs.
	JobAlive bool
}

// toolClockSetup is the setup of those layers.
type toolClockSetup struct {
	TimeoutMs       *number `json:"timeout_ms,omitzero"`
	CancelAt        *number `json:"caller_cancel_at_ms,omitzero"`
	Command         string  `json:"command,omitzero"`
	GraceMs         *number `json:"grace_ms,omitzero"`
	Wait            *bool   `json:"wait,omitzero"`
	Job             string  `json:"job,omitzero"`
	MaxWait         *number `json:"max_wait_ms,omitzero"`
	PolicyOn        *bool   `json:"policy_mounted,omitzero"`
	Declared        *number `json:"declared_timeout_ms,omitzero"`
	ProviderTimeout *number `json:"provider_timeout_ms,omitzero"`
	Server          string  `json:"server,omitzero"`
}

type toolClockExpect struct {
	TimedOut           *bool       `json:"timedOut,omitzero"`
	Aborted            *bool       `json:"aborted,omitzero"`
	Result             string      `json:"result,omitzero"`
	IsError            *bool       `json:"isError,omitzero"`
	Error              *clockError `json:"error,omitzero"`
	NotCode            string      `json:"not_code,omitzero"`
	Rendered           *string     `json:"rendered,omitzero"`
	RenderedSuffix     string      `json:"rendered_suffix,omitzero"`
	JobAlive           *bool       `json:"job_alive,omitzero"`
	EffectiveWait      *float64    `json:"effective_wait_ms,omitzero"`
	ReturnsImmediately *bool       `json:"returns_immediately,omitzero"`
}

func (s toolClockSetup) check() error {
	_, err := s.jobMs()
	return err
}

var runningFor = regexp.MustCompile(`^running(?: for (\d+) ms)?$`)

// jobMs reads how long the job runs; zero is for ever.
func (s toolClockSetup) jobMs() (float64, error) {
	if s.Job == "" {
		return 0, nil
	}
	m := runningFor.FindStringSubmatch(s.Job)
	if m == nil {
		return 0, fmt.Errorf("unknown job %q", s.Job)
	}
	if m[1] == "" {
		return 0, nil
	}
	return strconv.ParseFloat(m[1], 64)
}

func (s toolClockSetup) run(d Driver, layer string, want toolClockExpect) error {
	c := ToolClock{
		Layer: layer, TimeoutMs: s.TimeoutMs.float(), CancelAtMs: s.CancelAt.float(), Command: s.Command,
		Wait: s.Wait != nil &&
			*s.Wait, Policy: s.PolicyOn != nil && *s.PolicyOn, BudgetMs: s.Declared.float(),
		Server: s.Server, ProviderMs: s.ProviderTimeout.float(),
	}
	set(&c.GraceMs, s.GraceMs.float())
	set(&c.MaxWaitMs, s.MaxWait.float())
	var err error
	if c.JobMs, err = s.jobMs(); err != nil {
		return err
	}
	got, err := d.ToolClock(c)
	if err != nil {
		return err
	}
	return want.compare(got)
}

// abortedResult is the sentence of a case whose call ends as aborted.
const abortedResult = "registry reports ABORTED"

func (w toolClockExpect) compare(got ToolClockOutcome) error {
	var wrong mismatches
	expect(&wrong, "timedOut", got.TimedOut, w.TimedOut)
	expect(&wrong, "aborted", got.Aborted, w.Aborted)
	expect(&wrong, "isError", got.IsError, w.IsError)
	expect(&wrong, "job_alive", got.JobAlive, w.JobAlive)
	expect(&wrong, "rendered", got.Text, w.Rendered)
	if !strings.HasSuffix(got.Text, w.RenderedSuffix) {
		wrong.add("rendered", got.Text, "one that ends in "+w.RenderedSuffix)
	}
	if strings.HasPrefix(w.Result, abortedResult) {
		wrong.add("code", got.Code, "ABORTED")
	}
	if w.NotCode != "" && got.Code == w.NotCode {
		wrong.add("code", got.Code, "another")
	}
	if w.Error != nil {
		w.Error.compare(&wrong, Budget{}, BudgetOutcome{Outcome: got.Outcome})
	}
	if w.EffectiveWait != nil {
		wrong.add("effective_wait_ms", milliseconds(got.Took), *w.EffectiveWait)
	}
	if w.ReturnsImmediately != nil {
		wrong.add("returns_immediately", got.Took < time.Millisecond, *w.ReturnsImmediately)
	}
	return wrong.err()
}
