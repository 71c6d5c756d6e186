package dshdriver

import (
	"errors"

	"github.com/dsh-go/dsh/conformance"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// turn takes the turn of the case: what happens between preparation and batch
// happens while the model is asked. There is a second step where the executor is
// unloaded in the first.
func (w *stepWorld) turn() error {
	name, steps := conformance.StepAgent, 1
	if w.Batch != nil {
		name, w.out.ScopeUsed = w.Batch.Agent, "global"
	}
	if w.UnloadDuringBatch {
		steps = 2
	}
	var changed error
	t := &agentTurn{
		reg: w.reg, root: w.root, id: "agent " + name, parent: w.scopeOf(name).Key(),
		config: agentloop.Config{MaxSteps: steps},
	}
	t.model = func(r llm.Request) []llm.ToolCall {
		w.told(r.Tools)
		changed = errors.Join(changed, w.look(), w.afterResolve())
		return w.wanted()
	}
	if w.Batch != nil && w.Batch.Log {
		t.observe = told(stepLog{w})
	}
	done, err := t.take(w.ctx)
	if err = errors.Join(err, changed); err != nil {
		return err
	}
	return w.settled(done)
}

// look asks the lookups within the step. Of a case about them it counts what they
// evaluate, not what the step did.
func (w *stepWorld) look() error {
	if len(w.Lookups) > 0 {
		w.out.Evaluations = 0
	}
	return w.lookUp()
}

// told notes what was declared.
func (w *stepWorld) told(declared []llm.ToolDeclaration) {
	for _, d := range declared {
		w.out.Declared = w.out.Declared || d.Name == conformance.ProbeName
		w.out.Deferred = w.out.Deferred || d.DeferLoading
	}
}

// wanted are the calls of the batch, or that of the program.
func (w *stepWorld) wanted() (calls []llm.ToolCall) {
	switch {
	case w.Step.Program != "":
		return []llm.ToolCall{{ID: "call-1", Name: tools.ReservedName, Arguments: programArguments}}
	case w.Batch == nil:
		return nil
	}
	for _, c := range w.batch().Calls {
		calls = append(calls, llm.ToolCall{ID: c.CallID, Name: c.Name, Arguments: c.Arguments})
	}
	return calls
}

// settled reads what came of the turn.
func (w *stepWorld) settled(done turned) (err error) {
	if done.asked == 0 {
		if w.out.Rejected, _ = rejected(done.Err); !w.out.Rejected {
			w.out.ResolveFailed = true
			if refusal, ok := errors.AsType[*tools.Error](done.Err); ok {
				w.out.ResolveCode = string(refusal.Code)
			}
		}
		return nil
	}
	if w.UnloadDuringBatch {
		if w.out.SecondRejected, err = rejected(done.Err); err != nil {
			return err
		}
	} else if done.Reason == session.EndError {
		return done.Err
	}
	if w.program != nil {
		w.out.Bound = append([]string{}, w.program.bound...)
	}
	if w.first != nil {
		w.out.Results = len(w.first.Outcomes)
		w.out.Call = outcome(&w.first.Outcomes[0])
		w.out.Call.Notifications = w.seen
	}
	return nil
}
