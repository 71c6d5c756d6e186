package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// serving runs `dsh mcp serve` in process and returns a client of it.
func serving(t *testing.T, args ...string) *sdk.ClientSession {
	t.Helper()
	return servingTo(t, nil, args...)
}

// servingTo is [serving] with a client that can do more.
func servingTo(t *testing.T, o *sdk.ClientOptions, args ...string) *sdk.ClientSession {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		code := cli.Run(context.Background(), append([]string{"mcp", "serve"}, args...), cli.Streams{In: in, Out: out, Err: &errs})
		_ = out.Close()
		ended <- code
	}()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).
		Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatalf("%v; %s", err, errs.String())
	}
	t.Cleanup(func() {
		_ = c.Close()
		_ = toServer.Close()
		if code := <-ended; code != 0 {
			t.Errorf("exit %d: %s", code, errs.String())
		}
	})
	return c
}

func text(r *sdk.CallToolResult) (text string) {
	for _, c := range r.Content {
		if c, ok := c.(*sdk.TextContent); ok {
			text += c.Text
		}
	}
	return text
}

func TestServe(t *testing.T) {
	for _, tt := range []struct {
		mode, tool, args string
		tools            string
	}{
		{"native", "read", `{"file_path":"a.txt"}`, "read"},
		{"ptc", "run_code", `{"code":"return (await tools.read({file_path: 'a.txt'})).lines[0].text","description":"d"}`, "run_code"},
		{"both", "run_code", `{"code":"return 'alpha'","description":"d"}`, "run_code,read"},
	} {
		t.Run(tt.mode, func(t *testing.T) {
			c := serving(t, "-C", workspace(t), "--mode", tt.mode)
			list, err := c.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
				if tool.Name == "run_code" && !strings.Contains(tool.Description, "interface ToolArgsMap") {
					t.Errorf("the SDK is not described: %s", tool.Description)
				}
			}
			if got := strings.Join(names, ","); got != tt.tools {
				t.Errorf("tools %s, want %s", got, tt.tools)
			}
			r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tt.tool, Arguments: json.RawMessage(tt.args)})
			if err != nil || r.IsError || !strings.Contains(text(r), "alpha") {
				t.Errorf("got %v, %v", text(r), err)
			}
		})
	}
}

func TestServeRefusals(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--mode", "telepathy"}, "--mode is"},
		{[]string{"--http", "0.0.0.0:0"}, "needs a bearer token"},
		{[]string{"--http", "0.0.0.0:0"}, "environment variable DSH_MCP_TOKEN"},
		{[]string{"--preset", "nope"}, "no preset is named"},
	} {
		got := run(t, t.Context(), "", append([]string{"mcp", "serve"}, tt.args...)...)
		if got.code != 2 || !strings.Contains(got.err, tt.want) {
			t.Errorf("%v: exit %d, %s", tt.args, got.code, got.err)
		}
	}
}

// remote is an MCP server over HTTP.
func remote(t *testing.T) string {
	t.Helper()
	server := sdk.NewServer(&sdk.Implementation{Name: "remote", Version: "1"}, &sdk.ServerOptions{Instructions: "Greet first."})
	server.AddTool(&sdk.Tool{Name: "greet", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "hello"}}}, nil
		})
	s := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(func() {
		for session := range server.Sessions() {
			_ = session.Close()
		}
		s.Close()
	})
	return s.URL
}

func TestAddListCheck(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".mcp.json")
	if err := os.WriteFile(file, []byte(`{"theme":"dark","mcpServers":{"old":{"command":"x","autoApprove":[],"disabled":true}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	url := remote(t)
	got := run(t, t.Context(), "", "mcp", "add", "-C", dir, "web", url, "--header", "X-Key: s3cr3t-value")
	if got.code != 0 || got.out != "added web to "+file+": "+url+"\n" {
		t.Fatalf("%+v", got)
	}
	if got := run(t, t.Context(), "", "mcp", "add", "-C", dir, "gone", "--env", "A=b", "--", "no-such-command", "-y"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	if got := run(t, t.Context(), "", "mcp", "add", "-C", dir, "web", url); got.code != 2 || !strings.Contains(got.err, "--force") {
		t.Errorf("%+v", got)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"theme":"dark","mcpServers":{"old":{"command":"x","autoApprove":[],"disabled":true},` +
		`"web":{"type":"http","url":"` + url + `","headers":{"X-Key":"s3cr3t-value"}},` +
		`"gone":{"command":"no-such-command","args":["-y"],"env":{"A":"b"}}}}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, written); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, compact.String()); diff != "" {
		t.Error(diff)
	}
	got = run(t, t.Context(), "", "mcp", "list", "-C", dir)
	if got.code != 0 || strings.Contains(got.out, "s3cr3t") || !strings.Contains(got.out, "disabled; ignored: autoApprove") {
		t.Errorf("%+v", got)
	}
	got = run(t, t.Context(), "", "mcp", "check", "-C", dir)
	if got.code != 1 || !strings.Contains(got.out, "web: ok, 1 tools") || !strings.Contains(got.out, "gone: failed:") ||
		strings.Contains(got.out, "old") || strings.Contains(got.err, "s3cr3t") {
		t.Errorf("%+v", got)
	}
	if got := run(t, t.Context(), "", "mcp", "check", "-C", dir, "web"); got.code != 0 {
		t.Errorf("%+v", got)
	}
	if got := run(t, t.Context(), "", "mcp", "check", "-C", dir, "nobody"); got.code != 2 {
		t.Errorf("%+v", got)
	}
	if got := run(t, t.Context(), "", "mcp", "list", "-C", t.TempDir()); got.code != 2 || !strings.Contains(got.err, "dsh mcp add") {
		t.Errorf("%+v", got)
	}
}

func TestAddRefusals(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"web", "htp://x"}, `"htp://x" is no address of an MCP server: write http://`},
		{[]string{"web", "--", "htp://x", "y"}, "write http://"},
		{[]string{"web", "https://x", "y"}, "an address takes no arguments, 1 follow it"},
	} {
		dir := t.TempDir()
		got := run(t, t.Context(), "", append([]string{"mcp", "add", "-C", dir}, tt.args...)...)
		if _, err := os.Stat(filepath.Join(dir, ".mcp.json")); got.code != 2 || !strings.Contains(got.err, tt.want) || err == nil {
			t.Errorf("%v: exit %d, %s", tt.args, got.code, got.err)
		}
	}
}

