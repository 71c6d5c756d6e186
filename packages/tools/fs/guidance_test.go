package fs_test

import (
	"slices"
	"testing"

	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

// The prompt says something about each tool that is offered, in a fixed order, and nothing about one
// that is hidden.
func TestGuidance(t *testing.T) {
	w := fstest.New(t)
	p, err := systemprompt.New(systemprompt.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w.Install(grep.Plugin(grep.Params{Tools: w.Registry, Files: w.Files, Prompt: p}), "")
	w.Install(glob.Plugin(glob.Params{Tools: w.Registry, Files: w.Files, Prompt: p}),
		`{"sampleOverCapGlobResults":true}`)
	w.Install(edit.Plugin(edit.Params{Tools: w.Registry, Files: w.Files, Prompt: p}), "")
	w.Install(write.Plugin(write.Params{Tools: w.Registry, Files: w.Files, Prompt: p}), "")
	w.Install(read.Plugin(read.Params{Tools: w.Registry, Files: w.Files, Prompt: p}), "")
	sections := func() []string {
		t.Helper()
		a, err := p.Assemble(t.Context(), systemprompt.Input{Key: w.Agent.Key, AgentID: w.Agent.ID})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range a.Sections {
			if s.Text != "" {
				names = append(names, s.Name)
			}
		}
		return names
	}
	all := []string{"tools:read", "tools:write", "tools:edit", "tools:glob", "tools:grep"}
	if got := sections(); !slices.Equal(got, all) {
		t.Errorf("sections %q, want %q", got, all)
	}
	agent, err := w.Root.Keyed("reader", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Registry.Restrict(agent, tools.Restriction{Deny: []string{"write", "edit"}}); err != nil {
		t.Fatal(err)
	}
	w.Agent = &tools.Agent{ID: "reader", Key: agent.Key(), Dir: w.Dir}
	if got := sections(); !slices.Equal(got, []string{"tools:read", "tools:glob", "tools:grep"}) {
		t.Errorf("a reader's sections %q", got)
	}
}
