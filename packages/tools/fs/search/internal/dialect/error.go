package dialect

import (
	"fmt"
	"strings"
)

// SyntaxError points to what is wrong in a pattern.
type SyntaxError struct {
	Pattern string
	// From and To delimit the place, in characters.
	From, To int
	Reason   string
}

// Error shows the pattern, marks the place and gives the reason, as ripgrep does.
func (e *SyntaxError) Error() string {
	marks := strings.Repeat(" ", e.From) + strings.Repeat("^", max(e.To-e.From, 1))
	return fmt.Sprintf("regex parse error:\n    %s\n    %s\nerror: %s", e.Pattern, marks, e.Reason)
}

// LiteralError says that a pattern asks for a line ending, which no line has.
type LiteralError struct{}

// Error says it in ripgrep's words.
func (LiteralError) Error() string { return `the literal "\n" is not allowed in a regex` }
