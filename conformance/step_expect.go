package conformance

import (
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// StepOutcome is what was observed of a [Step]. Facts about parts that did not
// take part are zero.
type StepOutcome struct {
	// Declared reports whether the executor declared the tool to the model.
	Declared bool
	// Call is the outcome of the batch's first call.
	Call Outcome
	// Results is the number of per-call results.
	Results int
	// BodyRuns and PolicyStages count bodies and pre, wrapper and post policies.
	BodyRuns, PolicyStages int
	// PostSaw is the content that post policy saw.
	PostSaw []string
	// ResolveFailed reports a failed preparation, with its code.
	ResolveFailed bool
	ResolveCode   string
	// ConditionInput are what the condition was given: "agent",
	// "modelSelection", "signal".
	ConditionInput []string
	// SameSelection reports whether the condition saw the selection of the step.
	SameSelection bool
	Evaluations   int
	// Found reports whether every lookup showed the tool, Deferred whether its
	// declaration asks for late loading.
	Found, Deferred bool
	// Bound are the names that a program has; Sub is the outcome of a hand-made
	// sub-call.
	Bound []string
	Sub   Outcome
	// Rejected reports that the first batch was rejected as a whole, and
	// SecondRejected that the one after it was.
	Rejected, SecondRejected bool
	MountFailed              bool
	UsedExecutor             string
	ChangeEvents             int
	// ScopeUsed is "agent" or "global".
	ScopeUsed string
	// Records are "call:<id>" and "result:<id>:<code, ok or error>" in log order.
	Records []string
	// Parsed are the arguments that the calls were given, as JSON text.
	Parsed []string
}

// stepExpect lists the facts that a case expects.
type stepExpect struct {
	Declared     *bool          `json:"declared,omitzero"`
	IsError      *bool          `json:"isError,omitzero"`
	Code         jsontext.Value `json:"code,omitzero"`
	ErrorName    *string        `json:"errorName,omitzero"`
	Name         *string        `json:"name,omitzero"`
	Info         *info          `json:"info,omitzero"`
	Message      *string        `json:"message,omitzero"`
	UserReason   *string        `json:"userReason,omitzero"`
	Content      *[]string      `json:"content,omitzero"`
	Contexts     *[]string      `json:"contexts,omitzero"`
	Value        tree           `json:"value,omitzero"`
	Meta         tree           `json:"meta,omitzero"`
	Trace        *[]string      `json:"trace,omitzero"`
	BodyRuns     *int           `json:"bodyRuns,omitzero"`
	PolicyStages *int           `json:"policyStagesRun,omitzero"`
	PostSaw      *[]string      `json:"postSawContent,omitzero"`

	ResolveFails  *bool     `json:"resolveFails,omitzero"`
	ConditionKeys *[]string `json:"conditionInputKeys,omitzero"`
	SameSelection *bool     `json:"sameSelectionAsAssembly,omitzero"`
	Evaluations   *int      `json:"conditionEvaluations,omitzero"`
	Present       *bool     `json:"present,omitzero"`
	DeferLoading  *bool     `json:"deferLoading,omitzero"`
	BoundNames    *[]string `json:"boundNames,omitzero"`
	SubCall       *subCall  `json:"subCall,omitzero"`

	BatchRejected *bool     `json:"batchRejected,omitzero"`
	Results       *int      `json:"results,omitzero"`
	MountFails    *bool     `json:"mountFails,omitzero"`
	UsedExecutor  *string   `json:"usedExecutor,omitzero"`
	FirstBatch    *string   `json:"firstBatch,omitzero"`
	SecondBatch   *string   `json:"secondBatch,omitzero"`
	ChangeEvents  *int      `json:"toolsChangeEvents,omitzero"`
	ScopeUsed     *string   `json:"scopeUsed,omitzero"`
	SessionEvents *[]string `json:"sessionEvents,omitzero"`
	Parsed        *[]tree   `json:"parsed,omitzero"`
}

type subCall struct {
	IsError bool           `json:"isError"`
	Code    jsontext.Value `json:"code,omitzero"`
}

func (w *stepExpect) compare(got StepOutcome) error {
	var wrong mismatches
	w.compareCall(&wrong, got)
	w.comparePreparation(&wrong, got)
	w.compareExecutors(&wrong, got)
	return wrong.err()
}

func (w *stepExpect) compareCall(wrong *mismatches, got StepOutcome) {
	if w.rejectable(got) {
		return
	}
	c := got.Call
	expect(wrong, "isError", c.IsError, w.IsError)
	expect(wrong, "errorName", c.ErrorName, w.ErrorName)
	expect(wrong, "name", c.ErrorName, w.Name)
	expect(wrong, "message", c.Message, w.Message)
	expect(wrong, "userReason", c.UserReason, w.UserReason)
	expectList(wrong, "content", c.Content, w.Content)
	expectList(wrong, "contexts", c.Contexts, w.Contexts)
	expectList(wrong, "trace", c.Trace, w.Trace)
	expectList(wrong, "postSawContent", got.PostSaw, w.PostSaw)
	expect(wrong, "bodyRuns", got.BodyRuns, w.BodyRuns)
	expect(wrong, "policyStagesRun", got.PolicyStages, w.PolicyStages)
	if w.Code != nil && !got.ResolveFailed {
		wrong.add("code", c.Code, codeOf(w.Code))
	}
	if w.Info != nil {
		wrong.add("info", info{c.ErrorName, c.Code, c.UserReason}, *w.Info)
	}
	if w.Value.set {
		wrong.json("value", c.Value, w.Value)
	}
	if w.Meta.set {
		wrong.json("meta", c.Meta, w.Meta)
	}
}

// rejectable reports that the batch was refused outright where the case
// expects its call to be unknown: decision Q2 rejects the batch of a foreign or
// released set instead of failing each call.
func (w *stepExpect) rejectable(got StepOutcome) bool {
	return got.Rejected && w.BatchRejected == nil && codeOf(w.Code) == "UNKNOWN_TOOL" &&
		got.Results == 0
}

func (w *stepExpect) comparePreparation(wrong *mismatches, got StepOutcome) {
	expect(wrong, "declared", got.Declared, w.Declared)
	expect(wrong, "resolveFails", got.ResolveFailed, w.ResolveFails)
	if w.Code != nil && got.ResolveFailed {
		wrong.add("code", got.ResolveCode, codeOf(w.Code))
	}
	if w.ResolveFails != nil && *w.ResolveFails && w.Code == nil &&
		got.ResolveCode == "TOOL_ACTIVATION_FAILED" {
		wrong.add(
			"code",
			got.ResolveCode,
			"one that tells a cancelled preparation from a failed condition",
		)
	}
	if w.ConditionKeys != nil {
		wrong.list("conditionInputKeys", slices.Sorted(slices.Values(got.ConditionInput)),
			slices.Sorted(slices.Values(*w.ConditionKeys)))
	}
	expect(wrong, "sameSelectionAsAssembly", got.SameSelection, w.SameSelection)
	expect(wrong, "conditionEvaluations", got.Evaluations, w.Evaluations)
	expect(wrong, "present", got.Found, w.Present)
	expect(wrong, "deferLoading", got.Deferred, w.DeferLoading)
	expectList(wrong, "boundNames", got.Bound, w.BoundNames)
	if w.SubCall != nil {
		wrong.add("subCall.isError", got.Sub.IsError, w.SubCall.IsError)
		wrong.add("subCall.code", got.Sub.Code, codeOf(w.SubCall.Code))
	}
}

func (w *stepExpect) compareExecutors(wrong *mismatches, got StepOutcome) {
	expect(wrong, "batchRejected", got.Rejected, w.BatchRejected)
	expect(wrong, "results", got.Results, w.Results)
	expect(wrong, "mountFails", got.MountFailed, w.MountFails)
	expect(wrong, "usedExecutor", got.UsedExecutor, w.UsedExecutor)
	expect(wrong, "firstBatch", batchWord(got.Rejected), w.FirstBatch)
	expect(wrong, "secondBatch", batchWord(got.SecondRejected), w.SecondBatch)
	expect(wrong, "toolsChangeEvents", got.ChangeEvents, w.ChangeEvents)
	expect(wrong, "scopeUsed", got.ScopeUsed, w.ScopeUsed)
	expectList(wrong, "sessionEvents", got.Records, w.SessionEvents)
	if w.Parsed == nil {
		return
	}
	var want []string
	for _, t := range *w.Parsed {
		want = append(want, textOf(t.value))
	}
	if len(got.Parsed) != len(want) {
		wrong.list("parsed", got.Parsed, want)
		return
	}
	for i, t := range *w.Parsed {
		wrong.json(fmt.Sprintf("parsed[%d]", i), got.Parsed[i], t)
	}
}

func batchWord(rejected bool) string {
	if rejected {
		return "rejected"
	}
	return "settled"
}

// codeOf reads an expected code; null is none.
func codeOf(raw jsontext.Value) string {
	var code *string
	if err := json.Unmarshal(raw, &code); err != nil {
		return strings.TrimSpace(string(raw))
	}
	return deref(code)
}

func expect[T comparable](wrong *mismatches, name string, got T, want *T) {
	if want != nil {
		wrong.add(name, got, *want)
	}
}

func expectList(wrong *mismatches, name string, got []string, want *[]string) {
	if want != nil {
		wrong.list(name, got, *want)
	}
}
