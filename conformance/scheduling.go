package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Tick is one tick of a scheduling case in virtual time.
const Tick = time.Second

// BatchProgram is one batch of calls whose bodies take time.
type BatchProgram struct {
	// Cap bounds the bodies in flight.
	Cap   int
	Calls []BatchCall
	// AbortAtTick cancels the caller just before that tick; at 0 the batch comes
	// in cancelled. Nil never cancels.
	AbortAtTick *float64
	// NoLog leaves out the recorder.
	NoLog bool
	// Nested runs the calls as sub-calls of one program call, whose executor has
	// the cap; the program waits for all of them, or settles at SettleAtTick.
	Nested       bool
	SettleAtTick *float64
}

// BatchCall is one call. Its tool is its own, registered under its id.
type BatchCall struct {
	ID string `json:"id"`
	// Mode is "parallel", "exclusive", "throws" or "truthy".
	Mode string `json:"mode"`
	// Ticks is how long the body takes, whatever happens to its context; PreTicks
	// and PostTicks are waits in policy.
	Ticks     float64 `json:"ticks"`
	PreTicks  float64 `json:"preTicks,omitzero"`
	PostTicks float64 `json:"postTicks,omitzero"`
	// Pre is "deny" or "throw"; Body is "throw".
	Pre  string `json:"pre,omitzero"`
	Body string `json:"body,omitzero"`
	// Defer makes the body defer the context "ctx-<id>".
	Defer bool `json:"defer,omitzero"`
	// Flip changes the mode of other calls when the body starts, FlipAtResult
	// when this call's result is observed.
	Flip         map[string]string `json:"flip,omitzero"`
	FlipAtResult map[string]string `json:"flipAtResult,omitzero"`
	Conclude     bool              `json:"conclude,omitzero"`
	// Unknown leaves the tool unregistered.
	Unknown bool `json:"unknown,omitzero"`
}

// Timeline is what was observed of a [BatchProgram].
type Timeline struct {
	// Bodies are the runs in the order of their starts.
	Bodies []BodyRun
	// Records are "call:<id>" and "result:<id>:<code, ok or error>" in log order;
	// for nested calls "start:<id>" and "settle:<id>".
	Records []string
	// Lane lists what ran in the ordered lane: see [LaneEvent].
	Lane []LaneEvent
	// Results are the ids of the batch's results in their order.
	Results []string
	// Contexts are the labels handed to the loop.
	Contexts  []string
	Concluded bool
	// Commits are the ids in the order in which values reached a program, and
	// Rejected those that failed there without having started.
	Commits, Rejected []string
}

// order puts bodies that start in the same instant into call order: they start
// on threads of their own, and nothing tells which was first.
func (l *Timeline) order(calls []BatchCall) {
	index := func(id string) int {
		return slices.IndexFunc(calls, func(c BatchCall) bool { return c.ID == id })
	}
	slices.SortStableFunc(l.Bodies, func(a, b BodyRun) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), index(a.ID)-index(b.ID))
	})
}

// BodyRun is one body: when it started and ended.
type BodyRun struct {
	ID         string
	Start, End time.Duration
}

// LaneEvent is one event of the ordered lane. Stage is "call", "pre", "post",
// "result" or "record"; Start and End are equal for instants.
type LaneEvent struct {
	Stage, ID  string
	Start, End time.Duration
}

type scheduleCase struct {
	caseHead
	Cap         int         `json:"cap,omitzero"`
	AbortAtTick *float64    `json:"abortAtTick,omitzero"`
	Calls       []BatchCall `json:"calls,omitzero"`
	Log         *bool       `json:"log,omitzero"`

	CapBefore int `json:"capBefore,omitzero"`
	CapAfter  int `json:"capAfter,omitzero"`

	Executor         string      `json:"executor,omitzero"`
	SubCap           int         `json:"subCap,omitzero"`
	SubCalls         []BatchCall `json:"subCalls,omitzero"`
	RunSettlesAtTick *float64    `json:"runSettlesAtTick,omitzero"`

	Expect scheduleExpect `json:"expect"`
}

// scheduleExpect lists what a case expects; members that are not given are not
// compared.
type scheduleExpect struct {
	BodyStartTicks map[string]float64 `json:"bodyStartTicks,omitzero"`
	MaxConcurrent  jsontext.Value     `json:"maxConcurrentBodies,omitzero"`
	Overlaps       *[][2]string       `json:"overlaps,omitzero"`
	SessionEvents  *[]string          `json:"sessionEvents,omitzero"`
	PreOrder       *[]string          `json:"preOrder,omitzero"`
	PostOrder      *[]string          `json:"postOrder,omitzero"`
	FinalOrder     *[]string          `json:"finalOrder,omitzero"`
	Contexts       *[]string          `json:"contexts,omitzero"`
	Concluded      *bool              `json:"concluded,omitzero"`
	ResultOrder    *[]string          `json:"resultOrder,omitzero"`
	StartOrder     *[]string          `json:"startOrder,omitzero"`
	CommitOrder    *[]string          `json:"commitOrder,omitzero"`
	StartEvents    *[]string          `json:"startEvents,omitzero"`
	SettleEvents   *[]string          `json:"settleEvents,omitzero"`

	// abandoned are sub-calls with a sentence about what became of them: the
	// members whose value is a text.
	abandoned map[string]string
}

