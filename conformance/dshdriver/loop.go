package dshdriver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/conformance"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	native_executor "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Loop is the driver of this product that does everything in steps of an agent:
// what is declared is what a model was asked with, and calls are those of its
// answer. It has only the operations that a step has.
type Loop struct{ conformance.Unsupported }

var _ conformance.Driver = Loop{}

// Name names the layer.
func (Loop) Name() string { return "dsh, in steps" }

// completed takes the turn to its end.
func (t *agentTurn) completed() (turned, error) {
	done, err := t.take(context.Background())
	if err == nil && done.Reason != session.EndCompleted {
		err = fmt.Errorf("the turn ended with %s: %w", done.Reason, done.Err)
	}
	return done, err
}

// Order reads the order with which a model is told of its tools.
func (Loop) Order(p conformance.OrderProgram) (out conformance.Ordered, err error) {
	if p.RestEntry != systemprompt.RestEntry {
		return out, errors.New("the rest entry is " + systemprompt.RestEntry)
	}
	var config systemprompt.Config
	if p.Order != nil {
		config.ToolOrder = append([]string{}, *p.Order...)
	}
	prompt, err := systemprompt.New(config)
	if err != nil {
		return orderRefusal(err, "load")
	}
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return out, err
	}
	root := scope.NewRoot("case")
	defer func() { err = errors.Join(err, root.Close(context.Background())) }()
	t := &agentTurn{reg: reg, root: root, id: "agent"}
	if t.prompt, err = orderPrompter(p, root, prompt, reg); err != nil {
		return out, err
	}
	t.model = func(r llm.Request) []llm.ToolCall {
		for _, d := range r.Tools {
			out.Tools = append(out.Tools, conformance.OrderTool{Name: d.Name, Label: d.Description})
		}
		return nil
	}
	if _, err := t.completed(); err != nil {
		return orderRefusal(err, "assembly")
	}
	return out, nil
}

// orderPrompter is a prompter with the providers of the case.
func orderPrompter(
	p conformance.OrderProgram, s *scope.Scope, prompt *systemprompt.Prompt, reg *tools.Registry,
) (agentloop.Prompter, error) {
	for _, provider := range p.Providers {
		var box systemprompt.Toolbox
		for _, t := range provider.Tools {
			box.Tools = append(box.Tools, llm.ToolDeclaration{Name: t.Name, Description: t.Label})
		}
		if provider.KnownNames != nil {
			box.Known = *provider.KnownNames
		}
		if _, err := prompt.AddTools(context.Background(), s, func(
			context.Context, *systemprompt.Input,
		) (systemprompt.Toolbox, error) {
			return box, nil
		}); err != nil {
			return nil, err
		}
	}
	if err := native_executor.Mount(s, reg, native_executor.Config{}); err != nil {
		return nil, err
	}
	return agentloop.System(context.Background(), s, prompt, reg)
}

// Spill settles one call of a model under the policy.
func (Loop) Spill(s conformance.Spill) (conformance.SpillOutcome, error) {
	if s.Session == "" {
		return conformance.SpillOutcome{}, beyond("a step has an agent")
	}
	return settle(s, inAStep)
}

// Batch runs the batch as the answer of a model, in virtual time.
func (Loop) Batch(p conformance.BatchProgram) (conformance.Timeline, error) {
	if p.NoLog {
		return conformance.Timeline{}, beyond("a step keeps a session")
	}
	return schedule(p, inAStep)
}

// Step takes the step of the case.
func (Loop) Step(s conformance.Step) (out conformance.StepOutcome, err error) {
	if err := stepped(s); err != nil {
		return out, err
	}
	w, err := newStepWorld(s)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	defer w.cancel()
	for _, step := range []func() error{w.mountExecutors, w.listen, w.register, w.turn} {
		if err := step(); err != nil {
			return w.out, err
		}
	}
	return w.out, nil
}

// stepped says what a case does that no step does.
func stepped(s conformance.Step) error {
	b := s.Batch
	switch {
	case slices.Contains(s.AfterResolve, "release"), b != nil && b.Set == "released":
		return beyond("a step releases its set after its batch")
	case b == nil:
		return nil
	case b.Agent == "":
		return beyond("a step has an agent")
	case !b.Log:
		return beyond("a step keeps a session")
	case strings.HasPrefix(b.Set, "resolved-for-") && b.Set != "resolved-for-"+b.Agent:
		return beyond("a step has the set of its own agent")
	case b.Set == "" && (s.Tool != nil && s.Tool.When != "" || len(s.AfterResolve) > 0):
		return beyond("a step has a set")
	}
	return nil
}

func beyond(why string) error { return fmt.Errorf("%s: %w", why, errors.ErrUnsupported) }
