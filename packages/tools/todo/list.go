package todo

import (
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// written is the data of todo/write.
type written struct {
	Todos []Item `json:"todos"`
}

// Current returns the list that holds in a session: the one written last in its
// newest turn, nil if none was.
func Current(h session.History) []Item {
	for _, e := range slices.Backward(h.Events) {
		switch e.Type {
		case session.TypeTurnStart:
			return nil
		case session.TypeTodoWrite:
			var w written
			if e.Decode(&w) != nil {
				return nil
			}
			return w.Todos
		}
	}
	return nil
}

// presentResult shows the list with a mark for each status. Logs of other versions
// may lack the metadata.
func presentResult(_ Arguments, r tools.Presented) tools.ResultView {
	var v Value
	if r.IsError || r.Meta.Decode(&v) != nil || len(v.Todos) == 0 {
		return nil
	}
	var b strings.Builder
	for _, item := range v.Todos {
		mark := map[Status]string{InProgress: "[>] ", Completed: "[x] "}[item.Status]
		if mark == "" {
			mark = "[ ] "
		}
		b.WriteString(mark + item.Content + "\n")
	}
	return tools.GenericResult{Title: "Task list", Content: llm.TextContent(strings.TrimSuffix(b.String(), "\n"))}
}
