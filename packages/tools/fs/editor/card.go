package editor

import (
	"github.com/dsh-go/dsh/packages/core/tools"
)

func presentCall(a Arguments) tools.CallView {
	switch a.Command {
	case "create", "str_replace":
		return tools.DiffCall{
			Title: a.title(), Diffs: []tools.FileDiff{a.diff()},
			Locations: []tools.Location{{Path: a.Path}},
		}
	case "insert":
		location := tools.Location{Path: a.Path}
		if a.InsertLine != nil {
			location.Line = max(*a.InsertLine, 1)
		}
		return tools.GenericCall{
			Title: a.title(), Kind: tools.KindEdit, Locations: []tools.Location{location},
		}
	}
	location := tools.Location{Path: a.Path}
	if len(a.ViewRange) > 0 {
		location.Line = int(a.ViewRange[0])
	}
	return tools.GenericCall{
		Title: a.title(), Kind: tools.KindRead, Locations: []tools.Location{location},
	}
}

func presentResult(a Arguments, r tools.Presented) tools.ResultView {
	if r.IsError || a.Command != "create" && a.Command != "str_replace" {
		return nil
	}
	return tools.DiffResult{Title: a.title(), Diffs: []tools.FileDiff{a.diff()}}
}

func (a Arguments) title() string {
	verb := map[string]string{
		"view": "View", "create": "Create", "str_replace": "Edit", "insert": "Insert into",
	}[a.Command]
	return verb + " " + a.Path
}

func (a Arguments) diff() tools.FileDiff {
	if a.Command == "create" {
		return tools.FileDiff{Path: a.Path, NewText: value(a.FileText)}
	}
	return tools.FileDiff{Path: a.Path, OldText: a.OldStr, NewText: value(a.NewStr)}
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
