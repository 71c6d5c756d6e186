package glob

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Meta is what the result's card is made from.
type Meta struct {
	Shape     string   `json:"shape"`
	Paths     []string `json:"paths"`
	Truncated bool     `json:"truncated"`
	Total     int      `json:"total"`
}

func (t *tool) meta(_ Arguments, v Value) any {
	p := t.page(v)
	m := Meta{Shape: "paths", Paths: p.paths, Total: p.total}
	m.fit(t.config.SearchMetaMaxBytes)
	m.Truncated = len(m.Paths) < m.Total
	return m
}

// fit drops paths from the end until the rest takes up to limit bytes as JSON; one stays.
func (m *Meta) fit(limit int) {
	size := len(`{"shape":"paths","paths":[],"truncated":false,"total":1234567890}`)
	for i, path := range m.Paths {
		if size += jsonSize(path) + 1; size > limit && i > 0 {
			m.Paths = m.Paths[:i]
			return
		}
	}
}

func jsonSize(text string) int {
	v, err := jsonvalue.NewString(text)
	if err != nil {
		return len(text)
	}
	return len(v.Text())
}

func presentCall(a Arguments) tools.CallView {
	title := "Glob " + a.Pattern
	if a.Path != nil {
		title += " in " + *a.Path
	}
	return tools.GenericCall{Title: title, Kind: tools.KindSearch}
}

func presentResult(_ Arguments, r tools.Presented) tools.ResultView {
	var m Meta
	if r.IsError || r.Meta.Kind() != jsonvalue.KindObject || r.Meta.Decode(&m) != nil ||
		m.Shape != "paths" || m.Total < len(m.Paths) {
		return nil
	}
	return tools.PathsResult{Paths: m.Paths, Truncated: m.Truncated, Total: m.Total}
}
