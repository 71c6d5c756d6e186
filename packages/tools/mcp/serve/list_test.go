package serve_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestPages(t *testing.T) {
	w := newWorld(t)
	for i := range 1001 {
		w.tool(fmt.Sprint("t", i), tools.Traits{}, echo)
	}
	c := w.connect(nil)
	n := 0
	for _, err := range c.Tools(t.Context(), nil) {
		must(t, err)
		n++
	}
	if n != 1001 {
		t.Errorf("%d tools", n)
	}
	_, err := c.ListTools(t.Context(), &sdk.ListToolsParams{Cursor: "nowhere"})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("got %v", err)
	}
}

// page fetches one page of a listing.
func page(t testing.TB, c *sdk.ClientSession, cursor string) *sdk.ListToolsResult {
	t.Helper()
	list, err := c.ListTools(t.Context(), &sdk.ListToolsParams{Cursor: cursor})
	must(t, err)
	return list
}

// Whatever changes between two pages, they are of the moment of the first: also
// what they say about tools that are gone.
func TestPagesAreOfOneMoment(t *testing.T) {
	w := newWorld(t)
	var gone []scope.Undo
	for i := range 600 {
		gone = append(gone, w.tool(fmt.Sprint("old", i), tools.Traits{ReadOnly: true}, echo))
	}
	c := w.connect(nil)
	first := page(t, c, "")
	for _, undo := range gone {
		must(t, undo(t.Context()))
	}
	w.tool("new", tools.Traits{}, echo)
	second := page(t, c, first.NextCursor)
	if len(first.Tools) != 500 || len(second.Tools) != 100 || second.NextCursor != "" {
		t.Fatalf("pages of %d and %d tools, then %q", len(first.Tools), len(second.Tools), second.NextCursor)
	}
	for i, tool := range second.Tools {
		if tool.Name != fmt.Sprint("old", 500+i) || tool.Description != "Does "+tool.Name+"." ||
			tool.Annotations == nil || !tool.Annotations.ReadOnlyHint || tool.OutputSchema == nil {
			t.Fatalf("got %+v", tool)
		}
	}
	if now := page(t, c, ""); len(now.Tools) != 1 || now.Tools[0].Name != "new" {
		t.Errorf("afterwards there are %+v", now.Tools)
	}
}

// A listing that nobody reads to its end gives way to the next one, and its
// cursors lead into that.
func TestAbandonedListing(t *testing.T) {
	w := newWorld(t)
	for i := range 1100 {
		w.tool(fmt.Sprint("t", i), tools.Traits{}, echo)
	}
	c := w.connect(nil)
	cursor := page(t, c, "").NextCursor
	undo := w.tool("extra", tools.Traits{}, echo)
	for range 3 {
		if now := page(t, c, ""); now.NextCursor != cursor {
			t.Fatalf("the first page ends with %q", now.NextCursor)
		}
	}
	second := page(t, c, cursor)
	last := page(t, c, second.NextCursor)
	if n := len(last.Tools); n != 101 || last.Tools[100].Name != "extra" {
		t.Errorf("the last page has %d tools", n)
	}
	must(t, undo(t.Context()))
	// The list is not kept any more: a cursor of it leads into the present one.
	if again := page(t, c, second.NextCursor); len(again.Tools) != 100 {
		t.Errorf("the last page now has %d tools", len(again.Tools))
	}
}
