package cli

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/presets"
)

// explanation is what dsh policy explain prints.
type explanation struct {
	Tool      string            `json:"tool"`
	Arguments jsonvalue.Value   `json:"arguments"`
	Action    permission.Action `json:"action"`
	// Rule is the number of the deciding rule, counted from 1; 0 where none decides.
	Rule int `json:"rule"`
	// Place is where that rule is written, FILE:LINE, empty for one of the preset.
	Place  string `json:"place,omitzero"`
	Reason string `json:"reason,omitzero"`
	// Then says what happens to the call.
	Then string `json:"then"`
	// Missing says why no rules are in force, empty where they are.
	Missing string `json:"missing,omitzero"`
	// Tried are the rules that were looked at, in order.
	Tried []triedRule `json:"tried"`
	// Warnings are about the rules that never match.
	Warnings []ruleWarning `json:"warnings,omitempty"`

	human string
}

type triedRule struct {
	Number  int             `json:"number"`
	Place   string          `json:"place,omitzero"`
	Rule    permission.Rule `json:"rule"`
	Matched bool            `json:"matched"`
	Why     string          `json:"why"`
}

type ruleWarning struct {
	Number int    `json:"number"`
	Place  string `json:"place,omitzero"`
	// Text is all of it in one line, with number and place.
	Text string `json:"text"`
}

func explained(row presets.Row, e permission.Explanation) *explanation {
	x := &explanation{
		Tool: e.Subject.Tool, Arguments: e.Subject.Arguments, Action: e.Action,
		Rule: e.Rule + 1, Reason: e.Reason, Tried: []triedRule{}, human: e.String(),
	}
	for i, t := range e.Tried {
		place := row.Place.Of(fmt.Sprintf("/rules/%d", i))
		if i == e.Rule {
			x.Place = place
		}
		x.Tried = append(x.Tried, triedRule{i + 1, place, t.Rule, t.Matched, t.Why})
	}
	return x
}

// without takes back that a default of rules decided, where there are no rules.
func (x *explanation) without(why string) {
	x.Missing = why
	x.human = fmt.Sprintf("%s: %s (%s)\n", x.Tool, x.Action, why)
}

func (x *explanation) warn(row presets.Row, list []permission.Warning) {
	for _, w := range list {
		place := row.Place.Of(w.Pointer)
		x.Warnings = append(x.Warnings, ruleWarning{w.Rule + 1, place, w.At(place)})
	}
}

// text tells it to people.
func (x *explanation) text() string {
	var b strings.Builder
	b.WriteString(approval.Visible(x.human))
	if x.Place != "" {
		fmt.Fprintf(&b, "written at: %s\n", x.Place)
	}
	fmt.Fprintf(&b, "then: %s\n", x.Then)
	for _, w := range x.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", approval.Visible(w.Text))
	}
	return b.String()
}

// then says what happens to a call about which the rules decide so, as far as
// rules, approvals and the check of its arguments go, which comes last. An empty
// approval policy is none; invalid is what is wrong with the arguments.
func then(action permission.Action, policy approval.Policy, invalid string) string {
	fails := ""
	if invalid != "" {
		fails = fmt.Sprintf("fails with %s, and nothing runs: %s", tools.CodeInvalidArgs, invalid)
	}
	switch action {
	case permission.Deny:
		return fmt.Sprintf("the call is refused with %s, and nothing can allow it", permission.CodeDenied)
	case permission.Allow:
		if fails != "" {
			return "the call " + fails
		}
		return "the call runs, unless another policy or the tool itself decides otherwise"
	}
	switch policy {
	case "":
		return "the call is refused: the preset has no approval policy"
	case approval.PolicyAsk:
		text := `the user is asked (approval policy "ask"), and the call is refused where nobody can be`
		if fails != "" {
			text += "; a call that is allowed " + fails
		}
		return text
	}
	return `the call is refused: nobody is asked (approval policy "never")`
}
