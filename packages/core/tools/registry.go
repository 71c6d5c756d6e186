package tools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// Registry holds tools, restrictions, guards, executors and approvers by
// scope, and runs calls through the pipeline. Create it with [New]. All
// methods are safe for concurrent use; calls in flight are unaffected by
// registrations that come and go.
type Registry struct {
	// Events are the pipeline's events. Register listeners with their On
	// methods; only the registry dispatches them.
	Events Events

	log       *slog.Logger
	layers    scope.Layers[layer]
	mu        sync.RWMutex // guards the contents of layers
	views     scope.Cache[*view]
	build     func(*scope.Key) *view
	executors scope.Slot[Executor]
	approvers scope.Slot[Approver]
	body      func(context.Context, *Call) (*Result, error)
}

// Options configure a registry. The zero value is ready.
type Options struct {
	// Logger gets contained failures: panics with their stack, observers that
	// fail. Nil discards them.
	Logger *slog.Logger
}

// New returns an empty registry.
func New(o Options) (*Registry, error) {
	r := &Registry{log: o.Logger}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	r.build = r.buildView
	r.body = runAttempt
	if err := event.Init(&r.Events, r.report); err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	return r, nil
}

func (r *Registry) report(f event.Failure) {
	args := []any{"event", f.Event, "listener", f.Label, "error", f.Err}
	if p, ok := errors.AsType[*event.PanicError](f.Err); ok {
		args = append(args, "stack", string(p.Stack))
	}
	r.log.Warn("listener failed", args...)
}

// Register adds a tool to the layer of s and removes it when s closes or the
// returned undo is called. The same name may exist in other layers, where the
// nearest one wins (R6–R10). Nothing is retained when it fails.
func (r *Registry) Register(s *scope.Scope, d Definition, opts ...RegisterOption) (scope.Undo, error) {
	reg, err := compile(d)
	if err != nil {
		return nil, err
	}
	for _, o := range opts {
		if o != nil {
			o(reg)
		}
	}
	if reg.refused != nil {
		return nil, reg.refused
	}
	return r.edit(s, "tool "+d.Name, func(l *layer) (func(), error) {
		if l.names[d.Name] != nil {
			return nil, duplicate(s.Key(), d.Name)
		}
		return l.add(reg), nil
	}, r.changed)
}

func duplicate(key *scope.Key, name string) error {
	if key == nil {
		return refuse(CodeDuplicateTool,
			"tool %q is already registered globally: register it in an agent's scope to shadow it there", name)
	}
	return refuse(CodeDuplicateTool, "tool %q is already registered in this scope", name)
}

// Restrict filters what s inherits until s closes or the returned undo is
// called. Several restrictions intersect (R42).
func (r *Registry) Restrict(s *scope.Scope, f Restriction) (scope.Undo, error) {
	if s == nil || s.Key() == nil {
		return nil, refuse(CodeNeedsScope, "restrict needs a keyed scope: global tools are removed by not registering them")
	}
	if err := f.check(r.inherited(s.Key())); err != nil {
		return nil, err
	}
	m := f.mask()
	return r.edit(s, "restriction", func(l *layer) (func(), error) { return l.restrict(m), nil }, r.changed)
}

// Guard adds a guard over s's key and everything below it (R44).
func (r *Registry) Guard(s *scope.Scope, g Guard) (scope.Undo, error) {
	if g == nil {
		return nil, refuse(CodeNilArgument, "guard is nil")
	}
	return r.edit(s, "guard", func(l *layer) (func(), error) { return l.guards.add(g), nil }, nil)
}

// Mount makes e the executor of s's key. A second one at the same key fails;
// mounting emits no tools/change (R91).
func (r *Registry) Mount(s *scope.Scope, e Executor) (scope.Undo, error) {
	if isNil(e) || s == nil {
		return nil, refuse(CodeNilArgument, "executor or its scope is nil")
	}
	undo, err := r.executors.Provide(s, e)
	if taken, ok := errors.AsType[*scope.Error](err); ok && taken.Code == scope.CodeSlotTaken {
		return nil, &Error{
			Name: "RegistryError", Code: CodeExecutorTaken, Err: err,
			Message: "the scope already has an executor: unmount it first",
		}
	}
	return undo, err
}

// ProvideApprover makes a the approval service of s's key (R60).
func (r *Registry) ProvideApprover(s *scope.Scope, a Approver) (scope.Undo, error) {
	if isNil(a) || s == nil {
		return nil, refuse(CodeNilArgument, "approver or its scope is nil")
	}
	return r.approvers.Provide(s, a)
}

// isNil reports whether a collaborator is nil, or an interface around a nil
// pointer, map, function or the like, which would panic when it is first needed.
func isNil(collaborator any) bool {
	switch v := reflect.ValueOf(collaborator); v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan, reflect.Slice:
		return v.IsNil()
	}
	return false
}

func (r *Registry) changed(ctx context.Context) error { return r.Events.Change.Emit(ctx, Change{}) }

// edit changes the layer of s. The lock over layer contents is taken inside
// that of the layers, never the other way round.
func (r *Registry) edit(s *scope.Scope, label string, apply func(*layer) (func(), error),
	notify func(context.Context) error,
) (scope.Undo, error) {
	if s == nil {
		return nil, refuse(CodeNilArgument, "%s: the scope that owns it is nil", label)
	}
	return r.layers.Edit(s.Context(), s, label, func(l *layer) (func(), func() bool, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		undo, err := apply(l)
		revert := func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			undo()
		}
		return revert, func() bool { return r.isEmpty(l) }, err
	}, notify)
}

func (r *Registry) isEmpty(l *layer) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return l.empty()
}

// Get returns the tool that key sees under name, or the one that set admits.
// Without a set no condition is evaluated (R45).
func (r *Registry) Get(name string, key *scope.Key, set *ToolSet) (*Registration, bool) {
	if set != nil {
		reg := set.find(name, key)
		return reg, reg != nil
	}
	reg, ok := r.view(key).byName[name]
	return reg, ok
}

// Definitions returns the tools that key sees, or those that set admits, in
// registry order (R41). The slice is shared: do not write to it.
func (r *Registry) Definitions(key *scope.Key, set *ToolSet) []*Registration {
	if set != nil {
		return set.current(key)
	}
	return r.view(key).tools
}

// Schemas returns what a model is told about those tools (R13). The slice is
// shared and made once per change: do not write to it.
func (r *Registry) Schemas(key *scope.Key, set *ToolSet) []llm.ToolDeclaration {
	if set != nil {
		return set.schemas(key)
	}
	return r.view(key).all.schemas()
}

// Executable is the lookup of execution: it applies the set, and without one
// it excludes conditional tools (R45, R51).
func (r *Registry) Executable(name string, key *scope.Key, set *ToolSet) (*Registration, bool) {
	reg, ok := r.Get(name, key, set)
	if !ok || set == nil && reg.Conditional() {
		return nil, false
	}
	return reg, true
}
