package permission

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Action is what a rule decides.
type Action string

// The actions, the stricter the later.
const (
	Allow Action = "allow"
	Ask   Action = "ask"
	Deny  Action = "deny"
)

func (a Action) isValid() bool { return a == Allow || a == Ask || a == Deny }

// Rule decides the calls that it matches. Every condition that is given must
// hold.
type Rule struct {
	// Action is allow, ask or deny.
	Action Action `json:"action"`
	// Tool is a pattern over tool names: * stands for any text, ? for one
	// character. Empty matches all tools.
	Tool string `json:"tool,omitzero"`
	// ReadOnly, if given, is what the tool must say about itself.
	ReadOnly *bool `json:"readOnly,omitempty"`
	// Where are conditions on arguments.
	Where []Where `json:"where,omitempty"`
	// Reason is shown to who asks why: the model for a denial, the user for a
	// question.
	Reason string `json:"reason,omitzero"`
}

// Where is a condition on one argument. Exactly one of Matches, Within and
// Command is given. An argument that is a list matches a rule that allows if all
// of its elements do, and any other rule if one does.
type Where struct {
	// Argument is a member's name, or a JSON pointer if it begins with a slash.
	Argument string `json:"argument"`
	// Matches are patterns over the argument's text, or JSON text if it is no
	// string.
	Matches []string `json:"matches,omitempty"`
	// Within are directories that the argument, a path, is or lies in. Relative
	// ones are relative to the agent's workspace.
	Within []string `json:"within,omitempty"`
	// Command are patterns over the simple commands of a shell text.
	Command []string `json:"command,omitempty"`
}

func (r *Rule) check(at string) error {
	if !r.Action.isValid() {
		return &Error{Code: CodeConfig, Message: fmt.Sprintf(
			"%s: action %q is unknown: use allow, ask or deny", at, r.Action)}
	}
	for i := range r.Where {
		if err := r.Where[i].check(fmt.Sprintf("%s.where[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

func (w *Where) check(at string) error {
	given := 0
	for _, list := range [][]string{w.Matches, w.Within, w.Command} {
		if len(list) > 0 {
			given++
		}
	}
	if w.Argument == "" || given != 1 {
		return &Error{Code: CodeConfig, Message: at +
			": name an argument and give exactly one of matches, within and command"}
	}
	return nil
}

// Subject is the call that a rule is asked about.
type Subject struct {
	Tool      string
	Arguments jsonvalue.Value
	Traits    tools.Traits
	// Dir is the agent's workspace, an absolute path or empty.
	Dir string
}

// matches reports whether the rule holds, and the first reason if it does not.
func (r *Rule) matches(s *Subject) (ok bool, why string) {
	if !r.coversTool(s) {
		return false, "another tool"
	}
	for i := range r.Where {
		if !r.Where[i].holds(s, r.Action == Allow) {
			return false, fmt.Sprintf("argument %q does not match", r.Where[i].Argument)
		}
	}
	return true, "matches"
}

// coversTool looks at all but the arguments.
func (r *Rule) coversTool(s *Subject) bool {
	return (r.Tool == "" || glob(r.Tool, s.Tool)) &&
		(r.ReadOnly == nil || *r.ReadOnly == s.Traits.ReadOnly)
}

// holds reports whether the condition holds for a rule that allows, strictly, or
// for another one, generously.
func (w *Where) holds(s *Subject, strict bool) bool {
	v, ok := argument(s.Arguments, w.Argument)
	if !ok {
		return false
	}
	if v.Kind() != jsonvalue.KindArray {
		return w.holdsFor(text(v), s.Dir, strict)
	}
	for _, element := range v.Elements() {
		if w.holdsFor(text(element), s.Dir, strict) != strict {
			return !strict
		}
	}
	return strict && v.Len() > 0
}

func (w *Where) holdsFor(text, dir string, strict bool) bool {
	switch {
	case len(w.Matches) > 0:
		return globs(w.Matches, text)
	case len(w.Within) > 0:
		return within(w.Within, text, dir, strict)
	}
	return command(w.Command, text, strict)
}

func argument(args jsonvalue.Value, name string) (jsonvalue.Value, bool) {
	if !strings.HasPrefix(name, "/") {
		return args.Get(name)
	}
	v, err := args.Lookup(name)
	return v, err == nil
}

func text(v jsonvalue.Value) string {
	if s, ok := v.AsString(); ok {
		return s
	}
	return v.Text()
}
