package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Names of the tools that find and call deferred tools.
const (
	SearchTool = "mcp_search_tools"
	CallTool   = "mcp_call_tool"
)

// group is the servers of one row, which share their settings and the tools
// that find and call what is deferred.
type group struct {
	servers *Servers
	at      *scope.Scope
	config  Config

	mu      sync.Mutex
	offered bool
}

// offerSearch registers the search tools the first time that something is
// deferred. They stay until the row is taken down.
func (g *group) offerSearch(wanted bool) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !wanted || g.offered || g.config.NoSearch {
		return nil
	}
	search, err := searchTool()
	if err != nil {
		return err
	}
	for _, d := range []tools.Definition{search, callTool()} {
		if _, err := g.servers.registry.Register(g.at, d); err != nil {
			return err
		}
	}
	g.offered = true
	return nil
}

type searchInput struct {
	Query string `json:"query" description:"Words to look for in the names and descriptions of tools."`
	Limit int    `json:"limit,omitzero" description:"How many tools to return, 1 to 50; 10 if left out."`
}

type searchOutput struct {
	Tools []foundTool `json:"tools"`
	Total int         `json:"total" description:"How many tools matched."`
}

type foundTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  jsonvalue.Value `json:"parameters"`
}

const (
	defaultFound = 10
	maxFound     = 50
)

func searchTool() (tools.Definition, error) {
	return tools.Define(tools.Tool[searchInput, searchOutput]{
		Name: SearchTool, FindsDeferred: true,
		Description: "Finds tools that are not listed because there are many. Returns their names, descriptions and " +
			"parameters. Call one with " + CallTool + ", or by its name in a program.",
		Traits:          tools.Traits{ReadOnly: true, Idempotent: true},
		ConcurrencySafe: func(searchInput) bool { return true },
		Execute:         search,
		Render:          renderFound,
		PresentCall: func(in searchInput) tools.CallView {
			return tools.GenericCall{Title: "find tools: " + in.Query, Kind: tools.KindSearch}
		},
	})
}

func search(_ context.Context, x *tools.Exec, in searchInput) (searchOutput, error) {
	words := strings.Fields(strings.ToLower(in.Query))
	if len(words) == 0 {
		return searchOutput{}, plainError("query must have at least one word")
	}
	if in.Limit == 0 {
		in.Limit = defaultFound
	}
	if in.Limit < 1 || in.Limit > maxFound {
		return searchOutput{}, plainError(fmt.Sprintf("limit must be 1 to %d", maxFound))
	}
	type hit struct {
		reg   *tools.Registration
		score int
	}
	var hits []hit
	for _, reg := range x.Nested().Tools() {
		d := reg.Declaration()
		if score := relevance(words, d); d.DeferLoading && score > 0 {
			hits = append(hits, hit{reg, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	out := searchOutput{Tools: []foundTool{}, Total: len(hits)}
	for _, h := range hits[:min(in.Limit, len(hits))] {
		d := h.reg.Declaration()
		out.Tools = append(out.Tools, foundTool{d.Name, d.Description, d.Parameters})
	}
	return out, nil
}

// relevance counts words: one in the name is worth more than in the description,
// and a name that has all of them more than any.
func relevance(words []string, d llm.ToolDeclaration) int {
	name, description := strings.ToLower(d.Name), strings.ToLower(d.Description)
	score, inName := 0, 0
	for _, w := range words {
		if strings.Contains(name, w) {
			inName++
		} else if strings.Contains(description, w) {
			score++
		}
	}
	score += 3 * inName
	if inName == len(words) {
		score += 10
	}
	return score
}

func renderFound(_ searchInput, out searchOutput) llm.Content {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d tools:\n", len(out.Tools), out.Total)
	for _, t := range out.Tools {
		fmt.Fprintf(&b, "\n%s: %s\nparameters: %s\n", t.Name, t.Description, t.Parameters.Text())
	}
	return llm.TextContent(b.String())
}
