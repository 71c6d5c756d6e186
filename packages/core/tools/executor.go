package tools

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Executor decides what the model may call and how a batch is run (R91). The
// nearest one to the agent serves it. A batch once accepted is settled by the
// executor that took it, even if that is unmounted meanwhile.
type Executor interface {
	// Describe says what to tell the model about the admitted tools.
	Describe(ctx context.Context, d Describe) (Description, error)
	// Execute runs a whole batch and returns one result per call, in call
	// order. It may use [Registry.RunBatch].
	Execute(ctx context.Context, b *Batch) (*BatchResult, error)
}

// Describe is what an executor describes.
type Describe struct {
	Registry *Registry
	Agent    *Agent
	// Set is the step's set, nil outside a step.
	Set *ToolSet
	// Tools are the tools that may be called, in registry order, and
	// Declarations what the model is told about them. Both are shared and made
	// once per change: read-only.
	Tools        []*Registration
	Declarations []llm.ToolDeclaration

	all *declared
}

// Description is what the model is told: declarations for its API, and prompt
// sections. Read-only: an executor may hand out the same one again.
type Description struct {
	Tools    []llm.ToolDeclaration
	Sections []Section
}

// Section is a named piece of prompt text with its place among the others.
type Section struct {
	Name  string
	Order int
	Text  string
}

// Describe asks the executor that the agent sees. It fails with
// [CodeNoExecutor] where there is none.
func (r *Registry) Describe(ctx context.Context, agent *Agent, set *ToolSet) (Description, error) {
	if err := set.usable(r, agent.key()); err != nil {
		return Description{}, err
	}
	e, err := r.executor(agent)
	if err != nil {
		return Description{}, err
	}
	var all *declared
	if set != nil {
		all = set.callable(set.key)
	} else {
		all = r.view(agent.key()).callable()
	}
	return describe(ctx, e, Describe{
		Registry: r, Agent: agent, Set: set,
		Tools: all.tools, Declarations: all.schemas(), all: all,
	})
}

// Execute runs a whole raw batch through the executor that its agent sees
// (R90). The error is for a rejected batch (no executor, released or foreign
// set: nothing ran) and for a failed scheduler; failed calls are results.
func (r *Registry) Execute(ctx context.Context, b *Batch) (*BatchResult, error) {
	if b == nil || ctx == nil {
		return nil, refuse(CodeNilArgument, "batch or context is nil")
	}
	if err := b.Set.usable(r, b.Agent.key()); err != nil {
		return nil, err
	}
	e, err := r.executor(b.Agent)
	if err != nil {
		return nil, err
	}
	result, err := runExecutor(ctx, e, b)
	switch {
	case err != nil:
		return nil, err
	case result == nil || len(result.Outcomes) != len(b.Calls):
		return nil, schedulerError(fmt.Errorf("the executor %T did not return one outcome for each of %d calls", e, len(b.Calls)))
	}
	return result, nil
}

func runExecutor(ctx context.Context, e Executor, b *Batch) (result *BatchResult, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = schedulerError(&PanicError{Where: fmt.Sprintf("executor %T", e), Value: v, Stack: debug.Stack()})
		}
	}()
	return e.Execute(ctx, b)
}

func describe(ctx context.Context, e Executor, d Describe) (_ Description, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = schedulerError(&PanicError{Where: fmt.Sprintf("executor %T", e), Value: v, Stack: debug.Stack()})
		}
	}()
	return e.Describe(ctx, d)
}

// Approver returns the approval service that the agent sees, for tools that ask
// within their body (R60).
func (r *Registry) Approver(a *Agent) (Approver, bool) { return r.approvers.Nearest(a.key()) }

func (r *Registry) executor(a *Agent) (Executor, error) {
	if e, ok := r.executors.Nearest(a.key()); ok {
		return e, nil
	}
	return nil, refuse(CodeNoExecutor, "no executor is mounted for this agent: mount the native or the ptc executor in its scope, its preset or the deployment")
}
