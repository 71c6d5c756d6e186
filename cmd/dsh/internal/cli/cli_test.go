package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	goleak.VerifyTestMain(m)
}

// outcome is what a command left.
type outcome struct {
	code     int
	out, err string
}

func run(t testing.TB, ctx context.Context, stdin string, args ...string) outcome { //nolint:revive
	t.Helper()
	var out, errs bytes.Buffer
	code := cli.Run(ctx, args, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return outcome{code, out.String(), errs.String()}
}

// workspace is a directory with one small file.
func workspace(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("alpha\nbeta\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCall(t *testing.T) {
	dir := workspace(t)
	got := run(t, t.Context(), `{"name":"read","arguments":{"file_path":"a.txt","limit":1}}
{"callId":"x","name":"nope"}`, "call", "-C", dir, "--trace")
	want := `{"callId":"call-1","name":"read","isError":false,` +
		`"value":{"path":"DIR/a.txt","offset":1,"lines":[{"number":1,"text":"alpha"}],"totalLines":2},` +
		`"content":[{"type":"text","text":"<path>DIR/a.txt</path>\n<type>file</type>\n<content>\n1: alpha\n\n(Showing lines 1-1 of 2. Use offset=2 to continue.)\n</content>"}],` +
		`"meta":{"path":"DIR/a.txt","offset":1,"lines":[{"number":1,"text":"alpha"}],"totalLines":2},` +
		`"trace":["prepare","pre-execute","execute","body","project","post-execute","materialize","result"]}
{"callId":"x","name":"nope","isError":true,"error":{"message":"unknown tool \"nope\"","info":{"name":"ToolNotFoundError","code":"UNKNOWN_TOOL"}},` +
		`"content":[{"type":"text","text":"Error: unknown tool \"nope\""}],` +
		`"trace":["prepare","pre-execute","execute","post-execute","materialize","result"]}
`
	if diff := cmp.Diff(outcome{0, want, ""}, outcome{got.code, strings.ReplaceAll(got.out, dir, "DIR"), got.err}, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Error(diff)
	}
}

// An interrupt before the calls started still gives every call its line.
func TestCallInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := workspace(t)
	batch := filepath.Join(dir, "batch.json")
	if err := os.WriteFile(batch, []byte(`[{"name":"read","arguments":{"file_path":"a.txt"}},{"name":"read"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, ctx, "", "call", "-C", dir, batch)
	if got.code != 0 || strings.Count(got.out, `"code":"ABORTED_BEFORE_DISPATCH"`) != 2 {
		t.Errorf("exit %d, printed %s%s", got.code, got.out, got.err)
	}
}

func TestUnusableInput(t *testing.T) {
	dir := workspace(t)
	batch := `{"name":"read"}`
	config := filepath.Join(dir, "config.yaml")
	writeConfig := func(text string) []string {
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{"call", "--config", config}
	}
	for _, tt := range []struct {
		name, stdin string
		args        []string
		code        int
		want        string
	}{
		{"unknown flag", batch, []string{"call", "--bogus"}, 2, "unknown flag: --bogus"},
		{"unknown command", "", []string{"cal"}, 2, `unknown command "cal"`},
		{"two files", "", []string{"call", "a", "b"}, 2, "usage: dsh call [flags] [FILE|-]"},
		{"too few arguments", "", []string{"mcp", "add"}, 2, "usage: dsh mcp add [flags] NAME URL | NAME -- COMMAND"},
		{"no such file", "", []string{"call", dir + "/none.json"}, 2, "no such file"},
		{"place in the batch", "{\"name\":\"read\"}\n{}", []string{"call"}, 2, `standard input:2:1: the call has no "name"`},
		{"no such directory", batch, []string{"call", "-C", dir + "/none"}, 2, "name an existing directory with -C"},
		{"a file as directory", batch, []string{"call", "-C", dir + "/a.txt"}, 2, "is not a directory"},
		{"unknown preset", batch, []string{"call", "--preset", "mini"}, 2, `no preset is named "mini"`},
		{"unknown executor", batch, []string{"call", "--executor", "x"}, 2, "it must be native, ptc or both"},
		{"bad bound", batch, []string{"call", "--parallel", "0"}, 2, "it must be 1 or more"},
		{"config: unknown member", batch, writeConfig("presets: minimal\n"), 2, `unknown field "presets"`},
		{"bad memory", "return 1", []string{"run", "--memory", "-1", "-"}, 2, "--memory -1: a program needs more"},
		{"no memory", "return 1", []string{"run", "--memory", "0", "-"}, 2, "--memory 0: a program needs more"},
		{"too much memory", "return 1", []string{"run", "--memory", "9999", "-"}, 2, "--memory in MiB must be a whole number from 1 to 4095"},
		{"too long", "return 1", []string{"run", "--wall", "9999h", "-"}, 2, "--wall in ms must be"},
		{"no duration", "return 1", []string{"run", "--compute", "5", "-"}, 2, `--compute "5" is no duration: write for example 500ms`},
		{"no number", batch, []string{"call", "--parallel", "ten"}, 2, `--parallel "ten" is no whole number`},
		{"no text", "return 1\nreturn '\xe9'", []string{"run", "-"}, 2, "standard input:2:9: the program is not UTF-8 text"},
		{"neither", "return 1", []string{"run", "--json=7", "-"}, 2, `--json "7" is neither true nor false`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, t.Context(), tt.stdin, tt.args...)
			if got.code != tt.code || !strings.Contains(got.err, tt.want) || got.out != "" {
				t.Errorf("exit %d, printed %q, said %q; want %d and %q", got.code, got.out, got.err, tt.code, tt.want)
			}
		})
	}
}

func TestConfigChangesRows(t *testing.T) {
	dir := workspace(t)
	for _, tt := range []struct{ name, config, want string }{
		{"a plugin's configuration", "rows:\n  - plugin: tool-read\n    config: {readLimit: 1}\n", "Showing lines 1-1 of 2"},
		{"a disabled row", "rows: [{plugin: tool-read, disabled: true}]\n", "UNKNOWN_TOOL"},
		{"an unknown plugin", "rows: [{plugin: tool-raed}]\n", `mounts plugin \"tool-raed\", which is not linked`},
		{"an unknown member", "rows: [{plugin: tool-read, config: {limit: 1}}]\n", `limit`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "c.yaml")
			if err := os.WriteFile(file, []byte(tt.config), 0o600); err != nil {
				t.Fatal(err)
			}
			got := run(t, t.Context(), `{"name":"read","arguments":{"file_path":"a.txt"}}`, "call", "-C", dir, "--config", file)
			if said := strings.ReplaceAll(got.out+got.err, `"`, `\"`); !strings.Contains(strings.ReplaceAll(said, `\\"`, `\"`), tt.want) {
				t.Errorf("exit %d: %s%s; want %q", got.code, got.out, got.err, tt.want)
			}
		})
	}
}

