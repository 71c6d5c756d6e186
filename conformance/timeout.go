package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Clamp is a requested timeout in milliseconds; nil asks for the default.
type Clamp struct {
	Requested      *float64
	Default, Limit float64
}

// Deadline is a deadline derived from an upstream context.
type Deadline struct {
	// TimeoutMs of zero or less arms no timer.
	TimeoutMs float64
	Code      string
	// UpstreamAtMs is when upstream is cancelled; nil never. AlreadyCancelled
	// cancels it before the deadline is derived.
	UpstreamAtMs     *float64
	AlreadyCancelled bool
	// DisposeAtMs is when the deadline is given up; nil never.
	DisposeAtMs *float64
}

// DeadlineOutcome is how a [Deadline] ended. It is observed until everything
// that could end it has happened.
type DeadlineOutcome struct {
	// Refused is set if no deadline was derived.
	Refused error
	// Ended is when the context ended, nil if it did not.
	Ended *time.Duration
	// Timeout reports that the deadline itself ended it, and Code is the owner's
	// code as the layer classifies it.
	Timeout bool
	Code    string
}

// Budget is one call of a tool that declares a budget, under the timeout policy
// or without it.
type Budget struct {
	// DeclaredMs is the declared budget; nil declares none.
	DeclaredMs *float64
	// Policy mounts the timeout policy.
	Policy bool
	// PreMs and PostMs are waits in pre and post policy.
	PreMs, PostMs float64
	// CancelAtMs is when the caller cancels, nil never; CancelBefore cancels it
	// before the call; CancelDuring is the handler in which it cancels: "pre",
	// "approval", "guard", "wrapper", "body" or "post".
	CancelAtMs   *float64
	CancelBefore bool
	CancelDuring string
	// LossyArguments makes the arguments no JSON.
	LossyArguments bool
	Body           BudgetBody
}

// BudgetBody is what a body does.
type BudgetBody struct {
	// UntilCancelled makes it wait for its context to end, else it waits AfterMs
	// and does not look at its context.
	UntilCancelled bool
	AfterMs        float64
	// Fails makes it fail with a coded error, or a plain one without a code.
	Fails bool
	Code  string
}

// BudgetOutcome is what came of a [Budget].
type BudgetOutcome struct {
	Outcome
	// Replaced reports that the body saw another context than post policy, and
	// Restored that post policy saw a live one again.
	Replaced, Restored bool
	// PolicyStages counts the pre, guard, wrapper and post policies that ran.
	PolicyStages int
}

// timeoutCase is a case of timeout.
type timeoutCase struct {
	caseHead
	Layer  string         `json:"layer"`
	Setup  jsontext.Value `json:"setup"`
	Expect jsontext.Value `json:"expect"`
	Parity string         `json:"parity,omitzero"`
}

func timeoutSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c timeoutCase) (vectorCase, error) {
		check, err := c.load()
		bubble := slices.Contains([]string{"deadline", "policy", "registry", "job_output"}, c.Layer)
		return vectorCase{id: c.ID, reason: c.Reason, bubble: bubble, check: check}, err
	})...), err
}

// load decodes the setup and expectation of the case's layer.
func (c timeoutCase) load() (func(Driver) error, error) {
	switch c.Layer {
	case "clamp":
		return loadClock[clampSetup, clampExpect](c)
	case "deadline":
		return loadClock[deadlineSetup, deadlineExpect](c)
	case "policy", "registry":
		return loadClock[budgetSetup, budgetExpect](c)
	case "bash", "job_output", "search", "web_fetch":
		return loadClock[toolClockSetup, toolClockExpect](c)
	}
	return nil, fmt.Errorf("unknown layer %q", c.Layer)
}

// clockSetup runs its setup against a driver and compares.
type clockSetup[E any] interface {
	run(d Driver, layer string, want E) error
	check() error
}

func loadClock[S clockSetup[E], E any](c timeoutCase) (func(Driver) error, error) {
	var setup S
	var expect E
	if err := strictly(c.Setup, &setup); err != nil {
		return nil, err
	}
	if err := strictly(c.Expect, &expect); err != nil {
		return nil, err
	}
	return func(d Driver) error { return setup.run(d, c.Layer, expect) }, setup.check()
}

