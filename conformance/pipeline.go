package conformance

import (
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Outcome is what was observed of one call.
type Outcome struct {
	IsError bool
	// Code and ErrorName identify the failure; both are empty for a plain one.
	Code, ErrorName string
	// Message is the failure's text.
	Message string
	// UserReason is the failure's detail for the user.
	UserReason string
	// Content are the text blocks, and "[type]" for others.
	Content []string
	// Value and Meta are JSON text, empty where there is none.
	Value, Meta string
	// Contexts are the labels of the contexts on the result.
	Contexts      []string
	ConcludesTurn bool
	// Trace are the instrumented stages in order; see the file format.
	Trace []string
	// Notifications counts tools/result for the probe.
	Notifications int
	// Mutations lists what of the published execution and result was seen to
	// change; it must stay empty.
	Mutations []string
}

// callCase is a case of pipeline-outcomes.
type callCase struct {
	caseHead
	Scenario      Scenario       `json:"scenario"`
	Expect        callExpect     `json:"expect"`
	GoRecommended *callRecommend `json:"goRecommended,omitzero"`
}

// callExpect is the expected outcome. Absent value and meta mean that the
// result has none.
type callExpect struct {
	IsError       bool     `json:"isError"`
	Code          *string  `json:"code"`
	ErrorName     *string  `json:"errorName"`
	Message       *string  `json:"message"`
	UserReason    string   `json:"userReason,omitzero"`
	Content       []string `json:"content"`
	Value         tree     `json:"value,omitzero"`
	Contexts      []string `json:"contexts"`
	Meta          tree     `json:"meta,omitzero"`
	ConcludesTurn bool     `json:"concludesTurn,omitzero"`
	Trace         []string `json:"trace"`

	// openText is set where the rules leave the wording of the message open, and
	// openCode where they leave the identity open too.
	openText, openCode bool
}

// callRecommend overrides members of the expectation. Some cases give it as a
// remark in words, which changes nothing.
type callRecommend struct {
	recommendation
	remark string
}

type recommendation struct {
	IsError       *bool     `json:"isError,omitzero"`
	Code          *string   `json:"code,omitzero"`
	ErrorName     *string   `json:"errorName,omitzero"`
	Message       *string   `json:"message,omitzero"`
	Content       *[]string `json:"content,omitzero"`
	Value         tree      `json:"value,omitzero"`
	Contexts      *[]string `json:"contexts,omitzero"`
	Meta          tree      `json:"meta,omitzero"`
	ConcludesTurn *bool     `json:"concludesTurn,omitzero"`
	Trace         *[]string `json:"trace,omitzero"`
}

func pipelineSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases", "newest")
	cases = append(cases, each(lists["cases"], func(c callCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, bubble: true, check: c.check}, c.Scenario.check()
	})...)
	cases = append(cases, each(lists["newest"], func(c stepCase) (vectorCase, error) {
		step, err := c.step()
		return vectorCase{id: c.ID, reason: c.Reason, bubble: true, check: func(d Driver) error {
			got, err := d.Step(step)
			if err != nil {
				return err
			}
			return c.Expect.compare(got)
		}}, err
	})...)
	return cases, err
}

// check runs the scenario. Where a timeout policy stands among wrappers the
// format leaves its place open, and either place may meet the expectation.
func (c callCase) check(d Driver) error {
	if err := firstSkip(c.Scenario.Args); err != nil {
		return err
	}
	c.Scenario.Texts = openTexts(&c.Scenario, &c.Expect)
	want := c.Expect
	decided(&c.Scenario, &want)
	want.recommend(c.GoRecommended)
	err := c.run(d, want)
	if err == nil || !c.Scenario.TimeoutPolicy || len(c.Scenario.Wrapper) == 0 {
		return err
	}
	c.Scenario.PolicyInside = true
	if inside := c.run(d, want); inside != nil {
		return fmt.Errorf("%w\nand with the timeout policy as the innermost wrapper:\n%w", err, inside)
	}
	return nil
}

