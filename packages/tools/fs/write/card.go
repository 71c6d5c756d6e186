package write

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
)

func meta(a Arguments, v jsonvalue.Value) any {
	before, _ := v.Get("before")
	old, ok := before.AsString()
	if !ok {
		return fs.DiffMeta{Diffs: []tools.FileDiff{}}
	}
	return fs.DiffsOf(a.FilePath, old, fs.Text(v, "after"))
}

func presentCall(a Arguments) tools.CallView {
	return tools.DiffCall{
		Title: "Write " + a.FilePath, Diffs: []tools.FileDiff{addition(a)},
		Locations: []tools.Location{{Path: a.FilePath}},
	}
}

func presentResult(a Arguments, r tools.Presented) tools.ResultView {
	if r.IsError {
		return nil
	}
	diffs := fs.DiffsIn(r.Meta)
	if len(diffs) == 0 {
		diffs = []tools.FileDiff{addition(a)}
	}
	return tools.DiffResult{Title: "Write " + a.FilePath, Diffs: diffs}
}

// addition shows the content as that of a new file.
func addition(a Arguments) tools.FileDiff {
	return tools.FileDiff{Path: a.FilePath, NewText: a.Content}
}
