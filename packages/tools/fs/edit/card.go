package edit

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
)

func meta(a Arguments, v jsonvalue.Value) any {
	return fs.DiffsOf(a.FilePath, fs.Text(v, "before"), fs.Text(v, "after"))
}

func presentCall(a Arguments) tools.CallView {
	return tools.DiffCall{
		Title: "Edit " + a.FilePath, Diffs: []tools.FileDiff{asked(a)},
		Locations: []tools.Location{{Path: a.FilePath}},
	}
}

func presentResult(a Arguments, r tools.Presented) tools.ResultView {
	if r.IsError {
		return nil
	}
	diffs := fs.DiffsIn(r.Meta)
	if len(diffs) == 0 {
		diffs = []tools.FileDiff{asked(a)}
	}
	return tools.DiffResult{Title: "Edit " + a.FilePath, Diffs: diffs}
}

// asked shows the replacement as it was asked for.
func asked(a Arguments) tools.FileDiff {
	return tools.FileDiff{Path: a.FilePath, OldText: &a.OldString, NewText: a.NewString}
}
