package dshdriver

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// stepWorld is one registry with the agents, executors and policies of a step.
type stepWorld struct {
	conformance.Step
	reg     *tools.Registry
	root    *scope.Scope
	preset  *scope.Scope
	agents  map[string]*scope.Scope
	ctx     context.Context // the caller's
	cancel  context.CancelFunc
	undo    scope.Undo // removes the tool
	unmount scope.Undo // removes the deployment's executor
	set     *tools.ToolSet
	setErr  error
	program *program // of the "ptc" executor
	first   *tools.BatchResult
	// mounting is set while executors come and go.
	mounting bool

	mu   sync.Mutex
	out  conformance.StepOutcome
	seen int
}

// selection is the model selection of every step here.
var selection = llm.Selection{Provider: "fixture", Model: "model-1", ReasoningEffort: "high"}

// Step prepares the step and runs its batch.
func (*Driver) Step(s conformance.Step) (out conformance.StepOutcome, err error) {
	w, err := newStepWorld(s)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	defer w.cancel()
	for _, step := range []func() error{
		w.mountExecutors, w.listen, w.register, w.lookUp, w.prepare, w.describe, w.afterResolve, w.runBatch,
	} {
		if err := step(); err != nil {
			return w.out, err
		}
	}
	return w.out, nil
}

func newStepWorld(s conformance.Step) (*stepWorld, error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return nil, err
	}
	w := &stepWorld{Step: s, reg: reg, root: scope.NewRoot("case"), agents: map[string]*scope.Scope{}}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	if w.preset, err = w.root.Keyed("preset", nil); err != nil {
		return nil, err
	}
	for _, name := range []string{"A", "B"} {
		if w.agents[name], err = w.root.Keyed("agent "+name, w.preset.Key()); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *stepWorld) scopeOf(agent string) *scope.Scope {
	if s, ok := w.agents[agent]; ok {
		return s
	}
	return w.root
}

func (w *stepWorld) agent(name string) *tools.Agent {
	s, ok := w.agents[name]
	if !ok {
		return nil
	}
	return &tools.Agent{ID: name, Key: s.Key()}
}

// register registers the tool of the step, if there is one.
func (w *stepWorld) register() (err error) {
	if w.Tool == nil {
		return nil
	}
	return w.registerTool(*w.Tool)
}

func (w *stepWorld) registerTool(t conformance.StepTool) (err error) {
	d, err := w.tool(t.Name)
	if err != nil {
		return err
	}
	d.DeferLoading = t.DeferLoading
	var opts []tools.RegisterOption
	if t.When != "" {
		opts = append(opts, tools.When(w.condition(t.When)))
	}
	w.undo, err = w.reg.Register(w.scopeOf(t.Scope), d, opts...)
	return err
}

// condition is the tool's condition; it counts and records what it is given.
func (w *stepWorld) condition(word string) tools.Condition {
	return func(ctx context.Context, a tools.Activation) (bool, error) {
		w.mu.Lock()
		w.out.Evaluations++
		w.out.ConditionInput = conditionInput(ctx, a)
		w.out.SameSelection = a.Selection == selection
		w.mu.Unlock()
		switch word {
		case "false":
			return false, nil
		case "error":
			return false, errors.New("the condition failed")
		case "waits":
			if w.CancelResolve {
				w.cancel()
			}
			<-ctx.Done()
			return false, ctx.Err()
		}
		return true, nil
	}
}

func conditionInput(ctx context.Context, a tools.Activation) []string {
	var keys []string
	if a.Agent != nil {
		keys = append(keys, "agent")
	}
	if a.Selection != (llm.Selection{}) {
		keys = append(keys, "modelSelection")
	}
	if ctx.Done() != nil {
		keys = append(keys, "signal")
	}
	return keys
}

// lookUp asks the lookups that evaluate no condition.
func (w *stepWorld) lookUp() error {
	w.out.Found = len(w.Lookups) > 0
	key := w.scopeOf(conformance.StepAgent).Key()
	for _, lookup := range w.Lookups {
		w.out.Found = w.out.Found && w.finds(lookup, key)
	}
	for _, d := range w.reg.Schemas(key, nil) {
		w.out.Deferred = w.out.Deferred || d.DeferLoading
	}
	return nil
}

func (w *stepWorld) finds(lookup string, key *scope.Key) bool {
	name := w.Tool.Name
	switch lookup {
	case "get":
		_, ok := w.reg.Get(name, key, nil)
		return ok
	case "definitions":
		return slices.ContainsFunc(
			w.reg.Definitions(key, nil),
			func(r *tools.Registration) bool { return r.Name() == name },
		)
	}
	return slices.ContainsFunc(
		w.reg.Schemas(key, nil),
		func(d llm.ToolDeclaration) bool { return d.Name == name },
	)
}

// resolves reports whether the case prepares a set: it says so, its batch
// carries one, or it looks at the condition.
func (w *stepWorld) resolves() bool {
	if w.Resolve || w.AfterResolve != nil || w.Batch != nil && w.Batch.Set != "" {
		return true
	}
	return w.Tool != nil && w.Tool.When != "" && w.Batch == nil && len(w.Lookups) == 0
}

// stepAgent is whom the set is resolved for: the agent that the batch's set
// names, the batch's own, or the usual one.
func (w *stepWorld) stepAgent() *tools.Agent {
	if w.Batch == nil {
		return w.agent(conformance.StepAgent)
	}
	if name, ok := strings.CutPrefix(w.Batch.Set, "resolved-for-"); ok {
		return w.agent(name)
	}
	return w.agent(w.Batch.Agent)
}

// prepare resolves the step's set for its agent.
func (w *stepWorld) prepare() error {
	if !w.resolves() && w.Step.Program == "" {
		return nil
	}
	w.set, w.setErr = w.reg.Resolve(
		w.ctx,
		tools.Activation{Agent: w.stepAgent(), Selection: selection},
	)
	w.out.ResolveFailed = w.setErr != nil
	if refusal, ok := errors.AsType[*tools.Error](w.setErr); ok {
		w.out.ResolveCode = string(refusal.Code)
	}
	if w.set != nil && w.set.Selection() != selection {
		w.out.SameSelection = false
	}
	return nil
}

// describe asks the executor what it declares to the model.
func (w *stepWorld) describe() error {
	if w.set == nil || len(w.Mounts) == 0 {
		return nil
	}
	d, err := w.reg.Describe(w.ctx, w.stepAgent(), w.set)
	if err != nil {
		return err
	}
	for _, t := range d.Tools {
		w.out.Declared = w.out.Declared || t.Name == conformance.ProbeName
		w.out.Deferred = w.out.Deferred || t.DeferLoading
	}
	return nil
}

// afterResolve does what happens between preparation and batch.
func (w *stepWorld) afterResolve() error {
	for _, word := range w.AfterResolve {
		if err := w.change(word); err != nil {
			return err
		}
	}
	return nil
}

// change edits the registry, the set or the caller in a word's way.
func (w *stepWorld) change(word string) (err error) {
	switch word {
	case "unregister", "replace":
		err = w.undo(context.Background())
		if err == nil && word == "replace" {
			err = w.registerTool(conformance.StepTool{Name: w.Tool.Name, Scope: w.Tool.Scope})
		}
	case "register":
		err = w.registerTool(conformance.StepTool{Name: conformance.ProbeName})
	case "restrict-deny":
		_, err = w.reg.Restrict(
			w.scopeOf(conformance.StepAgent),
			tools.Restriction{Deny: []string{conformance.ProbeName}},
		)
	case "release":
		w.set.Release()
	case "cancel":
		w.cancel()
	}
	return err
}