func TestTools(t *testing.T) {
	if got := run(t, t.Context(), "", "tools", "--preset", "minimal"); got.code != 0 || !strings.Contains(got.out, "read  file_path [offset] [limit]  ") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	got := run(t, t.Context(), "", "tools", "--json")
	var list []struct {
		Name       string         `json:"name"`
		Parameters jsontext.Value `json:"parameters"`
		Output     jsontext.Value `json:"output"`
	}
	if err := json.Unmarshal([]byte(got.out), &list); err != nil || len(list) != 1 || list[0].Name != "read" || list[0].Output == nil {
		t.Errorf("%v: %s", err, got.out)
	}
}

func TestSchemaCommands(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "s.json")
	if err := os.WriteFile(file, []byte(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, stdin string
		args        []string
		code        int
		out, err    string
	}{
		{"check", `{"type":"string"}`, []string{"schema", "check"}, 0, "ok\n", ""},
		{"check refuses", `{"type":"string","format":"uri"}`, []string{"schema", "check"}, 1, "", `"schema.format"`},
		{"check: not JSON", `{"type":`, []string{"schema", "check", "-"}, 2, "", "standard input:1:9"},
		{"validate", `{"n":1}`, []string{"schema", "validate", file}, 0, "ok\n", ""},
		{"validate refuses", `{"n":"x"}`, []string{"schema", "validate", file, "-"}, 1, "\"value.n\" must be an integer\n", "1 violation"},
		{"validate: one input twice", "", []string{"schema", "validate", "-"}, 2, "", "cannot both come from standard input"},
		{"ts", `{"type":"array","items":{"type":"integer"}}`, []string{"schema", "ts"}, 0, "number[]\n", ""},
		{"ts of something unsupported", `{"$ref":"#"}`, []string{"schema", "ts"}, 0, "unknown\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, t.Context(), tt.stdin, tt.args...)
			if got.code != tt.code || got.out != tt.out || !strings.Contains(got.err, tt.err) {
				t.Errorf("exit %d, printed %q, said %q; want %d, %q, %q", got.code, got.out, got.err, tt.code, tt.out, tt.err)
			}
		})
	}
}

