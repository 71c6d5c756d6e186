package fstest

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
)

// World is a running system around one workspace. Its scopes close with the test.
type World struct {
	TB       testing.TB
	Registry *tools.Registry
	Files    *fs.Service
	Root     *scope.Scope
	Agent    *tools.Agent
	// Dir is the workspace, a real path.
	Dir string
}

// New starts a world whose workspace is an empty directory.
func New(tb testing.TB) *World {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	check(tb, err)
	logger := slog.New(slog.DiscardHandler)
	registry, err := tools.New(tools.Options{Logger: logger})
	check(tb, err)
	files, err := fs.NewService(registry, logger)
	check(tb, err)
	root := scope.NewRoot("test")
	tb.Cleanup(func() { check(tb, root.Close(context.Background())) })
	agent, err := root.Keyed("agent", nil)
	check(tb, err)
	_, err = registry.Mount(root, NewExecutor(registry))
	check(tb, err)
	return &World{
		TB: tb, Registry: registry, Files: files, Root: root, Dir: dir,
		Agent: &tools.Agent{ID: "agent-1", Key: agent.Key(), Dir: dir},
	}
}

func check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// Executor runs every tool of a registry as a native call.
type Executor struct{ registry *tools.Registry }

// NewExecutor returns an executor over the registry's pipeline.
func NewExecutor(registry *tools.Registry) *Executor { return &Executor{registry: registry} }

// Describe declares the tools as they are.
func (e *Executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

// Execute runs the batch.
func (e *Executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.registry.RunBatch(ctx, b, nil)
}

// Install installs a plugin at the root, config being the JSON object of its row.
func (w *World) Install(p plugin.Plugin, config string) {
	w.TB.Helper()
	check(w.TB, p.Install(w.TB.Context(), w.Root, []byte(config)))
}

// Call runs one call of the agent; args is anything that encodes as its arguments.
func (w *World) Call(name string, args any) *tools.Result {
	w.TB.Helper()
	return w.CallContext(w.TB.Context(), name, args)
}

// CallContext is Call in a context.
func (w *World) CallContext(ctx context.Context, name string, args any) *tools.Result {
	w.TB.Helper()
	v, err := jsonvalue.Marshal(args)
	check(w.TB, err)
	b := &tools.Batch{Agent: w.Agent, Calls: []tools.RawCall{
		{CallID: "call-1", Name: name, Arguments: v.Text()},
	}}
	r, err := w.Registry.Execute(ctx, b)
	check(w.TB, err)
	return r.Outcomes[0].Result
}
