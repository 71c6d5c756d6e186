package builtin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// call runs one call and returns its text, and whether it failed.
func call(t testing.TB, h *host.Host, a *host.Agent, name string, args map[string]any) (string, bool) {
	t.Helper()
	v, err := jsonvalue.From(args)
	must(t, err)
	done, err := h.Tools.Execute(t.Context(), &tools.Batch{Agent: a.Identity, Calls: []tools.RawCall{
		{CallID: "c-" + name, Name: name, Arguments: v.Text()},
	}})
	must(t, err)
	r := done.Outcomes[0].Result
	return r.Content().Text(), r.IsError()
}

// Commands and file tools follow the permission preset of the session, from the
// next call on.
func TestSandboxFollowsThePermissionPreset(t *testing.T) {
	h := start(t, named(t, "coding"))
	a := agent(t, h)
	permissions, ok := h.Permissions.Nearest(a.Identity.Key)
	if !ok {
		t.Fatal("no permission presets are mounted")
	}
	outside := home(t)
	for i, tt := range []struct {
		preset          string
		inside, outside bool
	}{
		{"workspace-write", true, false}, {"read-only", false, false}, {"danger-full-access", true, true},
		{"read-only", false, false},
	} {
		must(t, permissions.Switch(t.Context(), a.Agent, tt.preset))
		for dir, want := range map[string]bool{a.Identity.Dir: tt.inside, outside: tt.outside} {
			path := filepath.Join(dir, fmt.Sprint(i))
			text, failed := call(t, h, a, "write", map[string]any{"file_path": path, "content": tt.preset})
			if failed == want {
				t.Errorf("%s: write %s: %s", tt.preset, path, text)
			}
			text, _ = call(t, h, a, "bash", map[string]any{
				"command": fmt.Sprintf("echo shell > '%s.sh'", path), "description": "Writes."})
			if _, err := os.Stat(path + ".sh"); (err == nil) != want {
				t.Errorf("%s: bash to %s: %v: %s", tt.preset, path, err, text)
			}
		}
	}
}

// A row that is changed in one member stays confined as the preset has it.
func TestChangedRowsStayConfined(t *testing.T) {
	h := start(t, named(t, "coding").With(
		presets.Row{Plugin: "shell-local", Config: []byte(`{"timeoutMs": 300000, "sandbox": {"network": true}}`)},
		presets.Row{Plugin: "sandbox-modes", Config: []byte(`{"noTemp": true}`)}))
	a := agent(t, h)
	path := filepath.Join(home(t), "escaped")
	call(t, h, a, "bash", map[string]any{"command": "echo x > '" + path + "'", "description": "Writes."})
	call(t, h, a, "write", map[string]any{"file_path": path, "content": "x"})
	if _, err := os.Stat(path); err == nil {
		t.Error("a call wrote outside of the workspace")
	}
}

// A shell whose sandbox was taken out runs nothing for a session that is to be
// confined, and everything for one that is not.
func TestShellWithoutSandbox(t *testing.T) {
	h := start(t, named(t, "coding").With(presets.Row{Plugin: "shell-local", Config: []byte(`{"sandbox": null}`)}))
	a := agent(t, h)
	permissions, ok := h.Permissions.Nearest(a.Identity.Key)
	if !ok {
		t.Fatal("no permission presets are mounted")
	}
	command := map[string]any{"command": "echo ran", "description": "Tells."}
	if text, failed := call(t, h, a, "bash", command); !failed || !strings.Contains(text, "no sandbox for mode workspace-write") {
		t.Errorf("in workspace-write: %s", text)
	}
	must(t, permissions.Switch(t.Context(), a.Agent, "danger-full-access"))
	if text, failed := call(t, h, a, "bash", command); failed || !strings.Contains(text, "ran") {
		t.Errorf("in danger-full-access: %s", text)
	}
}

// The end of a background job is told in its owner's inbox.
func TestJobsAreTold(t *testing.T) {
	h := start(t, named(t, "coding"))
	a := agent(t, h)
	inbox := a.Agent.Inbox()
	seen, before := inbox.Wakes(), inbox.Len()
	text, failed := call(t, h, a, "bash", map[string]any{
		"command": "true", "description": "Ends.", "run_in_background": true})
	if failed {
		t.Fatal(text)
	}
	must(t, inbox.Wait(t.Context(), seen))
	messages := inbox.Claim()
	if len(messages) != before+1 || !strings.Contains(messages[before].Content.Text(), "job_output") {
		t.Errorf("told: %v", messages)
	}
}

