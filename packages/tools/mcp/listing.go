package mcp

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/tools/mcp/internal/exact"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxListed is how many tools one server may list. A longer list is refused
// whole: nothing tells which tools would be left out.
const maxListed = 20_000

// listedTool is one entry of tools/list, as the server wrote it.
type listedTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  jsonvalue.Value `json:"inputSchema"`
	OutputSchema jsonvalue.Value `json:"outputSchema"`
	Annotations  annotations     `json:"annotations"`
	Execution    struct {
		TaskSupport string `json:"taskSupport"`
	} `json:"execution"`
}

// annotations are the server's hints. Absent hints have defaults, which assume
// the worse (MCP).
type annotations struct {
	present     bool
	Title       string
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	OpenWorld   bool
}

// UnmarshalJSON decodes the hints with the protocol's defaults.
func (a *annotations) UnmarshalJSON(text []byte) error {
	read := struct {
		Title       string `json:"title"`
		ReadOnly    bool   `json:"readOnlyHint"`
		Destructive bool   `json:"destructiveHint"`
		Idempotent  bool   `json:"idempotentHint"`
		OpenWorld   bool   `json:"openWorldHint"`
	}{Destructive: true, OpenWorld: true}
	v, err := jsonvalue.Parse(text)
	if err != nil {
		return err
	}
	if v.Kind() == jsonvalue.KindNull {
		return nil
	}
	if err := v.Decode(&read); err != nil {
		return err
	}
	*a = annotations{
		present: true, Title: read.Title, ReadOnly: read.ReadOnly,
		Destructive: read.Destructive && !read.ReadOnly,
		Idempotent:  read.Idempotent, OpenWorld: read.OpenWorld,
	}
	return nil
}

// listTools fetches every page before anything is used (§13). Entries that are
// no tools are left out and reported by count.
func (g *generation) listTools(ctx context.Context) (tools []listedTool, skipped int, err error) {
	if !g.hasTools() {
		return nil, 0, nil
	}
	names, cursors := map[string]bool{}, map[string]bool{}
	for cursor := ""; ; {
		page, next, left, err := g.listPage(ctx, cursor)
		if err != nil {
			return nil, 0, err
		}
		skipped += left
		for _, t := range page {
			if names[t.Name] {
				return nil, 0, fmt.Errorf("the list has tool %q twice", t.Name)
			}
			names[t.Name] = true
		}
		if tools = append(tools, page...); len(tools) > maxListed {
			return nil, 0, fmt.Errorf("the list has more than %d tools", maxListed)
		}
		if next == "" {
			return tools, skipped, nil
		}
		if cursors[next] {
			return nil, 0, fmt.Errorf("the list does not end: cursor %q came twice", next)
		}
		cursors[next] = true
		cursor = next
	}
}

func (g *generation) listPage(
	ctx context.Context, cursor string,
) (page []listedTool, next string, skipped int, err error) {
	result, err := g.session.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
	if err != nil {
		return nil, "", 0, err
	}
	text, ok := exact.Take(result.Meta)
	if !ok {
		return nil, "", 0, fmt.Errorf("the answer to tools/list has no tools")
	}
	whole, err := jsonvalue.ParseString(text)
	if err != nil {
		return nil, "", 0, err
	}
	admitted := make(map[string]bool, len(result.Tools)) // over HTTP the SDK leaves some out
	for _, t := range result.Tools {
		admitted[t.Name] = true
	}
	entries, _ := whole.Get("tools")
	for _, entry := range entries.Elements() {
		var t listedTool
		if entry.Decode(&t) != nil || t.Name == "" || g.link.HTTP && !admitted[t.Name] {
			skipped++
			continue
		}
		page = append(page, t)
	}
	return page, result.NextCursor, skipped, nil
}
