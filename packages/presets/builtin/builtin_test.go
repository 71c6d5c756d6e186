package builtin_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	goleak.VerifyTestMain(m)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// start runs a preset whose caches end with the test.
func start(t testing.TB, p presets.Preset) *host.Host {
	t.Helper()
	// Closing waits for the engine that is being compiled, which takes minutes under
	// the race detector.
	h, err := host.Start(t.Context(), p, host.Options{StopTimeout: 5 * time.Minute})
	must(t, err)
	t.Cleanup(func() { must(t, h.Close(context.WithoutCancel(t.Context()))) })
	return h
}

func named(t testing.TB, name string) presets.Preset {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p, err := builtin.Named(name)
	must(t, err)
	return p
}

func agent(t testing.TB, h *host.Host) *host.Agent {
	t.Helper()
	a, err := h.NewAgent(t.Context(), "a", t.TempDir(), nil)
	must(t, err)
	return a
}

// Every preset starts for real, and gives an agent these tools under these
// policies, mounted in this order.
func TestPresets(t *testing.T) {
	const policies = "policy-retry policy-timeout policy-repeat policy-permission permission-presets " +
		"policy-approval spill-store-local policy-spill "
	for name, want := range map[string]struct{ tools, shared, agent, permissions string }{
		"coding": {
			"ask_user_question bash edit glob grep job_kill job_list job_output read read_image todo_write write",
			"tool-executor-native " + policies + "sandbox-modes fs-spill-store fs-observation " +
				"tool-read tool-write tool-edit tool-glob tool-grep tool-read-image shell-local tool-bash " +
				"tool-todo tool-ask-user policy-telemetry",
			"tool-jobs", "workspace-write",
		},
		"readonly": {
			"ask_user_question glob grep read read_image todo_write",
			"tool-executor-native " + policies + "sandbox-modes fs-spill-store tool-read tool-glob tool-grep " +
				"tool-read-image tool-todo tool-ask-user policy-telemetry",
			"", "read-only",
		},
		"research": {
			"ask_user_question glob grep read read_image todo_write web_fetch",
			"tool-executor-native " + policies + "sandbox-modes fs-spill-store tool-read tool-glob tool-grep " +
				"tool-read-image web web-search-searxng web-search-tavily web-fetch-http tool-web-search " +
				"tool-web-fetch tool-todo tool-ask-user policy-telemetry",
			"", "read-only",
		},
		"minimal": {"read", "tool-executor-native policy-timeout fs-containment tool-read", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TAVILY_API_KEY", "") // web_search is there only with a provider
			p := named(t, name)
			h := start(t, p)
			a := agent(t, h)
			set, err := h.Tools.Resolve(t.Context(), tools.Activation{Agent: a.Identity})
			must(t, err)
			d, err := h.Tools.Describe(t.Context(), a.Identity, set)
			must(t, err)
			var names []string
			for _, declared := range d.Tools {
				names = append(names, declared.Name)
			}
			slices.Sort(names)
			for what, pair := range map[string][2]string{
				"tools":       {strings.Join(names, " "), want.tools},
				"shared rows": {mounted(p.Shared), want.shared},
				"agent rows":  {mounted(p.Agent), want.agent},
				"permissions": {permissions(h, a), want.permissions},
			} {
				if pair[0] != pair[1] {
					t.Errorf("%s:\ngot  %s\nwant %s", what, pair[0], pair[1])
				}
			}
			if _, asks := h.Tools.Approver(a.Identity); asks != (want.permissions != "") {
				t.Errorf("there is an approver: %v", asks)
			}
		})
	}
	if got := strings.Join(builtin.Names(), " "); got != "coding minimal readonly research" {
		t.Errorf("the presets are %s", got)
	}
}

func mounted(rows []presets.Row) string {
	var names []string
	for _, row := range rows {
		if !row.Disabled {
			names = append(names, row.Plugin)
		}
	}
	return strings.Join(names, " ")
}

func permissions(h *host.Host, a *host.Agent) string {
	if p, ok := h.Permissions.Nearest(a.Identity.Key); ok {
		return p.Current(a.Agent).Name
	}
	return ""
}

// What a preset has switched off is switched on by a row, where it stands.
func TestRowsSwitchOn(t *testing.T) {
	p := named(t, "coding")
	on := func(plugin string) presets.Row { return presets.Row{Plugin: plugin} }
	q := p.With(on("tool-str-replace-editor"), on("tool-bash-persistent"), on("web"),
		on("web-fetch-http"), on("tool-web-fetch"),
		presets.Row{Plugin: "tool-bash", Disabled: true})
	if len(q.Shared) != len(p.Shared) || len(q.Agent) != len(p.Agent) {
		t.Error("a row was added, not replaced")
	}
	h := start(t, q)
	a := agent(t, h)
	for _, tool := range []string{"str_replace_editor", "web_fetch", "bash"} {
		if _, ok := h.Tools.Get(tool, a.Identity.Key, nil); !ok {
			t.Errorf("%s is missing", tool)
		}
	}
}

// With the row of the ptc executor on, agents get programs; native calls stay for
// the preset's own scope.
func TestProgramsAreRows(t *testing.T) {
	p := named(t, "minimal")
	h := start(t, p.With(presets.Row{Plugin: "code-runtime-quickjs"}, presets.Row{Plugin: "tool-executor-ptc"}))
	d, err := h.Tools.Describe(t.Context(), agent(t, h).Identity, nil)
	must(t, err)
	if len(d.Tools) != 1 || d.Tools[0].Name != "run_code" {
		t.Errorf("declared are %v", d.Tools)
	}
	q, err := builtin.WithPrograms(p, builtin.Programs{AlsoDirect: true})
	must(t, err)
	if got := mounted(q.Agent); got != "tool-executor-ptc" || mounted(p.Agent) != "" {
		t.Errorf("agent rows: %s, before: %s", got, mounted(p.Agent))
	}
}

func TestUnknownPreset(t *testing.T) {
	_, err := builtin.Named("readonyl")
	if err == nil || !strings.Contains(err.Error(), "did you mean readonly?") {
		t.Errorf("got %v", err)
	}
}
