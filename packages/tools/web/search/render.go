package search

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/web"
)

func render(_ Arguments, v Value) llm.Content {
	var parts []string
	if v.Content != "" {
		parts = append(parts, v.Content)
	}
	if len(v.Sources) > 0 {
		lines := []string{"Sources:"}
		for _, s := range v.Sources {
			lines = append(lines, line(s))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	if len(parts) == 0 {
		return llm.TextContent("No results found.")
	}
	if v.Truncated {
		parts = append(parts, "(There are more results than are shown.)")
	}
	parts = append(parts, "Name the sources that you rely on, with their links.")
	return llm.TextContent(strings.Join(parts, "\n\n"))
}

// line is one source as a list entry with a link.
func line(s web.Source) string {
	text := fmt.Sprintf("- [%s](%s)", label(s), s.URL)
	if s.Snippet != "" {
		text += ": " + oneLine(s.Snippet)
	}
	if s.PublishedAt != "" {
		text += fmt.Sprintf(" (%s)", s.PublishedAt)
	}
	return text
}

func label(s web.Source) string {
	if s.Title != "" {
		return strings.NewReplacer("[", `\[`, "]", `\]`).Replace(oneLine(s.Title))
	}
	if u, err := url.Parse(s.URL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return s.URL
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// metadata is what cards are made from.
type metadata struct {
	Sources   []web.Source `json:"sources"`
	Truncated bool         `json:"truncated"`
	Answer    string       `json:"answer,omitzero"`
}

func presentResult(in Arguments, r tools.Presented) tools.ResultView {
	var m metadata
	if r.IsError || r.Meta.Decode(&m) != nil {
		return nil
	}
	card := tools.WebSearchResult{
		Title: strings.Join(in.Queries, ", "), Answer: m.Answer, Truncated: m.Truncated,
		Sources: make([]tools.WebSource, len(m.Sources)),
	}
	for i, s := range m.Sources {
		card.Sources[i] = tools.WebSource(s)
	}
	return card
}
