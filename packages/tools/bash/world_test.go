package bash_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// pool is the plainest executor of batches.
type pool struct{ registry *tools.Registry }

func (p pool) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

func (p pool) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return p.registry.RunBatch(ctx, b, nil)
}

// world is a registry with the shell tools of a composition and one agent.
type world struct {
	testing.TB
	reg   *tools.Registry
	shell *shell.Service
	jobs  *jobs.Service
	root  *scope.Scope
	agent *tools.Agent
	dir   string

	agentScope *scope.Scope
}

// composition says what a world is made of.
type composition struct {
	Shell    map[string]any // configuration of shell-local
	Bash     map[string]any // configuration of tool-bash
	NoJobs   bool
	Approver tools.Approver
}

func newWorld(t testing.TB, c composition) *world {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	must(t, err)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	w := &world{TB: t, reg: reg, shell: shell.NewService(reg), jobs: jobs.NewService(),
		root: scope.NewRoot("test"), dir: dir}
	t.Cleanup(func() {
		if err := w.root.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	_, err = reg.Mount(w.root, pool{reg})
	must(t, err)
	if c.Approver != nil {
		_, err = reg.ProvideApprover(w.root, c.Approver)
		must(t, err)
	}
	if c.Shell == nil {
		c.Shell = map[string]any{}
	}
	if _, ok := c.Shell["spillDir"]; !ok {
		c.Shell["spillDir"] = t.TempDir()
	}
	w.install(local.Plugin(local.Params{Shell: w.shell}), c.Shell)
	if !c.NoJobs {
		w.install(jobs.Plugin(jobs.Params{Tools: reg, Jobs: w.jobs}), nil)
	}
	w.install(bash.Plugin(bash.Params{Tools: reg, Shell: w.shell, Jobs: w.jobs}), c.Bash)
	s, err := w.root.Keyed("agent", nil)
	must(t, err)
	w.agentScope = s
	w.agent = &tools.Agent{ID: "agent", Key: s.Key(), Dir: dir}
	return w
}

func (w *world) install(p plugin.Plugin, config map[string]any) {
	w.Helper()
	text, err := json.Marshal(config)
	must(w, err)
	row, err := w.root.Child(p.Name)
	must(w, err)
	must(w, p.Install(w.Context(), row, text))
}

// call runs one call through the whole pipeline.
func (w *world) call(ctx context.Context, name string, args any) *tools.Result {
	w.Helper()
	return w.callAs(ctx, w.agent, name, args)
}

func (w *world) callAs(ctx context.Context, a *tools.Agent, name string, args any) *tools.Result {
	w.Helper()
	text, err := json.Marshal(args)
	must(w, err)
	r, err := w.reg.Execute(ctx, &tools.Batch{Agent: a, Calls: []tools.RawCall{
		{CallID: "c1", Name: name, Arguments: string(text)}}})
	must(w, err)
	return r.Outcomes[0].Result
}

// bash runs a command that is only a command.
func (w *world) bash(command string, more ...any) *tools.Result {
	w.Helper()
	args := map[string]any{"command": command, "description": "test"}
	for i := 0; i+1 < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	return w.call(w.Context(), bash.ToolName, args)
}

// text is what the model reads.
func text(t testing.TB, r *tools.Result) string {
	t.Helper()
	if len(r.Content()) != 1 {
		t.Fatalf("content has %d blocks", len(r.Content()))
	}
	block, ok := r.Content()[0].(llm.Text)
	if !ok {
		t.Fatalf("content is %T", r.Content()[0])
	}
	return block.Text
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustParse(t testing.TB, s string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseString(s)
	must(t, err)
	return v
}

// jobWorld is a registry with the job tools over r.
func jobWorld(t testing.TB, r *jobs.Registry, c jobs.Config) (*tools.Registry, *scope.Scope) {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	must(t, err)
	root := scope.NewRoot("test")
	_, err = reg.Mount(root, pool{reg})
	must(t, err)
	list, err := jobs.Tools(r, c)
	must(t, err)
	for _, d := range list {
		_, err = reg.Register(root, d)
		must(t, err)
	}
	return reg, root
}