// Commas at the end of a list are taken, also by what writes the file.
func TestTrailingCommas(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".mcp.json")
	text := `{"mcpServers": {"a": {"command": "x", "args": [",}", "\",]", ], }, },
}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"mcp", "list", "-C", dir}, {"mcp", "add", "-C", dir, "b", "https://x"}, {"mcp", "list", "-C", dir},
	} {
		if got := run(t, t.Context(), "", args...); got.code != 0 {
			t.Errorf("%v: %+v", args, got)
		}
	}
	written, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(written), `",}"`) || !strings.Contains(string(written), `"\",]"`) {
		t.Errorf("%s, %v", written, err)
	}
}

// The servers of a client's own file are used by every command that runs tools,
// and served on.
func TestServersOfAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "client.json")
	if err := os.WriteFile(file, []byte(`{"theme":"dark","mcpServers":{"r":{"url":"`+remote(t)+`"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, t.Context(), `{"name":"mcp__r__greet"}`, "call", "--config", file)
	if got.code != 0 || !strings.Contains(got.out, `"content":[{"type":"text","text":"hello"}]`) {
		t.Errorf("%+v", got)
	}
	got = run(t, t.Context(), `return (await tools.mcp__r__greet({})).content[0]["text"]`, "run", "--config", file, "-")
	if got.code != 0 || got.out != "hello\n" {
		t.Errorf("%+v", got)
	}
	c := serving(t, "--config", file)
	if got := c.InitializeResult().Instructions; !strings.Contains(got, "Greet first.") {
		t.Errorf("instructions %q", got)
	}
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "mcp__r__greet"})
	if err != nil || text(r) != "hello" {
		t.Errorf("got %v, %v", r, err)
	}
}

// A server that does not start is named where its tools are missing.
func TestAwayServerIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dead.json")
	text := `{"mcpServers": {"dead": {"command": "no-such-program-anywhere"}, "unset": {"command": "${NO_SUCH_VARIABLE}"}}}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, t.Context(), `{"name":"mcp__dead__echo"}`, "call", "-C", t.TempDir(), "--config", file)
	if got.code != cli.ExitOK || !strings.Contains(got.out, `"UNKNOWN_TOOL"`) {
		t.Errorf("%+v", got)
	}
	if lines := strings.Count(got.err, "\n"); lines != 2 {
		t.Errorf("%d lines about two servers: %s", lines, got.err)
	}
	for _, want := range []string{"mcp server is away", "server=dead", "no-such-program-anywhere", "NO_SUCH_VARIABLE is not set"} {
		if !strings.Contains(got.err, want) {
			t.Errorf("standard error lacks %q: %s", want, got.err)
		}
	}
}

// MCP servers run in the workspace of the command, and so are found there.
func TestServersRunInTheWorkspace(t *testing.T) {
	dir := workspace(t)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(filepath.Join(dir, "sub"), 0o700))
	script := "#!/bin/sh\npwd >>\"$1\"\n"
	must(os.WriteFile(filepath.Join(dir, "serve"), []byte(script), 0o700))
	must(os.WriteFile(filepath.Join(dir, "sub", "serve"), []byte(script), 0o700))
	seen, file := filepath.Join(t.TempDir(), "seen"), filepath.Join(dir, ".mcp.json")
	once := `"reconnect":{"enabled":false}}`
	must(os.WriteFile(file, []byte(`{"mcpServers":{"here":{"command":"./serve","args":["`+seen+`"],`+once+
		`,"below":{"command":"./serve","cwd":"sub","args":["`+seen+`"],`+once+`}}`), 0o600))
	for _, args := range [][]string{
		{"mcp", "check", "-C", dir},
		{"call", "-C", dir, "--config", file},
		{"tools", "-C", dir, "--config", file},
	} {
		run(t, t.Context(), `{"name":"read"}`, args...)
		text, err := os.ReadFile(seen)
		must(err)
		must(os.Remove(seen))
		got := strings.Fields(string(text))
		slices.Sort(got)
		if diff := cmp.Diff([]string{dir, filepath.Join(dir, "sub")}, got); diff != "" {
			t.Errorf("%v: %s", args, diff)
		}
	}
}
