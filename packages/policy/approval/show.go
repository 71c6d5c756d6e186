package approval

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Show returns all of what a question is about, in plain text: who asks for what
// and why, and then the command, the change or the arguments, whole.
func Show(q *Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Tool %s asks to run", inline(q.Call.Name()))
	if a := q.Call.Agent(); a != nil {
		fmt.Fprintf(&b, " for agent %s", inline(a.ID))
	}
	b.WriteString(".\n")
	if q.Reason != "" {
		fmt.Fprintf(&b, "Reason: %s\n", inline(q.Reason))
	}
	b.WriteString("\n")
	showCall(&b, q.Call)
	return b.String()
}

func showCall(b *strings.Builder, c *tools.Call) {
	switch v := c.PresentCall().(type) {
	case tools.TerminalCall:
		showTerminal(b, v)
	case tools.DiffCall:
		showDiffs(b, v)
	case tools.GenericCall:
		indent(b, v.Title)
		indent(b, c.Arguments().Text())
	default:
		indent(b, c.Arguments().Text())
	}
}

func showTerminal(b *strings.Builder, v tools.TerminalCall) {
	indent(b, v.Title)
	if v.Cwd != "" {
		fmt.Fprintf(b, "\nIn %s\n", inline(v.Cwd))
	}
	if v.Description != "" {
		fmt.Fprintf(b, "\nThe model says: %s\n", Visible(v.Description))
	}
}

func showDiffs(b *strings.Builder, v tools.DiffCall) {
	if v.Title != "" {
		indent(b, v.Title)
	}
	for _, d := range v.Diffs {
		before, old := "", "/dev/null"
		if d.OldText != nil {
			before, old = *d.OldText, d.Path
		}
		diff := udiff.Unified(inline(old), inline(d.Path), Visible(before), Visible(d.NewText))
		if diff == "" {
			diff = fmt.Sprintf("%s: no change\n", inline(d.Path))
		}
		b.WriteString(diff)
	}
}

// indent keeps what is shown apart from what the program says about it.
func indent(b *strings.Builder, text string) {
	for l := range strings.SplitSeq(strings.TrimSuffix(Visible(text), "\n"), "\n") {
		fmt.Fprintf(b, "    %s\n", l)
	}
}

// inline is [Visible] for what must stay on one line.
func inline(s string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(Visible(s))
}
