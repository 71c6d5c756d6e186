package permission

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// Explanation says what the rules decide about a call and why.
type Explanation struct {
	// Subject is the call.
	Subject Subject
	// Action is the decision.
	Action Action
	// Rule is the index of the deciding rule, -1 for the default.
	Rule int
	// Reason is that rule's own.
	Reason string
	// Tried are the rules that were looked at, in order.
	Tried []Attempt
}

// Attempt is one rule that was looked at.
type Attempt struct {
	Rule    Rule
	Matched bool
	// Why says in a few words why the rule matched or not.
	Why string
}

// Explain decides about a call without running anything. The policy decides real
// calls by it, too.
func (p *Policy) Explain(s Subject) Explanation {
	e := Explanation{Subject: s, Action: p.config.Default, Rule: -1}
	if s.Tool == tools.ReservedName {
		e.Action = Allow
	}
	for i, r := range p.config.Rules {
		matched, why := r.matches(&s)
		e.Tried = append(e.Tried, Attempt{r, matched, why})
		if matched {
			e.Action, e.Rule, e.Reason = r.Action, i, r.Reason
			break
		}
	}
	return e
}

// text is what the model or the user is told.
func (e *Explanation) text() string {
	if e.Reason != "" {
		return e.Reason
	}
	if e.Action == Deny {
		return fmt.Sprintf("tool %q is not permitted here: %s", e.Subject.Tool, e.source())
	}
	return fmt.Sprintf("tool %q needs approval: %s", e.Subject.Tool, e.source())
}

func (e *Explanation) source() string {
	if e.Rule < 0 {
		return "the default of the permission rules"
	}
	return fmt.Sprintf("permission rule %d", e.Rule+1)
}

// String tells it to people: the decision, and one line for each rule that was
// looked at.
func (e Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%s)\n", e.Subject.Tool, e.Action, e.source())
	if e.Reason != "" {
		fmt.Fprintf(&b, "reason: %s\n", e.Reason)
	}
	for i, t := range e.Tried {
		fmt.Fprintf(&b, "%3d. %-5s %s: %s\n", i+1, t.Rule.Action, t.Rule.describe(), t.Why)
	}
	return b.String()
}

// describe is the rule's conditions on one line.
func (r *Rule) describe() string {
	parts := []string{"any tool"}
	if r.Tool != "" {
		parts[0] = r.Tool
	}
	if r.ReadOnly != nil {
		parts = append(parts, fmt.Sprintf("read-only %v", *r.ReadOnly))
	}
	for _, w := range r.Where {
		switch {
		case len(w.Matches) > 0:
			parts = append(parts, fmt.Sprintf("%s matches %q", w.Argument, w.Matches))
		case len(w.Within) > 0:
			parts = append(parts, fmt.Sprintf("%s within %q", w.Argument, w.Within))
		default:
			parts = append(parts, fmt.Sprintf("%s runs %q", w.Argument, w.Command))
		}
	}
	return strings.Join(parts, ", ")
}
