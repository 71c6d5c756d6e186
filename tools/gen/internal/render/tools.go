package render

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// PresetTable is one line for each built-in preset.
func PresetTable(all []model.Preset) string {
	t := newTable("preset", "what it is", "shared rows, in order", "rows of each agent", "tools")
	for _, p := range all {
		t.row(code(p.ID), prose(p.Description), codes(p.Shared), codes(p.Agent), codes(p.Tools))
	}
	return t.String()
}

// ToolTable is one line for each tool.
func ToolTable(all []model.Tool) string {
	t := newTable("tool", "what it does", "in presets", "traits", "budget", "source")
	for _, tool := range all {
		budget := "none"
		if tool.TimeoutMs > 0 {
			budget = fmt.Sprintf("%v ms", tool.TimeoutMs)
		}
		first, _, _ := strings.Cut(tool.Description, "\n")
		t.row(fmt.Sprintf("[`%s`](#%s)", tool.Name, anchor(tool.Name)), prose(sentence(first)),
			codes(tool.Presets), strings.Join(tool.Traits, ", "), budget, dir(tool.Package))
	}
	return t.String()
}

func sentence(text string) string {
	if at := strings.Index(text, ". "); at > 0 {
		return text[:at+1]
	}
	return text
}

// Tools is one section for each tool: everything that a model or a program is
// told about it.
func Tools(all []model.Tool) string {
	var b strings.Builder
	for _, tool := range all {
		fmt.Fprintf(&b, "### %s\n\n%s\n", tool.Name, fence("text", tool.Description))
		fmt.Fprintf(&b, "Registered by plugin %s of %s. %s\n\n",
			code(tool.Plugin), dir(tool.Package), habits(tool))
		b.WriteString("For programs:\n\n" + fence("ts", tool.TypeScript) + "\n")
		b.WriteString("<details><summary>schemas</summary>\n\nParameters:\n\n")
		b.WriteString(fence("json", indented(tool.Parameters)) + "\nValue:\n\n")
		b.WriteString(fence("json", indented(tool.Output)) + "\n</details>\n\n")
	}
	return b.String()
}

// habits says in words what a tool's definition declares about it.
func habits(t model.Tool) string {
	var words []string
	if t.Conditional {
		words = append(words, "Conditional: a step admits it only while its condition holds.")
	}
	if t.Deferred {
		words = append(words, "Its declaration may be loaded late.")
	}
	switch {
	case t.CallCard && t.ResultCard:
		words = append(words, "Its calls and results have cards of their own.")
	case t.CallCard:
		words = append(words, "Its calls have a card of their own.")
	case t.ResultCard:
		words = append(words, "Its results have a card of their own.")
	}
	return strings.Join(words, " ")
}

func indented(v jsonvalue.Value) string {
	text := jsontext.Value(v.Text())
	if err := text.Indent(jsontext.WithIndent("  ")); err != nil {
		return v.Text()
	}
	return string(text)
}

// JSON is the model as the committed file has it.
func JSON(m *model.Model) (string, error) {
	text, err := json.Marshal(m, json.Deterministic(true), jsontext.WithIndent("  "), jsontext.EscapeForHTML(false))
	return string(text) + "\n", err
}
