package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// pageSize is how many tools one page of a listing has.
const pageSize = 500

var emptyObject = json.RawMessage(`{"type":"object"}`)

// listing is a list of tools that a client is reading page by page. All pages are
// of one moment, and each costs what it has, whatever the others have. A client has
// at most one: it is dropped after its last page, and when another one begins.
type listing struct {
	mu    sync.Mutex
	tools []listedTool
	next  map[string]int // where the page after a cursor begins
	about []tools.Section
}

// listedTool is a tool as it was when the list was made; the registration is nil
// for the executor's own.
type listedTool struct {
	declaration  llm.ToolDeclaration
	registration *tools.Registration
}

// list answers tools/list with what the agent's executor describes when the first
// page is asked for. A cursor is the name of the last tool of the page before: one
// of a list that is no longer kept leads into the present one.
func (s *session) list(ctx context.Context, p *sdk.ListToolsParams) (*sdk.ListToolsResult, error) {
	l := &s.listing
	l.mu.Lock()
	defer l.mu.Unlock()
	cursor := ""
	if p != nil {
		cursor = p.Cursor
	}
	if start, ok := l.next[cursor]; ok && cursor != "" {
		return s.page(start), nil
	}
	d, err := s.server.options.Registry.Describe(ctx, s.agent.Identity, nil)
	if err != nil {
		return nil, err
	}
	l.keep(s, d)
	start := 0
	if cursor != "" {
		is := func(t listedTool) bool { return t.declaration.Name == cursor }
		if start = slices.IndexFunc(l.tools, is) + 1; start == 0 {
			l.drop()
			return nil, &jsonrpc.Error{
				Code: jsonrpc.CodeInvalidParams, Message: "the cursor leads nowhere: list from the start",
			}
		}
	}
	return s.page(start), nil
}

// keep makes a list of this moment.
func (l *listing) keep(s *session, d tools.Description) {
	l.tools, l.about, l.next = make([]listedTool, len(d.Tools)), d.Sections, map[string]int{}
	for i, t := range d.Tools {
		l.tools[i].declaration = t
		if reg, ok := s.registration(t.Name); ok {
			l.tools[i].registration = reg
		}
	}
}

func (l *listing) drop() { l.tools, l.about, l.next = nil, nil, nil }

// page is the page that begins at start. The last one ends the keeping of the
// list.
func (s *session) page(start int) *sdk.ListToolsResult {
	l := &s.listing
	result := &sdk.ListToolsResult{Tools: []*sdk.Tool{}}
	end := min(start+pageSize, len(l.tools))
	for _, t := range l.tools[start:end] {
		result.Tools = append(result.Tools, s.tool(t, l.about))
	}
	if end == len(l.tools) {
		l.drop()
		return result
	}
	result.NextCursor = l.tools[end-1].declaration.Name
	l.next[result.NextCursor] = end
	return result
}

// tool is a tool as clients see it. A tool that is not in the registry is the
// executor's own, and carries what the executor wants the model to know.
func (s *session) tool(t listedTool, sections []tools.Section) *sdk.Tool {
	told := t.declaration
	out := &sdk.Tool{
		Name: told.Name, Description: told.Description, InputSchema: inputSchema(told.Parameters),
	}
	if t.registration == nil {
		out.Description = withSections(told.Description, sections)
		return out
	}
	d := t.registration.Definition()
	out.Annotations = annotations(d.Traits)
	if t.registration.Classifies() {
		out.Meta = sdk.Meta{concurrencyMeta: true}
	}
	if schema := outputSchema(d.Output.Schema); schema != nil && !s.server.options.NoStructured {
		out.OutputSchema = schema
	}
	return out
}

func withSections(text string, sections []tools.Section) string {
	sorted := slices.Clone(sections)
	slices.SortStableFunc(sorted, func(a, b tools.Section) int { return cmp.Compare(a.Order, b.Order) })
	parts := []string{text}
	for _, s := range sorted {
		parts = append(parts, s.Text)
	}
	return strings.Join(parts, "\n\n")
}

// inputSchema is the parameters as they are; the protocol wants an object.
func inputSchema(parameters jsonvalue.Value) json.RawMessage {
	kind, _ := parameters.Get("type")
	if name, _ := kind.AsString(); name != "object" {
		return emptyObject
	}
	return json.RawMessage(parameters.Text())
}

// concurrencyMeta is the member of a tool's _meta that says that calls of it may
// overlap, depending on their arguments. The protocol has no annotation for that.
const concurrencyMeta = "io.github.dsh-go/concurrencySafe"

// annotations tells traits that claim something; the protocol's defaults assume
// the worse of tools that say nothing.
func annotations(t tools.Traits) *sdk.ToolAnnotations {
	if t == (tools.Traits{}) {
		return nil
	}
	return &sdk.ToolAnnotations{
		ReadOnlyHint: t.ReadOnly, IdempotentHint: t.Idempotent,
		DestructiveHint: &t.Destructive, OpenWorldHint: &t.OpenWorld,
	}
}

// resultMember wraps values that are no objects, which the protocol wants.
const resultMember = "result"

// outputSchema is the schema of the structured content, nil for none: that of
// another server's tool is passed on, and one that is no object's is wrapped.
func outputSchema(output jsonvalue.Value) json.RawMessage {
	if structured, ok := mcp.Structured(output); ok {
		if !isObject(structured) {
			return nil
		}
		return json.RawMessage(structured.Text())
	}
	if isObject(output) {
		return json.RawMessage(output.Text())
	}
	return json.RawMessage(jsonvalue.NewObject(
		jsonvalue.Member{Name: "type", Value: jsonvalue.String("object")},
		jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject(
			jsonvalue.Member{Name: resultMember, Value: output},
		)},
		jsonvalue.Member{Name: "required", Value: jsonvalue.Array(jsonvalue.String(resultMember))},
	).Text())
}

func isObject(schema jsonvalue.Value) bool {
	kind, _ := schema.Get("type")
	name, _ := kind.AsString()
	return name == "object"
}
