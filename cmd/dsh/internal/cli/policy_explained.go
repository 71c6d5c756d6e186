package cli

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/presets"
)

// explanation is what dsh policy explain prints.
type explanation struct {
	Tool      string            `json:"tool"`
	Arguments jsonvalue.Value   `json:"arguments"`
	Action    permission.Action `json:"action"`
	// Rule is the number of the deciding rule, counted from 1; 0 for the default.
	Rule int `json:"rule"`
	// Place is where that rule is written, FILE:LINE, empty for one of the preset.
	Place  string `json:"place,omitzero"`
	Reason string `json:"reason,omitzero"`
	// Then says what happens to the call.
	Then string `json:"then"`
	// Tried are the rules that were looked at, in order.
	Tried []triedRule `json:"tried"`

	human string
}

type triedRule struct {
	Number  int             `json:"number"`
	Place   string          `json:"place,omitzero"`
	Rule    permission.Rule `json:"rule"`
	Matched bool            `json:"matched"`
	Why     string          `json:"why"`
}

func explained(row presets.Row, e permission.Explanation) *explanation {
	x := &explanation{
		Tool: e.Subject.Tool, Arguments: e.Subject.Arguments, Action: e.Action,
		Rule: e.Rule + 1, Reason: e.Reason, Tried: []triedRule{}, human: e.String(),
	}
	for i, t := range e.Tried {
		place := strings.TrimSuffix(row.Place.Prefix(fmt.Sprintf("/rules/%d", i)), ": ")
		if i == e.Rule {
			x.Place = place
		}
		x.Tried = append(x.Tried, triedRule{i + 1, place, t.Rule, t.Matched, t.Why})
	}
	return x
}

// text tells it to people.
func (x *explanation) text() string {
	var b strings.Builder
	b.WriteString(approval.Visible(x.human))
	if x.Place != "" {
		fmt.Fprintf(&b, "written at: %s\n", x.Place)
	}
	fmt.Fprintf(&b, "then: %s\n", x.Then)
	return b.String()
}

// then says what happens to a call about which the rules decide so, as far as
// rules and approvals go. An empty approval policy is none.
func then(action permission.Action, policy approval.Policy) string {
	switch action {
	case permission.Deny:
		return fmt.Sprintf("the call is refused with %s, and nothing can allow it", permission.CodeDenied)
	case permission.Allow:
		return "the call runs, unless another policy or the tool itself decides otherwise"
	}
	switch policy {
	case "":
		return "the call is refused: the preset has no approval policy"
	case approval.PolicyAsk:
		return `the user is asked (approval policy "ask"), and the call is refused where nobody can be`
	}
	return `the call is refused: nobody is asked (approval policy "never")`
}