func TestRun(t *testing.T) {
	dir := workspace(t)
	for _, tt := range []struct {
		name, program string
		args          []string
		code          int
		out, err      string
	}{
		{"calls a tool", `const f = await tools.read({ file_path: "a.txt" }); console.log(f.lines.length); return f.totalLines`, nil, 0, "2\n2\n", ""},
		{"canonical value", `console.log("x"); return { a: 1 }`, []string{"--json"}, 0, "{\"logs\":[\"x\"],\"result\":{\"a\":1}}\n", ""},
		{"traces nested calls", `await tools.read({ file_path: "a.txt" })`, []string{"--trace"}, 0, "(run_code completed with no output)\n", `{"callId":"run:code:1","name":"read","trace":["prepare",`},
		{"fails", `console.log("so far"); throw new Error("no")`, nil, 1, "", "code run failed (exception): Error: no"},
		{"compute budget", `for (;;) {}`, []string{"--compute", "50ms"}, 1, "", "code run failed (timeout)"},
		{"outside the workspace", `return await tools.read({ file_path: "/etc/hostname" })`, nil, 1, "", "outside the readable roots"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, t.Context(), tt.program, append([]string{"run", "-C", dir, "-"}, tt.args...)...)
			if got.code != tt.code || got.out != tt.out || !strings.Contains(got.err, tt.err) {
				t.Errorf("exit %d, printed %q, said %q; want %d, %q, %q", got.code, got.out, got.err, tt.code, tt.out, tt.err)
			}
		})
	}
}

func TestExecutors(t *testing.T) {
	dir := workspace(t)
	direct := `{"name":"read","arguments":{"file_path":"a.txt"}}`
	for _, tt := range []struct{ executor, want string }{
		{"native", `"totalLines":2`}, {"both", `"totalLines":2`}, {"ptc", "call it from inside a run_code program"},
	} {
		if got := run(t, t.Context(), direct, "call", "-C", dir, "--executor", tt.executor); !strings.Contains(got.out, tt.want) {
			t.Errorf("%s: exit %d: %s%s; want %q", tt.executor, got.code, got.out, got.err, tt.want)
		}
	}
}

func TestSDK(t *testing.T) {
	if got := run(t, t.Context(), "", "sdk"); got.code != 0 || !strings.Contains(got.out, "interface ToolArgsMap {") || !strings.Contains(got.out, "  read: {") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}

func TestVersion(t *testing.T) {
	got := run(t, t.Context(), "", "--version")
	if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "dsh version ") || !strings.Contains(got.out, runtime.Version()) {
		t.Errorf("%+v", got)
	}
}

// A file without a preset changes rows of the command's usual one, which is said
// where a row is not of it.
func TestNoPresetIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.yaml")
	if err := os.WriteFile(file, []byte("rows: [{plugin: tool-bash}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, t.Context(), "", "tools", "--config", file)
	if got.code != cli.ExitUsage || !strings.Contains(got.err, `no preset is named, so "minimal" holds`) {
		t.Errorf("%+v", got)
	}
}

// A word after a group of commands that is none of them is a failure, which names
// what may have been meant.
func TestUnknownCommandOfAGroup(t *testing.T) {
	for _, tt := range []struct {
		line string
		want string
	}{
		{"mcp serv", `dsh mcp has no command "serv", did you mean serve?`},
		{"mcp nope -C x", `dsh mcp has no command "nope" (known: add, check, list, serve)`},
		{"session nope", `dsh session has no command "nope"`},
		{"policy nope", `dsh policy has no command "nope"`},
		{"schema nope", `dsh schema has no command "nope"`},
		{"completion nope", `dsh completion has no command "nope"`},
		{"nope", `unknown command "nope"`},
	} {
		if got := run(t, t.Context(), "", strings.Fields(tt.line)...); got.code != cli.ExitUsage ||
			got.out != "" || !strings.Contains(got.err, tt.want) {
			t.Errorf("%s: %+v", tt.line, got)
		}
	}
	for _, line := range []string{"mcp", "mcp --help", "session", "help mcp", "completion bash"} {
		if got := run(t, t.Context(), "", strings.Fields(line)...); got.code != cli.ExitOK || got.out == "" {
			t.Errorf("%s: %+v", line, got)
		}
	}
}
