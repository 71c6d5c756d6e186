package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// configured writes a configuration file of rows, and returns the flags that name
// it. Long outputs are kept in a directory of the test.
func configured(t *testing.T, preset, rows string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "dsh.json")
	store := fmt.Sprintf(`{"plugin":"spill-store-local","config":{"root":%q}}`, t.TempDir())
	if rows != "" {
		store += ","
	}
	text := `{"preset":"` + preset + `","rows":[` + store + rows + `]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"-C", workspace(t), "--config", file}
}

// answering is a client whose user does what the function says.
func answering(f func(*sdk.ElicitParams) *sdk.ElicitResult) *sdk.ClientOptions {
	return &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		return f(r.Params), nil
	}}
}

func callTool(t *testing.T, c *sdk.ClientSession, name, args string) *sdk.CallToolResult {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func toolNames(t *testing.T, c *sdk.ClientSession) (names []string) {
	t.Helper()
	for tool, err := range c.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	return names
}

// many is an MCP server over HTTP with many tools, one of which says a lot.
func many(t *testing.T, tools int) string {
	t.Helper()
	server := sdk.NewServer(&sdk.Implementation{Name: "many", Version: "1"}, nil)
	for i := range tools {
		server.AddTool(&sdk.Tool{
			Name: fmt.Sprint("tool", i), Description: fmt.Sprint("Does thing ", i, "."),
			InputSchema: json.RawMessage(`{"type":"object"}`),
		}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			text := strings.Repeat(fmt.Sprint("thing ", i, "\n"), 5000)
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
		})
	}
	s := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(func() {
		for session := range server.Sessions() {
			_ = session.Close()
		}
		s.Close()
	})
	return s.URL
}

func server(url string) string {
	return `{"plugin":"mcp","config":{"mcpServers":{"m":{"url":"` + url + `"}}}}`
}

// linked reads what the last block of a result links to.
func linked(t *testing.T, c *sdk.ClientSession, r *sdk.CallToolResult) string {
	t.Helper()
	link, ok := r.Content[len(r.Content)-1].(*sdk.ResourceLink)
	if !ok {
		t.Fatalf("the result links nothing: %s", text(r))
	}
	read, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link.URI})
	if err != nil {
		t.Fatal(err)
	}
	if got := read.Contents[0].Text; int64(len(got)) != *link.Size {
		t.Errorf("the link says %d bytes, there are %d", *link.Size, len(got))
	}
	return read.Contents[0].Text
}

// What the spill policy cut, and what a tool kept apart by itself, a client reads
// whole through a link.
func TestServeLinksLongOutputs(t *testing.T) {
	flags := configured(t, "coding", server(many(t, 1))+`,{"plugin":"policy-spill","config":{"maxInlineBytes":20000}}`)
	c := serving(t, flags...)
	r := callTool(t, c, "mcp__m__tool0", `{}`)
	if got, want := linked(t, c, r), strings.Repeat("thing 0\n", 5000); got != want {
		t.Errorf("read %d bytes, want %d", len(got), len(want))
	}
	if shown := text(r); len(shown) > 20000 || !strings.Contains(shown, "Omitted") {
		t.Errorf("shown are %d bytes: %s", len(shown), shown)
	}
	for i := range 300 {
		if err := os.WriteFile(filepath.Join(flags[1], fmt.Sprintf("f%03d.txt", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	whole := linked(t, c, callTool(t, c, "glob", `{"pattern":"f*.txt"}`))
	if n := strings.Count(whole, ".txt"); n != 300 {
		t.Errorf("%d of 300 paths are linked", n)
	}
	if r := callTool(t, c, "glob", `{"pattern":"a.txt"}`); len(r.Content) != 1 {
		t.Errorf("a short output has more than text: %+v", r.Content)
	}
}

const askAboutWrites = `{"plugin":"policy-permission","config":{"rules":[{"action":"ask","tool":"write","reason":"writes are asked about"}]}}`

// Policies of the preset ask the client's user, who sees the whole call; where the
// user cannot be asked, the call is denied with the policy's reason.
func TestServeApproval(t *testing.T) {
	for _, tt := range []struct {
		name, action, want string // action "" for a client that cannot be asked
		written            bool
	}{
		{"accepted", "accept", "new.txt", true},
		{"declined", "decline", `the user rejected tool "write"`, false},
		{"dismissed", "cancel", `approval for tool "write" was cancelled`, false},
		{"nobody to ask", "", "writes are asked about", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked []string
			var o *sdk.ClientOptions
			if tt.action != "" {
				o = answering(func(p *sdk.ElicitParams) *sdk.ElicitResult {
					asked = append(asked, p.Message)
					return &sdk.ElicitResult{Action: tt.action}
				})
			}
			flags := configured(t, "coding", askAboutWrites)
			r := callTool(t, servingTo(t, o, flags...), "write", `{"file_path":"new.txt","content":"first line"}`)
			if !strings.Contains(text(r), tt.want) || r.IsError == tt.written {
				t.Errorf("got %q, want %q", text(r), tt.want)
			}
			if _, err := os.Stat(filepath.Join(flags[1], "new.txt")); (err == nil) != tt.written {
				t.Errorf("written: %v", err)
			}
			if tt.action == "" {
				return
			}
			if len(asked) != 1 || !strings.Contains(asked[0], "writes are asked about") ||
				!strings.Contains(asked[0], "+first line") {
				t.Errorf("asked %q", asked)
			}
		})
	}
}

// lasting is where this test stands, or for a checkout among the temporary files the
// user's home.
func lasting(t *testing.T) string {
	t.Helper()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, temporary := range []string{"/tmp", os.TempDir()} {
		if below, err := filepath.Rel(temporary, here); err != nil || filepath.IsLocal(below) {
			if here, err = os.UserHomeDir(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return here
}

// beside is a directory that is not below the system's one for temporary files,
// which confined calls may write to.
func beside(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(lasting(t), "outside-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if dir, err = filepath.Abs(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The preset's sandbox confines clients' calls; a call that asks for more is put
// to the client's user by its own body.
func TestServeEscalation(t *testing.T) {
	outside := filepath.Join(beside(t), "f.txt")
	args := fmt.Sprintf(`{"file_path":%q,"content":"x"`, outside)
	wider := args + `,"sandbox_permissions":"danger-full-access","justification":"It is needed."}`
	flags := configured(t, "coding", "")
	if r := callTool(t, serving(t, flags...), "write", args+`}`); !r.IsError {
		t.Errorf("a write outside the workspace: %s", text(r))
	}
	if r := callTool(t, serving(t, flags...), "write", wider); !r.IsError {
		t.Errorf("a client that cannot be asked: %s", text(r))
	}
	var asked string
	c := servingTo(t, answering(func(p *sdk.ElicitParams) *sdk.ElicitResult {
		asked = p.Message
		return &sdk.ElicitResult{Action: "accept"}
	}), flags...)
	if r := callTool(t, c, "write", wider); r.IsError || !strings.Contains(asked, "It is needed.") {
		t.Errorf("asked %q, got %s", asked, text(r))
	}
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
}

const threeQuestions = `{"questions":[{"id":"a/b","question":"Which name?"},` +
	`{"id":"color","question":"Which colour?","header":"Colour","options":[{"label":"red","description":"like blood"},{"label":"blue"}]},` +
	`{"id":"sizes","question":"Which sizes?","multi_select":true,"options":[{"label":"S"},{"label":"M"},{"label":"L"}]}]}`

// What a model asks by itself, the client's user is asked in one form.
func TestServeQuestions(t *testing.T) {
	var asked *sdk.ElicitParams
	answer := &sdk.ElicitResult{Action: "accept", Content: map[string]any{
		"answer1": " Ada ", "answer2": "blue", "other2": "or green", "answer3_1": true, "answer3_2": false, "answer3_3": true,
	}}
	c := servingTo(t, answering(func(p *sdk.ElicitParams) *sdk.ElicitResult {
		asked = p
		return answer
	}), configured(t, "coding", "")...)
	r := callTool(t, c, "ask_user_question", threeQuestions)
	want := `{"answers":[{"id":"a/b","selected":[],"custom":"Ada"},` +
		`{"id":"color","selected":["blue"],"custom":"or green"},{"id":"sizes","selected":["S","L"]}]}`
	if got := text(r); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	message := "Which name?\n\nWhich colour?\n- red: like blood\n- blue\n\nWhich sizes?\n- S\n- M\n- L"
	if d := cmp.Diff(message, asked.Message); d != "" {
		t.Error(d)
	}
	answer = &sdk.ElicitResult{Action: "decline"}
	if r := callTool(t, c, "ask_user_question", threeQuestions); !r.IsError || !strings.Contains(text(r), "did not answer") {
		t.Errorf("got %s", text(r))
	}
	mute := toolNames(t, serving(t, configured(t, "coding", "")...))
	if slices.Contains(mute, "ask_user_question") || !slices.Contains(mute, "write") {
		t.Errorf("a client that cannot be asked is offered %v", mute)
	}
}

// A roster of 2,000 tools reaches a client as two, which find and call the others.
func TestServeManyTools(t *testing.T) {
	url := many(t, 2000)
	c := serving(t, configured(t, "minimal", server(url))...)
	names := toolNames(t, c)
	slices.Sort(names)
	if d := cmp.Diff([]string{"mcp_call_tool", "mcp_search_tools", "read"}, names); d != "" {
		t.Error(d)
	}
	found := callTool(t, c, "mcp_search_tools", `{"query":"thing 1234"}`)
	if !strings.Contains(text(found), "mcp__m__tool1234: Does thing 1234.") {
		t.Errorf("found %s", text(found))
	}
	r := callTool(t, c, "mcp_call_tool", `{"name":"mcp__m__tool1234","arguments":{}}`)
	if !strings.HasPrefix(text(r), "thing 1234\n") {
		t.Errorf("got %s", text(r))
	}
}

// What is wrong with a file of servers is named by its place, and shows nothing of
// what stands there.
func TestBadServersFiles(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no JSON", `{"mcpServers":{"s":{"url":"https://s3cr3t.example","headers":{"A":"s3cr3t" "B":"c"}}}}`, "must be specified"},
		{"another type", `{"mcpServers":{"s":{"url":"https://s3cr3t.example","headers":{"A":["s3cr3t"]}}}}`,
			"at /mcpServers/s/headers/A: want a string, got an array"},
		{"an unknown member", `{"mcpServers":{"s":{"command":"x","reconnect":{"delay":"s3cr3t"}}}}`,
			`at /mcpServers/s/reconnect/delay: unknown field "delay"`},
		{"no name", `{"mcpServers":{"a b":{"command":"s3cr3t"}}}`, "1 to 32 letters"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "servers.json")
			if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"mcp", "list"}, {"mcp", "check"}, {"mcp", "serve"}, {"tools"}} {
				got := run(t, t.Context(), "", append(args, "--config", file)...)
				if got.code != 2 || !strings.Contains(got.err, tt.want) || strings.Contains(got.out+got.err, "s3cr3t") {
					t.Errorf("%v: exit %d, %s%s", args, got.code, got.out, got.err)
				}
			}
		})
	}
}
