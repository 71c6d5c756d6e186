package grep

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// Meta is what the result's card is made from.
type Meta struct {
	Shape     string              `json:"shape"`
	Files     []tools.FileMatches `json:"files"`
	Truncated bool                `json:"truncated"`
	Total     int                 `json:"total"`
}

func (t *tool) meta(_ Arguments, v Value) any {
	shown := v.Matches[:min(len(v.Matches), t.config.GrepMaxMatches)]
	m := Meta{Shape: "matches", Files: t.config.filesOf(shown), Total: len(v.Matches)}
	cut := m.fit(t.config.SearchMetaMaxBytes)
	m.Truncated = cut || len(shown) < m.Total
	return m
}

// filesOf puts together the matches of each file, with lines as they are shown.
func (c Config) filesOf(matches []search.Match) []tools.FileMatches {
	files := []tools.FileMatches{}
	for _, m := range matches {
		if n := len(files); n == 0 || files[n-1].Path != m.Path {
			files = append(files, tools.FileMatches{Path: m.Path})
		}
		last := &files[len(files)-1]
		line := tools.LineMatch{LineNumber: m.LineNumber, Line: preview(m.Line, c.GrepMaxLineBytes)}
		last.Matches = append(last.Matches, line)
	}
	return files
}

// fit drops whole files from the end until the rest takes up to limit bytes as JSON; one stays.
func (m *Meta) fit(limit int) (cut bool) {
	size := len(`{"shape":"matches","files":[],"truncated":false,"total":1234567890}`)
	for i, file := range m.Files {
		v, err := jsonvalue.Marshal(file)
		if err != nil {
			return false
		}
		if size += len(v.Text()) + 1; size > limit && i > 0 {
			m.Files = m.Files[:i]
			return true
		}
	}
	return false
}

func presentCall(a Arguments) tools.CallView {
	title := "Grep " + a.Pattern
	if a.Path != nil {
		title += " in " + *a.Path
	}
	if a.Include != nil {
		title += " (" + *a.Include + ")"
	}
	return tools.GenericCall{Title: title, Kind: tools.KindSearch}
}

func presentResult(_ Arguments, r tools.Presented) tools.ResultView {
	var m Meta
	if r.IsError || r.Meta.Kind() != jsonvalue.KindObject || r.Meta.Decode(&m) != nil ||
		m.Shape != "matches" {
		return nil
	}
	return tools.MatchesResult{Files: m.Files, Truncated: m.Truncated, Total: m.Total}
}
