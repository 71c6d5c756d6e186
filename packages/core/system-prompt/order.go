package systemprompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// RestEntry stands in a configured tool order for all tools that it does not name (R101).
const RestEntry = "<unlisted-tools>"

// Order is the order in which tools are declared. The zero value sorts them by name, byte by byte. It
// is immutable and safe for concurrent use.
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
			return Order{}, &Error{Code: CodeOrderDuplicate, Subject: "tool order", Message: fmt.Sprintf(
				"%q stands there twice; remove one", name)}
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

// Arrange returns the tools in their order, in a slice of its own. Listed tools take their places,
// the others stand by name where the rest entry is, and tools of one name stay as they came. Known are
// names that may be listed although no tool has them now, such as those of hidden tools.
//
// It fails with CodeOrderUnknown when a listed name is neither a tool's nor known, and with
// CodeOrderReserved when a tool is called like the rest entry.
func (o Order) Arrange(
	tools []llm.ToolDeclaration, known []string,
) ([]llm.ToolDeclaration, error) {
	for _, tool := range tools {
		if tool.Name == RestEntry {
			return nil, &Error{Code: CodeOrderReserved, Subject: fmt.Sprintf("tool %q", tool.Name),
				Message: "the name is reserved for the tool order; rename the tool"}
		}
	}
	if err := o.checkListed(tools, known); err != nil {
		return nil, err
	}
	arranged := slices.Clone(tools)
	slices.SortStableFunc(arranged, func(a, b llm.ToolDeclaration) int {
		if d := o.place(a.Name) - o.place(b.Name); d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
	return arranged, nil
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
	unknown := slices.DeleteFunc(slices.Clone(o.listed), func(name string) bool { return names[name] })
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
