package testkit

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Kit is a registry with what a test needs around it. Create it with [New].
type Kit struct {
	testing.TB
	// Registry has no tools at first.
	Registry *tools.Registry
	// Root is the deployment's scope. It closes when the test ends.
	Root *scope.Scope
	// Executor is mounted at Root; nil in the kits of contract suites.
	Executor *Executor
}

// New returns a kit whose root closes with the test, after which nothing that
// the test registered may be left (see [CheckResidue]).
func New(tb testing.TB) *Kit {
	tb.Helper()
	k := bare(tb)
	k.Executor = &Executor{Registry: k.Registry}
	k.Mount(k.Root, k.Executor)
	return k
}

// bare is a kit without an executor.
func bare(tb testing.TB) *Kit {
	tb.Helper()
	reg, err := tools.New(tools.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	k := &Kit{TB: tb, Registry: reg, Root: scope.NewRoot(tb.Name())}
	tb.Cleanup(func() {
		if err := k.Root.Close(context.WithoutCancel(tb.Context())); err != nil {
			tb.Errorf("closing the test's root scope: %v", err)
		}
		CheckResidue(tb, reg)
	})
	return k
}

// Mount makes e the executor of s.
func (k *Kit) Mount(s *scope.Scope, e tools.Executor) {
	k.Helper()
	if _, err := k.Registry.Mount(s, e); err != nil {
		k.Fatal(err)
	}
}

// Register adds a tool to the deployment and returns what removes it.
func (k *Kit) Register(d tools.Definition, opts ...tools.RegisterOption) (remove func()) {
	k.Helper()
	return k.RegisterIn(k.Root, d, opts...)
}

// RegisterIn adds a tool to the layer of s and returns what removes it.
func (k *Kit) RegisterIn(
	s *scope.Scope,
	d tools.Definition,
	opts ...tools.RegisterOption,
) (remove func()) {
	k.Helper()
	undo, err := k.Registry.Register(s, d, opts...)
	if err != nil {
		k.Fatalf("register %q: %v", d.Name, err)
	}
	return func() {
		k.Helper()
		if err := undo(k.Context()); err != nil {
			k.Errorf("unregister %q: %v", d.Name, err)
		}
	}
}

// Agent returns an agent with a scope of its own, directly under the global
// layer or under parent.
func (k *Kit) Agent(id string, parent *scope.Key) (*tools.Agent, *scope.Scope) {
	k.Helper()
	s, err := k.Root.Keyed(id, parent)
	if err != nil {
		k.Fatal(err)
	}
	return &tools.Agent{ID: id, Key: s.Key()}, s
}

// Call runs one call as a batch of its own and returns its result. The id of
// the call is "call-1".
func (k *Kit) Call(ctx context.Context, name, arguments string) *tools.Result {
	k.Helper()
	r := k.Run(ctx, &tools.Batch{Calls: Calls(name, arguments)})
	return r.Outcomes[0].Result
}

// Run runs a batch, which must not be rejected.
func (k *Kit) Run(ctx context.Context, b *tools.Batch) *tools.BatchResult {
	k.Helper()
	r, err := k.Registry.Execute(ctx, b)
	if err != nil {
		k.Fatalf("the batch was rejected: %v", err)
	}
	if len(r.Outcomes) != len(b.Calls) {
		k.Fatalf("the batch has %d outcomes for %d calls", len(r.Outcomes), len(b.Calls))
	}
	return r
}
