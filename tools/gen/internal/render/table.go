package render

import (
	"fmt"
	"strings"
)

// table is a Markdown table under construction.
type table struct{ b strings.Builder }

func newTable(heads ...string) *table {
	t := &table{}
	t.row(heads...)
	t.b.WriteString(strings.Repeat("|---", len(heads)) + "|\n")
	return t
}

func (t *table) row(cells ...string) {
	for _, c := range cells {
		t.b.WriteString("| " + cell(c) + " ")
	}
	t.b.WriteString("|\n")
}

func (t *table) String() string { return t.b.String() }

// cell makes text stand in one cell: no line ends, no bars that end it.
func cell(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.ReplaceAll(text, "|", `\|`)
}

// prose makes the text of a comment harmless as Markdown: outside of code no
// character starts a tag or an emphasis.
func prose(text string) string {
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = escaper.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

var escaper = strings.NewReplacer("<", "&lt;", "*", `\*`, "[", `\[`, "{{", `{&#8203;{`)

// code makes text an inline code span, "" stays as it is.
func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

func codes(texts []string) string {
	parts := make([]string, len(texts))
	for i, t := range texts {
		parts[i] = code(t)
	}
	return strings.Join(parts, ", ")
}

// up is the way from a page of the reference, or of the specification, to the
// root of the repository.
const up = "../../"

// dir links to a directory of the repository, by its last words.
func dir(path string) string {
	return fmt.Sprintf("[%s](%s%s)", short(path), up, path)
}

func dirs(paths []string) string {
	parts := make([]string, len(paths))
	for i, p := range paths {
		parts[i] = dir(p)
	}
	return strings.Join(parts, ", ")
}

// short drops what all directories begin with.
func short(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, "packages/"), "core/")
}

// fence makes text a block of code.
func fence(language, text string) string {
	mark := "```"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	return mark + language + "\n" + strings.Trim(text, "\n") + "\n" + mark + "\n"
}

// anchor is the identifier that a heading gets, as GitHub makes it.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ' || r == '-' || r == '_':
			b.WriteRune(map[bool]rune{true: '-', false: r}[r == ' '])
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127:
			b.WriteRune(r)
		}
	}
	return b.String()
}