// UnmarshalJSONFrom takes the sentences apart from the listed members.
func (w *scheduleExpect) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var members map[string]jsontext.Value
	if err := json.UnmarshalDecode(d, &members); err != nil {
		return err
	}
	w.abandoned = map[string]string{}
	for name, raw := range members {
		if raw.Kind() != '"' {
			continue
		}
		var sentence string
		if err := json.Unmarshal(raw, &sentence); err != nil {
			return err
		}
		w.abandoned[name] = sentence
		delete(members, name)
	}
	rest, err := json.Marshal(members)
	if err != nil {
		return err
	}
	type listed scheduleExpect
	return strictly(rest, (*listed)(w))
}

func scheduleSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases", "newest")
	return append(
		cases,
		each(slices.Concat(lists["cases"], lists["newest"]), func(c scheduleCase) (vectorCase, error) {
			return vectorCase{id: c.ID, reason: c.Reason, bubble: true, check: c.check}, c.checkWords()
		})...), err
}

const abandonedWords = "rejected to the program, no events"

func (c scheduleCase) checkWords() error {
	if err := (field{"executor", c.Executor, []string{"ptc", "native"}}).check(); err != nil {
		return err
	}
	calls := slices.Concat(c.Calls, c.SubCalls)
	known := map[string]bool{}
	for _, call := range calls {
		known[call.ID] = true
	}
	for _, call := range calls {
		if err := call.checkWords(known); err != nil {
			return fmt.Errorf("call %q: %w", call.ID, err)
		}
	}
	for id, sentence := range c.Expect.abandoned {
		if !known[id] {
			return fmt.Errorf("unknown expectation %q", id)
		}
		if sentence != abandonedWords {
			return fmt.Errorf("unknown expectation %q of %q", sentence, id)
		}
	}
	return nil
}

var modes = []string{"parallel", "exclusive", "throws", "truthy"}

func (c *BatchCall) checkWords(known map[string]bool) error {
	fields := []field{
		{"mode", c.Mode, modes},
		{"pre", c.Pre, []string{"deny", "throw"}},
		{"body", c.Body, []string{"throw"}},
	}
	for _, flips := range []map[string]string{c.Flip, c.FlipAtResult} {
		for id, mode := range flips {
			if !known[id] {
				return fmt.Errorf("flips unknown call %q", id)
			}
			fields = append(fields, field{"flip", mode, modes})
		}
	}
	for _, f := range fields {
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// programs returns the batches of the case, one after the other.
func (c scheduleCase) programs() []BatchProgram {
	p := BatchProgram{
		Cap: c.Cap, Calls: c.Calls, AbortAtTick: c.abortTick(), NoLog: c.Log != nil && !*c.Log,
	}
	if c.Executor == "ptc" {
		p.Nested, p.Cap, p.Calls, p.SettleAtTick = true, c.SubCap, c.SubCalls, c.RunSettlesAtTick
	}
	if c.CapBefore == 0 {
		return []BatchProgram{p}
	}
	if p.Calls == nil {
		p.Calls = manyCalls(max(c.CapBefore, c.CapAfter) + 1)
	}
	before, after := p, p
	before.Cap, after.Cap = c.CapBefore, c.CapAfter
	return []BatchProgram{before, after}
}

// abortTick is when the caller cancels. At tick 0 the batch comes in cancelled,
// unless the case expects a body to have started: then just after that.
func (c scheduleCase) abortTick() *float64 {
	started := len(c.Expect.BodyStartTicks) > 0
	if c.Expect.SessionEvents != nil {
		started = started || slices.ContainsFunc(*c.Expect.SessionEvents, func(e string) bool {
			return strings.HasPrefix(e, "result:") && !strings.HasSuffix(e, ":ABORTED_BEFORE_DISPATCH")
		})
	}
	if c.AbortAtTick == nil || *c.AbortAtTick > 0 || !started {
		return c.AbortAtTick
	}
	soon := 0.01
	return &soon
}

// manyCalls is a batch that fills any pool below its size.
func manyCalls(n int) []BatchCall {
	calls := make([]BatchCall, n)
	for i := range calls {
		calls[i] = BatchCall{ID: fmt.Sprintf("c%d", i), Mode: "parallel", Ticks: 1}
	}
	return calls
}

func (c scheduleCase) check(d Driver) error {
	var lines []Timeline
	for _, p := range c.programs() {
		got, err := d.Batch(p)
		if err != nil {
			return err
		}
		got.order(p.Calls)
		if err := invariants(p, got); err != nil {
			return err
		}
		lines = append(lines, got)
	}
	return c.Expect.compare(lines)
}
