package dshdriver

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	native_executor "github.com/dsh-go/dsh/packages/core/tool-executor-native"
)

// View runs the operations in the scopes of agents, and reads what the model of
// each viewer is told.
func (Loop) View(p conformance.ViewProgram) (views conformance.Views, err error) {
	who := &agentViewers{}
	defer func() { err = errors.Join(err, who.close()) }()
	return view(p, who)
}

// agentViewers are agents: each scope of the case is that of one.
type agentViewers struct {
	agents  []*resident
	mounted bool
}

func (v *agentViewers) open(w *viewWorld, name string, parent *scope.Key) (*scope.Scope, error) {
	r, err := reside(context.Background(), w.root, name, parent)
	if err != nil {
		return nil, err
	}
	v.agents = append(v.agents, r)
	return r.agent.Scope(), nil
}

// of is the agent with the key, a new one for nobody's.
func (v *agentViewers) of(w *viewWorld, key *scope.Key) (*resident, error) {
	for _, r := range v.agents {
		if r.agent.Key() == key {
			return r, nil
		}
	}
	if _, err := v.open(w, fmt.Sprint("viewer ", len(v.agents)), key); err != nil {
		return nil, err
	}
	return v.agents[len(v.agents)-1], nil
}

func (v *agentViewers) labels(w *viewWorld, key *scope.Key) (labels []string, err error) {
	r, err := v.of(w, key)
	if err != nil {
		return nil, err
	}
	if !r.agent.IsLive() {
		return nil, beyond("a closed agent takes no step")
	}
	if !v.mounted {
		v.mounted = true
		if err := native_executor.Mount(w.root, w.reg, native_executor.Config{}); err != nil {
			return nil, err
		}
	}
	t := &agentTurn{reg: w.reg, root: w.root, resident: r}
	t.model = func(r llm.Request) []llm.ToolCall {
		for _, d := range r.Tools {
			labels = append(labels, d.Description)
		}
		return nil
	}
	_, err = t.completed()
	return labels, err
}

func (v *agentViewers) close() error {
	var errs []error
	for _, r := range v.agents {
		errs = append(errs, r.leave(context.Background()))
	}
	return errors.Join(errs...)
}
