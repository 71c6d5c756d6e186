package conformance

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// budgetSetup is the setup of the policy and registry layers of timeout.
type budgetSetup struct {
	Declared     *number `json:"declared_timeout_ms,omitzero"`
	Register     *number `json:"register_timeout_ms,omitzero"`
	PolicyOn     *bool   `json:"policy_mounted,omitzero"`
	CancelAt     *number `json:"caller_cancel_at_ms,omitzero"`
	Before       bool    `json:"cancelled_before_call,omitzero"`
	CancelDuring string  `json:"cancel_during,omitzero"`
	Arguments    string  `json:"arguments,omitzero"`
	Body         string  `json:"body,omitzero"`
	PreMs        number  `json:"pre_policy_ms,omitzero"`
	PostMs       number  `json:"post_policy_ms,omitzero"`
}

// budgetExpect is what those layers expect.
type budgetExpect struct {
	IsError       *bool       `json:"isError,omitzero"`
	Error         *clockError `json:"error,omitzero"`
	NotCode       string      `json:"not_code,omitzero"`
	ErrorContains string      `json:"error_contains,omitzero"`
	Registration  string      `json:"registration_error_contains,omitzero"`
	Replaced      *bool       `json:"signal_replaced_during_body,omitzero"`
	Restored      *bool       `json:"signal_restored_after,omitzero"`
	PolicyStages  *int        `json:"policy_stages_run,omitzero"`
	Notifications *int        `json:"result_notifications,omitzero"`
	Value         tree        `json:"value,omitzero"`
	Contexts      *[]string   `json:"contexts,omitzero"`
	RegisteredOK  *bool       `json:"registered,omitzero"`
}

// clockError is an expected failure. A code of several words is a remark that
// the body's own failure is kept.
type clockError struct {
	Name    string  `json:"name,omitzero"`
	Code    *string `json:"code,omitzero"`
	Message string  `json:"message,omitzero"`
}

const bodyCode = "BODY_ABORTED"

var (
	cancelStage = regexp.MustCompile(
		`^(pre-policy|approval|guards?|wrapper|body|post-policy)\b[, ]*(.*)$`,
	)
	stageWords = map[string]string{
		"pre-policy": "pre", "approval": "approval", "guard": "guard", "guards": "guard", "wrapper": "wrapper",
		"body": "body", "post-policy": "post",
	}
)

func (s budgetSetup) check() error {
	_, err := s.budget("policy")
	return err
}

// budget reads the sentences of the setup.
func (s budgetSetup) budget(layer string) (Budget, error) {
	b := Budget{
		DeclaredMs: s.Declared.float(), Policy: layer == "policy", PreMs: float64(s.PreMs), PostMs: float64(s.PostMs),
		CancelAtMs: s.CancelAt.float(), CancelBefore: s.Before,
	}
	if s.PolicyOn != nil {
		b.Policy = *s.PolicyOn
	}
	switch s.Arguments {
	case "":
	case "not lossless JSON":
		b.LossyArguments = true
	default:
		return b, fmt.Errorf("unknown arguments %q", s.Arguments)
	}
	var err error
	if b.Body, err = bodyOf(s.Body); err != nil {
		return b, err
	}
	return b, s.readCancel(&b)
}

// readCancel reads where the caller cancels and what the body does then.
func (s budgetSetup) readCancel(b *Budget) error {
	if s.CancelDuring == "" {
		return nil
	}
	m := cancelStage.FindStringSubmatch(s.CancelDuring)
	if m == nil {
		return fmt.Errorf("unknown cancel_during %q", s.CancelDuring)
	}
	b.CancelDuring = stageWords[m[1]]
	switch rest := m[2]; {
	case rest == "":
	case strings.Contains(rest, "success") || strings.Contains(rest, "returns"):
	case strings.Contains(rest, "fail"):
		b.Body.Fails, b.Body.Code = true, bodyCode
	default:
		return fmt.Errorf("unknown cancel_during %q", s.CancelDuring)
	}
	return nil
}

var (
	bodyAfter = regexp.MustCompile(`^(.*?) after (\d+)$`)
	bodyFails = regexp.MustCompile(`^(?:fails|throws)(?: (?:with|at once with) (.+))?$`)
)

// bodyOf reads what a body does: "returns ok after 20", "waits for
// cancellation, then fails with SEARCH_ABORTED".
func bodyOf(sentence string) (BudgetBody, error) {
	var b BudgetBody
	rest, waits := strings.CutPrefix(sentence, "waits for cancellation, then ")
	b.UntilCancelled = waits
	for _, prefix := range []string{"ignores cancellation, ", "ignores cancellation and "} {
		rest = strings.TrimPrefix(rest, prefix)
	}
	if m := bodyAfter.FindStringSubmatch(rest); m != nil {
		ms, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return b, err
		}
		rest, b.AfterMs = m[1], ms
	}
	fails := bodyFails.FindStringSubmatch(rest)
	switch {
	case rest == "" || strings.HasPrefix(rest, "returns"):
	case fails != nil && strings.ToUpper(fails[1]) == fails[1]:
		b.Fails, b.Code = true, fails[1]
	case fails != nil:
		b.Fails, b.Code = true, bodyCode
	default:
		return b, fmt.Errorf("unknown body %q", sentence)
	}
	return b, nil
}

func (s budgetSetup) run(d Driver, layer string, want budgetExpect) error {
	if s.Register != nil {
		return s.register(d, want)
	}
	b, err := s.budget(layer)
	if err != nil {
		return err
	}
	got, err := d.Budget(b)
	if err != nil {
		return err
	}
	return want.compare(b, got)
}

func (s budgetSetup) register(d Driver, want budgetExpect) error {
	refusal, err := d.Register(float64(*s.Register))
	switch {
	case err != nil:
		return err
	case want.Registration != "":
		return contains("registration error", refusal, want.Registration)
	case refusal != nil:
		return fmt.Errorf("registration was refused: %w", refusal)
	}
	return nil
}

func (w budgetExpect) compare(b Budget, got BudgetOutcome) error {
	var wrong mismatches
	expect(&wrong, "isError", got.IsError, w.IsError)
	expect(&wrong, "signal_replaced_during_body", got.Replaced, w.Replaced)
	expect(&wrong, "signal_restored_after", got.Restored, w.Restored)
	expect(&wrong, "policy_stages_run", got.PolicyStages, w.PolicyStages)
	expect(&wrong, "result_notifications", got.Notifications, w.Notifications)
	expectList(&wrong, "contexts", got.Contexts, w.Contexts)
	if w.Value.set {
		wrong.json("value", got.Value, w.Value)
	}
	if w.NotCode != "" && got.Code == w.NotCode {
		wrong.lines = append(wrong.lines, "code is "+got.Code)
	}
	if w.ErrorContains != "" {
		if err := contains("error", errors.New(got.Message), w.ErrorContains); err != nil {
			wrong.lines = append(wrong.lines, err.Error())
		}
	}
	if w.Error != nil {
		w.Error.compare(&wrong, b, got)
	}
	return wrong.err()
}

func (e *clockError) compare(wrong *mismatches, b Budget, got BudgetOutcome) {
	if e.Name != "" {
		wrong.add("error.name", got.ErrorName, e.Name)
	}
	if e.Message != "" {
		wrong.add("error.message", got.Message, e.Message)
	}
	switch {
	case e.Code == nil:
	case strings.Contains(*e.Code, " "): // a remark: the body's own error is kept
		wrong.add("error.code", got.Code, b.Body.Code)
	default:
		wrong.add("error.code", got.Code, *e.Code)
	}
}