// number is a JSON number or the word for one that JSON does not have.
type number float64

// UnmarshalJSONFrom reads both forms.
func (n *number) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '"' {
		return json.UnmarshalDecode(d, (*float64)(n))
	}
	var word string
	if err := json.UnmarshalDecode(d, &word); err != nil {
		return err
	}
	f, err := strconv.ParseFloat(word, 64)
	*n = number(f)
	return err
}

func (n *number) float() *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

type clampSetup struct {
	Requested *number `json:"requested,omitzero"`
	Default   float64 `json:"default_ms"`
	Max       float64 `json:"max_ms"`
}

type clampExpect struct {
	Effective     *float64 `json:"effective_ms,omitzero"`
	ErrorContains string   `json:"error_contains,omitzero"`
}

func (clampSetup) check() error { return nil }

func (s clampSetup) run(d Driver, _ string, want clampExpect) error {
	ms, err := d.Clamp(Clamp{s.Requested.float(), s.Default, s.Max})
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return err
	case want.ErrorContains != "":
		return contains("error", err, want.ErrorContains)
	case err != nil:
		return fmt.Errorf("refused with %w, want %v ms", err, *want.Effective)
	case want.Effective != nil && ms != *want.Effective:
		return fmt.Errorf("effective timeout is %v ms, want %v ms", ms, *want.Effective)
	}
	return nil
}

func contains(what string, err error, part string) error {
	if err == nil || !strings.Contains(err.Error(), part) {
		return fmt.Errorf("%s is %v, want one that contains %q", what, err, part)
	}
	return nil
}

type deadlineSetup struct {
	TimeoutMs        number  `json:"timeout_ms"`
	Code             string  `json:"code,omitzero"`
	UpstreamAt       *number `json:"upstream_cancel_at_ms,omitzero"`
	AlreadyCancelled bool    `json:"already_cancelled,omitzero"`
	DisposeAt        *number `json:"dispose_at_ms,omitzero"`
}

type deadlineExpect struct {
	CancelledAt   *float64 `json:"cancelled_at_ms,omitzero"`
	Cancelled     *bool    `json:"cancelled,omitzero"`
	Cause         string   `json:"cause,omitzero"`
	Code          *string  `json:"code,omitzero"`
	TimerArmed    *bool    `json:"timer_armed,omitzero"`
	ErrorContains string   `json:"error_contains,omitzero"`
}

func (deadlineSetup) check() error { return nil }

func (s deadlineSetup) run(d Driver, _ string, want deadlineExpect) error {
	got, err := d.Deadline(Deadline{
		TimeoutMs: float64(s.TimeoutMs), Code: s.Code, UpstreamAtMs: s.UpstreamAt.float(),
		AlreadyCancelled: s.AlreadyCancelled, DisposeAtMs: s.DisposeAt.float(),
	})
	switch {
	case err != nil:
		return err
	case want.ErrorContains != "":
		return contains("refusal", got.Refused, want.ErrorContains)
	case got.Refused != nil:
		return fmt.Errorf("refused with %w", got.Refused)
	}
	return want.compare(got)
}

func (w deadlineExpect) compare(got DeadlineOutcome) error {
	var wrong mismatches
	at := math.Inf(1)
	if got.Ended != nil {
		at = milliseconds(*got.Ended)
	}
	if w.CancelledAt != nil {
		wrong.add("cancelled_at_ms", at, *w.CancelledAt)
	}
	if w.Cancelled != nil {
		wrong.add("cancelled", got.Ended != nil, *w.Cancelled)
	}
	switch w.Cause {
	case "timeout":
		wrong.add("ended by its own timer", got.Timeout, true)
	case "upstream", "none":
		wrong.add("ended by its own timer", got.Timeout, false)
	case "":
	default:
		return fmt.Errorf("unknown cause %q", w.Cause)
	}
	expect(&wrong, "code", got.Code, w.Code)
	if w.TimerArmed != nil && !*w.TimerArmed {
		wrong.add("ended by its own timer", got.Timeout, false)
	}
	return wrong.err()
}

// milliseconds is a duration as vector files write it.
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Milliseconds converts a number of milliseconds to a duration.
func Milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
