package dshdriver

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	native_executor "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/spill"
	spill_local "github.com/dsh-go/dsh/packages/policy/spill/local"
)

// Spill settles one call under the policy. The files hold previews whose
// beginning and end are joined, so the policy is set to join them.
func (*Driver) Spill(s conformance.Spill) (conformance.SpillOutcome, error) {
	return settle(s, directly)
}

func settle(s conformance.Spill, run execute) (out conformance.SpillOutcome, err error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return out, err
	}
	w := &spillWorld{Spill: s, reg: reg, root: scope.NewRoot("case"), execute: run}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	for _, step := range []func() error{w.mount, w.decide, w.install} {
		if err := step(); err != nil {
			return out, err
		}
	}
	r, err := w.call()
	if err != nil {
		return out, err
	}
	return conformance.SpillOutcome{
		Content: contentLabels(r.Content()), Saved: w.saved,
		Warned: strings.Contains(w.log.String(), "level=WARN"),
	}, nil
}

type spillWorld struct {
	conformance.Spill
	reg  *tools.Registry
	root *scope.Scope
	execute
	log   bytes.Buffer
	saved int
}

// SaveText is the store of the case.
func (w *spillWorld) SaveText(_ context.Context, t spill.Text) (spill.Saved, error) {
	if w.Store == "fails" {
		return spill.Saved{}, errors.New("the store is full")
	}
	w.saved += len(t.Content)
	return spill.Saved{Locator: w.Locator, Bytes: len(t.Content), RetrievalHint: w.Hint}, nil
}

// mount registers the tool, whose value is anything and whose content is given.
func (w *spillWorld) mount() error {
	d := labelled(w.Tool, "shows the content of the case")
	d.Output.Render = func(jsonvalue.Value, jsonvalue.Value) (llm.Content, error) {
		return labelledContent(w.Content), nil
	}
	if _, err := w.reg.Register(w.root, d); err != nil {
		return err
	}
	return native_executor.Mount(w.root, w.reg, native_executor.Config{})
}

// decide mounts the policy that stands further in.
func (w *spillWorld) decide() error {
	decision := tools.Accept()
	switch w.Decision {
	case "block":
		decision = tools.Block(labelledContent(w.Content))
	case "value-replaced":
		decision = decision.WithValue(jsonvalue.String("replaced"))
	case "content-replaced":
		decision = decision.WithContent(labelledContent(w.Replacement))
	}
	type next = event.Next[*tools.Inspection, tools.PostDecision]
	return w.reg.Events.PostExecute.On(w.root,
		func(ctx context.Context, i *tools.Inspection, n next) (tools.PostDecision, error) {
			if i.Call.Name() != w.Tool {
				return n.Do(ctx)
			}
			return decision, nil
		})
}

func (w *spillWorld) install() error {
	stores := new(spill.Stores)
	if w.Store != "missing" {
		if _, err := stores.Provide(w.root, spill.Store(w)); err != nil {
			return err
		}
	}
	config := spill.Config{MaxInlineBytes: w.MaxInlineBytes, Joined: true}
	policy, err := spill.New(stores, config, slog.New(slog.NewTextHandler(&w.log, nil)))
	if err != nil {
		return err
	}
	return policy.Install(w.root, w.reg)
}

// call makes the call, nested or direct, with an owner or without.
func (w *spillWorld) call() (*tools.Result, error) {
	var agent *tools.Agent
	if w.Session != "" {
		s, err := w.root.Keyed("agent", nil)
		if err != nil {
			return nil, err
		}
		agent = &tools.Agent{ID: w.Session, Key: s.Key()}
	}
	name := w.Tool
	var inner *tools.Result
	if w.Nested {
		name = outerName
		outer := labelled(outerName, "issues the nested call")
		outer.Execute = func(ctx context.Context, x *tools.Exec) (any, error) {
			inner = x.Nested().Call(ctx, tools.Invocation{CallID: "call-2", Name: w.Tool}).Result
			return nil, nil
		}
		if _, err := w.reg.Register(w.root, outer); err != nil {
			return nil, err
		}
	}
	o, err := first(w.execute(context.Background(), w.reg, w.root, &tools.Batch{
		Agent: agent, Calls: []tools.RawCall{{CallID: "call-1", Name: name}},
	}))
	if err != nil || inner != nil {
		return inner, err
	}
	return o.Result, nil
}

// SpillConfig loads the policy's row.
func (*Driver) SpillConfig(config any) (refusal, err error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return nil, err
	}
	root := scope.NewRoot("case")
	p := spill.Plugin(spill.Params{Tools: reg, Stores: new(spill.Stores)})
	refusal = p.Install(context.Background(), root, []byte(argumentText(config)))
	return refusal, root.Close(context.Background())
}

// SpillSegment is the file name of the local store.
func (*Driver) SpillSegment(name string) (string, error) { return spill_local.Encode(name), nil }

// SpillDirectory is its directory of a session.
func (*Driver) SpillDirectory(session string) (string, error) {
	return spill_local.SessionDirectory(session), nil
}
