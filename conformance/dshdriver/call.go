package dshdriver

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
)

// callWorld is one registry with the fixtures of a scenario.
type callWorld struct {
	conformance.Scenario
	reg    *tools.Registry
	root   *scope.Scope
	ctx    context.Context // the caller's
	cancel context.CancelFunc
	undo   scope.Undo    // removes the probe
	agents *agent.Agents // of the approval service

	mu       sync.Mutex
	trace    []string
	own      []context.CancelFunc // of wrappers that abort inside the body
	attempts int
	seen     []*frozen
}

// Call runs one call with its fixtures.
func (*Driver) Call(s conformance.Scenario) (out conformance.Outcome, err error) {
	w, err := newCallWorld(s)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	defer w.cancel()
	if err := w.install(); err != nil {
		return out, err
	}
	o, err := w.run()
	if err != nil {
		return out, err
	}
	return w.observed(o), nil
}

func newCallWorld(s conformance.Scenario) (*callWorld, error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return nil, err
	}
	w := &callWorld{Scenario: s, reg: reg, root: scope.NewRoot("case")}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w, nil
}

func (w *callWorld) note(stage string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trace = append(w.trace, stage)
}

// abort cancels the caller if the scenario wants it here.
func (w *callWorld) abort(at string) {
	if w.AbortAt == at {
		w.cancel()
	}
}

// install registers everything, in the order in which a product would mount it.
func (w *callWorld) install() error {
	steps := []func() error{
		w.mountExecutor,
		w.registerProbe,
		w.listenPre,
		w.provideApprover,
		w.addGuard,
	}
	if !w.PolicyInside {
		steps = append(steps, w.mountTimeout)
	}
	steps = append(steps, w.listenExecute)
	if w.PolicyInside {
		steps = append(steps, w.mountTimeout)
	}
	steps = append(steps, w.listenPost, w.listenResult)
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (w *callWorld) mountTimeout() error {
	if !w.TimeoutPolicy {
		return nil
	}
	return timeout.Install(w.root, w.reg)
}

func (w *callWorld) registerProbe() (err error) {
	if w.Tool == "unknown" {
		return nil
	}
	d, err := w.probe()
	if err == nil {
		w.undo, err = w.reg.Register(w.root, d)
	}
	return err
}

// unregister removes the probe.
func (w *callWorld) unregister() {
	if w.undo != nil {
		_ = w.undo(context.Background()) // an undo of a test's own registration
	}
}

// about reports whether a call is the scenario's own.
func about(c *tools.Call) bool { return c.Name() == conformance.ProbeName }

func (w *callWorld) listenPre() error {
	if w.Pre == "" && !w.PreUnregisters && w.AbortAt != "pre" {
		return nil
	}
	type next = event.Next[*tools.Call, tools.Decision]
	return w.reg.Events.PreExecute.On(
		w.root,
		func(ctx context.Context, c *tools.Call, n next) (tools.Decision, error) {
			if !about(c) {
				return n.Do(ctx)
			}
			w.note("pre")
			if w.PreUnregisters {
				w.unregister()
			}
			w.abort("pre")
			switch w.Pre {
			case "allow":
				return tools.Allow(), nil
			case "deny":
				return tools.Deny("no such luck"), nil
			case "deny-empty", "deny-noreason":
				return tools.Deny(""), nil
			case "ask":
				return tools.Ask("sure?"), nil
			case "ask-bare":
				return tools.Ask(""), nil
			case "throw":
				return tools.Decision{}, errors.New("gate fell over")
			case "throw-coded":
				return tools.Decision{}, coded("GATE_DOWN", w.Texts.Failure)
			}
			return n.Do(ctx)
		},
	)
}

// coded is a fixture's failure with an identity.
func coded(code tools.Code, message string) error {
	return &tools.Error{Name: "HarnessError", Code: code, Message: message}
}

func (w *callWorld) addGuard() error {
	if w.Guard == "" {
		return nil
	}
	_, err := w.reg.Guard(w.root, func(c *tools.Call) (string, bool) {
		if !about(c) {
			return "", false
		}
		w.note("guard")
		switch w.Guard {
		case "deny":
			return "guarded", true
		case "throw":
			panic("guard broke")
		}
		return "", false
	})
	return err
}

func (w *callWorld) listenPost() error {
	if w.Post == "" && !w.PostContext && w.AbortAt != "post" {
		return nil
	}
	type next = event.Next[*tools.Inspection, tools.PostDecision]
	return w.reg.Events.PostExecute.On(
		w.root,
		func(ctx context.Context, i *tools.Inspection, n next) (tools.PostDecision, error) {
			if !about(i.Call) {
				return n.Do(ctx)
			}
			w.note("post:" + kindOf(i.Result))
			w.abort("post")
			d, err := w.postDecision(ctx, n)
			if err == nil && w.PostContext {
				d = d.WithContexts(labelledContext("post"))
			}
			return d, err
		},
	)
}

func kindOf(r *tools.Result) string {
	if r.IsError() {
		return "error"
	}
	return "ok"
}

func (w *callWorld) listenResult() error {
	if w.Observer == "throw" {
		if err := w.reg.Events.Result.On(w.root, func(context.Context, *tools.Outcome) error {
			panic("observer fell over")
		}); err != nil {
			return err
		}
	}
	return w.reg.Events.Result.On(w.root, func(_ context.Context, o *tools.Outcome) error {
		if about(o.Call) {
			w.note("result")
			w.seen = append(w.seen, freeze(o))
		}
		return nil
	})
}

// observed is the outcome with what was seen on the way.
func (w *callWorld) observed(o *tools.Outcome) conformance.Outcome {
	out := outcome(o)
	out.Trace, out.Notifications = slices.Clone(w.trace), len(w.seen)
	for _, f := range w.seen {
		out.Mutations = append(out.Mutations, f.changes(o)...)
	}
	return out
}
