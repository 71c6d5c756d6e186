package systemprompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// RestEntry stands in a configured tool order for all tools that it does not name (R101).
const RestEntry = "<unlisted-tools>"

// Order is the order in which tools are declared. The zero value sorts them by name, byte by
// byte. It is immutable and safe for concurrent use.
type Order struct {
	places map[string]int // nil without a configuration
	listed []string
}

// NewOrder reads a configured order. Nil means that nothing is configured. Otherwise the list must
// have the rest entry, and nothing twice; an empty list is not the same as none.
func NewOrder(names []string) (Order, error) {
	if names == nil {
		return Order{}, nil
	}
	o := Order{places: make(map[string]int, len(names))}
	for i, name := range names {
		if _, twice := o.places[name]; twice {
			return Order{}, &Error{
				Code: CodeOrderDuplicate, Subject: "tool order",
				Message: fmt.Sprintf("%q stands there twice; remove one", name),
			}
		}
		o.places[name] = i
		if name != RestEntry {
			o.listed = append(o.listed, name)
		}
	}
	if _, ok := o.places[RestEntry]; !ok {
		return Order{}, &Error{Code: CodeOrderRest, Subject: "tool order", Message: fmt.Sprintf(
			"the entry %q is missing; put it where all other tools belong", RestEntry)}
	}
	return o, nil
}

// Arrange returns the tools in their order, in a slice of its own. Listed tools take their
// places, the others stand by name where the rest entry is, and tools of one name stay as they
// came. Known are names that may be listed although no tool has them now, such as those of hidden
// tools.
//
// It fails with CodeOrderUnknown when a listed name is neither a tool's nor known, and with
// CodeOrderReserved when a tool is called like the rest entry.
func (o Order) Arrange(
	tools []llm.ToolDeclaration, known []string,
) ([]llm.ToolDeclaration, error) {
	if err := o.check(tools, known); err != nil {
		return nil, err
	}
	return pick(tools, o.permutation(tools)), nil
}

func (o Order) check(tools []llm.ToolDeclaration, known []string) error {
	for i := range tools {
		if tools[i].Name == RestEntry {
			return &Error{Code: CodeOrderReserved, Subject: fmt.Sprintf("tool %q", RestEntry),
				Message: "the name is reserved for the tool order; rename the tool"}
		}
	}
	return o.checkListed(tools, known)
}

// permutation returns the indexes of the tools in their order. It sorts small keys, because
// declarations are large.
func (o Order) permutation(tools []llm.ToolDeclaration) []int {
	places, at := make([]int, len(tools)), make([]int, len(tools))
	for i := range tools {
		places[i], at[i] = o.place(tools[i].Name), i
	}
	slices.SortFunc(at, func(i, j int) int {
		if places[i] != places[j] {
			return places[i] - places[j]
		}
		return cmp.Or(strings.Compare(tools[i].Name, tools[j].Name), i-j)
	})
	return at
}

// pick returns the tools at the given indexes.
func pick(tools []llm.ToolDeclaration, at []int) []llm.ToolDeclaration {
	picked := make([]llm.ToolDeclaration, len(at))
	for i, k := range at {
		picked[i] = tools[k]
	}
	return picked
}

func (o Order) place(name string) int {
	if place, ok := o.places[name]; ok {
		return place
	}
	return o.places[RestEntry]
}

// checkListed refuses listed names that nobody knows: a misspelt name would change the order in
// silence.
func (o Order) checkListed(tools []llm.ToolDeclaration, known []string) error {
	if len(o.listed) == 0 {
		return nil
	}
	names := make(map[string]bool, len(tools)+len(known))
	for _, tool := range tools {
		names[tool.Name] = true
	}
	for _, name := range known {
		names[name] = true
	}
	isKnown := func(name string) bool { return names[name] }
	unknown := slices.DeleteFunc(slices.Clone(o.listed), isKnown)
	if len(unknown) == 0 {
		return nil
	}
	return &Error{
		Code: CodeOrderUnknown, Subject: "tool order", Names: unknown,
		Message: fmt.Sprintf("no tool is called %s; known are %s",
			strings.Join(unknown, ", "), nameList(names)),
	}
}

func nameList(names map[string]bool) string {
	if len(names) == 0 {
		return "(none)"
	}
	var sorted []string
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	return strings.Join(sorted, ", ")
}
