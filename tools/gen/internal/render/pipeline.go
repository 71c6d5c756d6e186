package render

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// StageTable is one line for each stage.
func StageTable(p model.Pipeline) string {
	t := newTable("stage", "constant", "what happens")
	for _, s := range p.Stages {
		t.row(code(s.Name), code(s.Constant), prose(explanation(s.Constant, s.Doc)))
	}
	return t.String()
}

// explanation is a comment without the name that it begins with.
func explanation(name, doc string) string {
	rest, ok := strings.CutPrefix(doc, name+" ")
	if !ok || rest == "" {
		return doc
	}
	return strings.ToUpper(rest[:1]) + rest[1:]
}

// EdgeTable is one line for each observed step.
func EdgeTable(p model.Pipeline) string {
	t := newTable("from", "to", "observed in")
	for _, e := range p.Edges {
		t.row(code(e.From), code(e.To), strings.Join(e.Scenarios, ", "))
	}
	return t.String()
}

// ScenarioTable is one line for each call of each scenario.
func ScenarioTable(p model.Pipeline) string {
	t := newTable("scenario", "stages", "outcome", "the model reads")
	for _, s := range p.Scenarios {
		for i, c := range s.Calls {
			name := fmt.Sprintf("**%s.** %s", s.Name, prose(s.Shows))
			if len(s.Calls) > 1 {
				name = fmt.Sprintf("%s (call %s)",
					map[bool]string{true: name, false: "the same"}[i == 0], code(c.Call))
			}
			t.row(name, strings.Join(c.Stages, " → "), code(c.Outcome), code(c.Content))
		}
	}
	return t.String()
}

// Mermaid is a graph for those whose reader draws it.
func Mermaid(text string) string {
	return "<details><summary>the same graph as Mermaid</summary>\n\n" + fence("mermaid", text) + "\n</details>\n"
}
