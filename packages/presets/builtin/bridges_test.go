package builtin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
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
	presets, ok := h.Permissions.Nearest(a.Identity.Key)
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
		must(t, presets.Switch(t.Context(), a.Agent, tt.preset))
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

// home is a directory that is not below those for temporary files, which
// workspace-write leaves open.
func home(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(".", "home-")
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
