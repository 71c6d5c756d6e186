package read

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

// Meta is what the result's card is made from.
type Meta struct {
	Path       string        `json:"path"`
	Offset     int           `json:"offset"`
	Lines      []window.Line `json:"lines"`
	TotalLines int           `json:"totalLines"`
	Lang       string        `json:"lang,omitzero"`
}

func meta(_ Arguments, v Value) any {
	return Meta{
		Path: v.Path, Offset: v.Offset, Lines: v.Lines, TotalLines: v.TotalLines,
		Lang: Language(v.Path),
	}
}

func presentCall(a Arguments) tools.CallView {
	title, line := "Read "+a.FilePath, 1
	if a.Offset != nil {
		line = int(*a.Offset)
	}
	switch {
	case a.Limit != nil:
		title += fmt.Sprintf(" (%d - %d)", line, line+int(*a.Limit)-1)
	case a.Offset != nil:
		title += fmt.Sprintf(" (from line %d)", line)
	}
	return tools.GenericCall{
		Title: title, Kind: tools.KindRead,
		Locations: []tools.Location{{Path: a.FilePath, Line: line}},
	}
}

// presentResult reads the metadata strictly: a log may be old, or edited by hand.
func presentResult(_ Arguments, r tools.Presented) tools.ResultView {
	var m Meta
	if r.IsError || r.Meta.Kind() != jsonvalue.KindObject || r.Meta.Decode(&m) != nil || !m.isSound() {
		return nil
	}
	lines := make([]tools.NumberedLine, len(m.Lines))
	for i, line := range m.Lines {
		lines[i] = tools.NumberedLine{Number: line.Number, Text: line.Text}
	}
	return tools.ReadResult{
		Path: m.Path, Offset: m.Offset, Lines: lines, TotalLines: m.TotalLines, Lang: m.Lang,
		Content: r.Content.Text(),
	}
}

func (m Meta) isSound() bool {
	last := m.Offset - 1
	if m.Path == "" || m.Offset < 1 || m.TotalLines < 0 {
		return false
	}
	for _, line := range m.Lines {
		if line.Number <= last || line.Number > m.TotalLines {
			return false
		}
		last = line.Number
	}
	return true
}
