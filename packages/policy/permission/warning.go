package permission

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Warning tells of a rule that matches no call, such as one with a slip in a name.
type Warning struct {
	// Rule is the rule's index.
	Rule int
	// Pointer is the JSON pointer of what is wrong, within the [Config].
	Pointer string
	// Message says what is wrong, and what was meant where that can be told.
	Message string
}

// At is the whole text on one line. The place, such as FILE:LINE, may be empty.
func (w Warning) At(place string) string {
	if place != "" {
		place = " (" + place + ")"
	}
	return fmt.Sprintf("rule %d%s: %s", w.Rule+1, place, w.Message)
}

// Warnings returns, in order, the rules that cannot match any call of a tool that
// key sees or that is only hidden from it: those whose tool is none of these but
// nearly has the name of one, and those with a condition on an argument that the
// tool does not declare, whether or not it puts up with more. A tool that comes later can make a warning void.
func (p *Policy) Warnings(registry *tools.Registry, key *scope.Key) []Warning {
	l := lint{tools: map[string]*tools.Registration{}}
	for ; ; key = key.Parent() { // what an agent is not shown, somebody above it sees
		for _, t := range registry.Definitions(key, nil) {
			if _, shadowed := l.tools[t.Name()]; !shadowed {
				l.tools[t.Name()] = t
				l.names = append(l.names, t.Name())
			}
		}
		if key == nil {
			break
		}
	}
	var list []Warning
	for i := range p.config.Rules {
		pointer, message := l.rule(&p.config.Rules[i])
		if message != "" {
			list = append(list, Warning{i, fmt.Sprintf("/rules/%d%s", i, pointer), message})
		}
	}
	return list
}

// lint is what rules are compared with.
type lint struct {
	tools map[string]*tools.Registration
	names []string
}

// rule returns the pointer of the first wrong member within the rule, and what is
// wrong with it; no message where nothing is.
func (l *lint) rule(r *Rule) (pointer, message string) {
	if r.Tool == "" || strings.ContainsAny(r.Tool, "*?") || r.Tool == tools.ReservedName {
		return "", ""
	}
	tool, ok := l.tools[r.Tool]
	if !ok {
		meant := near(r.Tool, append(l.names, tools.ReservedName))
		if meant == "" { // may be a tool of another preset or of a server that is not there
			return "", ""
		}
		return "/tool", fmt.Sprintf("no tool is named %q, did you mean %q? %s", r.Tool, meant, never)
	}
	for i, w := range r.Where {
		if g, missing := undeclared(tool.Definition().Parameters, w.Argument); missing {
			return fmt.Sprintf("/where/%d/argument", i), g.message(r.Tool, w.Argument)
		}
	}
	return "", ""
}

// message says what a tool does not declare.
func (g *gap) message(tool, argument string) string {
	text := fmt.Sprintf("tool %q has no argument %q", tool, argument)
	meant := near(g.name, g.names)
	switch {
	case meant != "" && g.before == "":
		text += fmt.Sprintf(", did you mean %q?", meant)
	case meant != "":
		text += fmt.Sprintf(", did you mean %q?", g.before+escaped.Replace(meant))
	case len(g.names) == 0:
		text += "; there it has none."
	default:
		text += "; there are: " + strings.Join(g.names, ", ") + "."
	}
	return text + " " + never
}

const never = "The rule never matches"

// escaped makes tokens of JSON pointers (RFC 6901) of names.
var escaped = strings.NewReplacer("~", "~0", "/", "~1")