func (c callCase) run(d Driver, want callExpect) error {
	got, err := d.Call(c.Scenario)
	if err != nil {
		return err
	}
	got.Trace, want.Trace = c.Scenario.instrumented(got.Trace), c.Scenario.instrumented(want.Trace)
	return want.compare(got)
}

func (w *callExpect) recommend(r *callRecommend) {
	if r == nil {
		return
	}
	set(&w.IsError, r.IsError)
	set(&w.Content, r.Content)
	set(&w.Contexts, r.Contexts)
	set(&w.ConcludesTurn, r.ConcludesTurn)
	set(&w.Trace, r.Trace)
	if r.Code != nil {
		w.Code = r.Code
	}
	if r.ErrorName != nil {
		w.ErrorName = r.ErrorName
	}
	if r.Message != nil {
		w.Message = r.Message
	}
	if r.Value.set {
		w.Value = r.Value
	}
	if r.Meta.set {
		w.Meta = r.Meta
	}
}

// UnmarshalJSONFrom accepts the members and the remark.
func (r *callRecommend) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		return json.UnmarshalDecode(d, &r.remark)
	}
	return json.UnmarshalDecode(d, &r.recommendation)
}

func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (w *callExpect) compare(got Outcome) error {
	var wrong mismatches
	wrong.add("isError", got.IsError, w.IsError)
	if !w.openCode {
		wrong.add("code", got.Code, deref(w.Code))
		wrong.add("errorName", got.ErrorName, deref(w.ErrorName))
	}
	wrong.add("userReason", got.UserReason, w.UserReason)
	wrong.add("concludesTurn", got.ConcludesTurn, w.ConcludesTurn)
	wrong.list("contexts", got.Contexts, w.Contexts)
	wrong.list("trace", got.Trace, w.Trace)
	wrong.json("value", got.Value, w.Value)
	wrong.json("meta", got.Meta, w.Meta)
	w.compareText(&wrong, got)
	wrong.add("notifications", got.Notifications, 1)
	wrong.list("mutations", got.Mutations, nil)
	return wrong.err()
}

// compareText compares message and content; where the wording is open, the
// message must not be empty and the content must follow from it.
func (w *callExpect) compareText(wrong *mismatches, got Outcome) {
	if !w.openText {
		wrong.add("message", got.Message, deref(w.Message))
		wrong.list("content", got.Content, w.Content)
		return
	}
	if got.Message == "" {
		wrong.add("message", got.Message, "some text, for example "+deref(w.Message))
	}
	if len(w.Content) > 0 && strings.HasPrefix(w.Content[0], "Error: ") {
		wrong.list("content", got.Content, []string{"Error: " + got.Message})
		return
	}
	wrong.list("content", got.Content, w.Content)
}

// mismatches gathers differences, one line each.
type mismatches struct{ lines []string }

func (m *mismatches) add(name string, got, want any) {
	if got != want {
		m.lines = append(m.lines, fmt.Sprintf("%s is %#v, want %#v", name, got, want))
	}
}

func (m *mismatches) list(name string, got, want []string) {
	if !slices.Equal(got, want) {
		m.lines = append(m.lines, fmt.Sprintf("%s is %q, want %q", name, got, want))
	}
}

// json compares JSON text with an expected tree; both may be absent.
func (m *mismatches) json(name, got string, want tree) {
	if got == "" || !want.set {
		if got != "" || want.set {
			m.lines = append(
				m.lines,
				fmt.Sprintf("%s is %s, want %s", name, present(got), presentTree(want)),
			)
		}
		return
	}
	v, err := parseTree(got)
	if err != nil || !sameTree(v, want.value, false) {
		m.lines = append(m.lines, fmt.Sprintf("%s is %s, want %s", name, got, textOf(want.value)))
	}
}

func present(text string) string {
	if text == "" {
		return "absent"
	}
	return text
}

func presentTree(t tree) string {
	if !t.set {
		return "absent"
	}
	return textOf(t.value)
}

func (m *mismatches) err() error {
	if m.lines == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(m.lines, "\n"))
}
