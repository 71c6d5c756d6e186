package render

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// CodeTable is one line for each error code.
func CodeTable(all []model.Code) string {
	t := newTable("code", "when, and what to do", "declared in", "used by")
	for _, c := range all {
		t.row(code(c.Value), prose(c.Doc), fmt.Sprintf("%s, %s",
			dir(c.Package), code(c.Constant)), dirs(c.Users))
	}
	return t.String()
}

// ModuleTable is one line for each module.
func ModuleTable(all []model.Module) string {
	t := newTable("layer", "module", "what it is", "needs", "from elsewhere", "released with")
	for _, m := range all {
		set := m.Set
		if set == "" {
			set = "not released"
		}
		t.row(fmt.Sprint(m.Layer), dir(m.Dir), prose(m.Summary), dirs(m.Needs), codes(m.Foreign), set)
	}
	return t.String()
}

// Command is a section for each command, from the outermost on.
func Command(c model.Command) string {
	var b strings.Builder
	command(&b, c)
	return b.String()
}

func command(b *strings.Builder, c model.Command) {
	fmt.Fprintf(b, "## %s\n\n%s.\n\n", c.Name, prose(c.Short))
	fmt.Fprintf(b, "%s\n", fence("text", "usage: "+c.Use))
	if c.Long != "" {
		fmt.Fprintf(b, "%s\n", fence("text", c.Long))
	}
	if c.Example != "" {
		fmt.Fprintf(b, "For example:\n\n%s\n", fence("sh", unindent(c.Example)))
	}
	if len(c.Flags) > 0 {
		t := newTable("flag", "meaning", "default")
		for _, f := range c.Flags {
			name := "--" + f.Name
			if f.Value != "" {
				name += " " + f.Value
			}
			if f.Shorthand != "" {
				name = "-" + f.Shorthand + ", " + name
			}
			t.row(code(name), prose(f.Usage), code(f.Default))
		}
		b.WriteString(t.String() + "\n")
	}
	for _, below := range c.Commands {
		command(b, below)
	}
}

func unindent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, "  ")
	}
	return strings.Join(lines, "\n")
}
