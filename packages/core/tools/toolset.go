package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
)

// maxConditions bounds how many conditions of one step run at once.
const maxConditions = 8

// ToolSet is what one model step may call: the registrations that its agent
// saw, and whose conditions held, when it was resolved (R49, R50). Prompt
// assembly and the step's batches share it. Safe for concurrent use.
type ToolSet struct {
	reg       *Registry
	key       *scope.Key
	selection llm.Selection
	all       declared
	byName    map[string]*Registration
	released  atomic.Bool
}

// Resolve evaluates the conditions of the tools that the agent sees, at most a
// few at once, and returns the step's set. The first failing condition cancels
// the rest and fails with [CodeActivationFailed]; a cancelled ctx fails with
// [CodeResolveCancelled] (Q8).
func (r *Registry) Resolve(ctx context.Context, a Activation) (*ToolSet, error) {
	if ctx == nil {
		return nil, refuse(CodeNilArgument, "context is nil")
	}
	v := r.view(a.Agent.key())
	admitted, err := activate(ctx, v.tools, a)
	if err != nil {
		if where, value, stack, ok := panicked(err); ok {
			r.log.Error("panic in a condition", "where", where, "panic", printed(value), "stack", string(stack))
		}
		return nil, err
	}
	set := &ToolSet{reg: r, key: a.Agent.key(), selection: a.Selection}
	set.byName = make(map[string]*Registration, len(v.tools))
	for i, t := range v.tools {
		if admitted == nil || admitted[i] {
			set.all.tools = append(set.all.tools, t)
			set.byName[t.def.Name] = t
		}
	}
	return set, nil
}

// activate returns which tools take part, nil for all.
func activate(ctx context.Context, tools []*Registration, a Activation) ([]bool, error) {
	conditional := 0
	for _, t := range tools {
		if t.Conditional() {
			conditional++
		}
	}
	if conditional == 0 {
		return nil, resolveCancelled(ctx)
	}
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	admitted := make([]bool, len(tools))
	slots := make(chan struct{}, min(conditional, maxConditions))
	var wg sync.WaitGroup
	for i, t := range tools {
		if !t.Conditional() {
			admitted[i] = true
			continue
		}
		slots <- struct{}{}
		if run.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			ok, err := t.ask(run, a)
			if err != nil {
				cancel(activationError{t.def.Name, err})
			}
			admitted[i] = ok
		})
	}
	wg.Wait()
	return admitted, activationOutcome(ctx, run)
}

// activationError is the first condition's failure, kept as the cause of the
// cancellation of the others.
type activationError struct {
	tool string
	err  error
}

func (e activationError) Error() string {
	return fmt.Sprintf("condition of tool %q: %v", e.tool, e.err)
}
func (e activationError) Unwrap() error { return e.err }

func activationOutcome(ctx, run context.Context) error {
	if err := resolveCancelled(ctx); err != nil {
		return err
	}
	failed, ok := errors.AsType[activationError](context.Cause(run))
	if !ok {
		return nil
	}
	return &Error{
		Name: "ToolActivationError", Code: CodeActivationFailed,
		Message: fmt.Sprintf("step preparation failed: condition of tool %q: %s", failed.tool, failureOf(failed.err).message),
		Err:     failed.err,
	}
}

func resolveCancelled(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return &Error{
		Name: "AbortError", Code: CodeResolveCancelled,
		Message: "step preparation was cancelled", Err: context.Cause(ctx),
	}
}

func (r *Registration) ask(ctx context.Context, a Activation) (ok bool, err error) {
	defer contain("condition", r.def.Name, &err)
	return r.when(ctx, a)
}

// Selection returns the model selection that the conditions were asked about.
func (s *ToolSet) Selection() llm.Selection { return s.selection }

// Release ends the set: batches that carry it are refused from then on. Calls
// that have started are unaffected. Idempotent.
func (s *ToolSet) Release() { s.released.Store(true) }

// find returns the admitted registration of that name if it is still what key
// sees; nil otherwise (R50).
func (s *ToolSet) find(name string, key *scope.Key) *Registration {
	reg := s.byName[name]
	if reg == nil || key != s.key || s.reg.view(key).byName[name] != reg {
		return nil
	}
	return reg
}

// current returns the admitted registrations that key still sees: the kept
// list itself as long as nothing is gone.
func (s *ToolSet) current(key *scope.Key) []*Registration {
	if key != s.key {
		return nil
	}
	byName := s.reg.view(key).byName
	gone := func(t *Registration) bool { return byName[t.def.Name] != t }
	if !slices.ContainsFunc(s.all.tools, gone) {
		return s.all.tools
	}
	return slices.DeleteFunc(slices.Clone(s.all.tools), gone)
}

func (s *ToolSet) schemas(key *scope.Key) []llm.ToolDeclaration { return s.callable(key).schemas() }

func (s *ToolSet) callable(key *scope.Key) *declared {
	now := s.current(key)
	if len(now) == len(s.all.tools) {
		return &s.all
	}
	return &declared{tools: now}
}

// usable refuses a set that must not serve a batch of this agent (Q2).
func (s *ToolSet) usable(r *Registry, key *scope.Key) error {
	switch {
	case s == nil:
		return nil
	case s.reg != r || s.key != key:
		return refuse(CodeSetForeign, "the batch's tool set was resolved for another agent: resolve one for this step")
	case s.released.Load():
		return refuse(CodeSetReleased, "the batch's tool set was released: resolve a new one for this step")
	}
	return nil
}