// The record of a program's calls is spilled like results; the program itself gets
// everything.
func TestProgramsSpillTheirRecord(t *testing.T) {
	p, err := builtin.WithPrograms(named(t, "coding"), builtin.Programs{})
	must(t, err)
	h := start(t, p.With(presets.Row{Plugin: "policy-spill", Config: []byte(`{"maxInlineBytes": 500}`)}))
	log, _, err := session.Open(t.Context(), session.NewMemory(session.Header{ID: "s"}), session.Options{})
	must(t, err)
	a, err := h.Create(t.Context(), host.Spec{Dir: t.TempDir(), Log: log})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(a.Identity.Dir, "a.txt"), []byte(strings.Repeat("line of text\n", 500)), 0o600))
	script, err := scripted.Parse([]byte(`{"version": 1, "name": "program", "turns": [
		{"respond": {"toolCalls": [{"name": "run_code", "arguments": {
			"description": "Counts.", "code": "const f = await tools.read({file_path: 'a.txt'}); return f.lines.length"}}]}},
		{"respond": {"text": "Done."}}]}`))
	must(t, err)
	loop, err := h.Loop(a, scripted.NewPlayer(script, 0), agentloop.Config{})
	must(t, err)
	must(t, a.Agent.Inbox().Post(llm.UserMessage("go")))
	_, err = loop.Turn(t.Context())
	must(t, err)
	var found bool
	for _, e := range log.History().Events {
		switch text := e.Data.Text(); e.Type {
		case session.TypeDispatch:
			found = true
			if !strings.Contains(text, "Full formatted result stored at") || len(text) > 2000 {
				t.Errorf("the record is %s", text)
			}
		case session.TypeToolResult:
			if !strings.Contains(text, "500") {
				t.Errorf("the program got %s", text)
			}
		}
	}
	if !found {
		t.Error("no nested call is on record")
	}
	must(t, a.Close(t.Context()))
	must(t, log.Close(t.Context()))
}

// lasting is where this test stands, or for a checkout among the temporary files the
// user's home.
func lasting(t testing.TB) string {
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

// home is a directory that is not below those for temporary files, which
// workspace-write leaves open.
func home(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(lasting(t), "home-")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	dir, err = filepath.Abs(dir)
	must(t, err)
	return dir
}

// What the spill policy takes out of a result can be read again, also where reads
// are confined to the workspace.
func TestSpilledTextIsRead(t *testing.T) {
	for _, preset := range []string{"coding", "readonly"} {
		t.Run(preset, func(t *testing.T) {
			h := start(t, named(t, preset))
			a := agent(t, h)
			var b strings.Builder
			for i := range 4000 {
				fmt.Fprintf(&b, "needle number %d %s\n", i, strings.Repeat("x", 100))
			}
			must(t, os.WriteFile(filepath.Join(a.Identity.Dir, "hay.txt"), []byte(b.String()), 0o600))
			text, failed := call(t, h, a, "grep", map[string]any{
				"pattern": "needle", "output_mode": "content", "head_limit": 4000,
			})
			_, locator, found := strings.Cut(text, os.Getenv("XDG_CACHE_HOME"))
			if failed || !found {
				t.Fatalf("nothing was spilled: %.300s … %s", text, text[max(0, len(text)-300):])
			}
			locator = os.Getenv("XDG_CACHE_HOME") + locator[:strings.IndexAny(locator, ". )\n")]
			if i := strings.Index(text, locator); i >= 0 {
				rest := text[i:]
				locator = rest[:strings.IndexAny(rest, " )\n")]
				locator = strings.TrimSuffix(locator, ".")
			}
			text, failed = call(t, h, a, "read", map[string]any{"file_path": locator, "offset": 2000, "limit": 2})
			if failed || !strings.Contains(text, "needle number 19") {
				t.Errorf("read %s: %s", locator, text)
			}
		})
	}
}
