package dshdriver

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// viewWorld is one registry with the scopes of a case.
type viewWorld struct {
	reg    *tools.Registry
	root   *scope.Scope
	scopes map[string]*scope.Scope
	keys   map[string]*scope.Key
	undos  []scope.Undo
}

// View runs the operations and reads what each viewer sees.
func (*Driver) View(p conformance.ViewProgram) (conformance.Views, error) {
	return view(p, plainViewers{})
}

// viewers are what stands in the scopes of a case.
type viewers interface {
	// open makes a scope below that of parent's key, nil for none.
	open(w *viewWorld, name string, parent *scope.Key) (*scope.Scope, error)
	// labels is what is seen from a key.
	labels(w *viewWorld, key *scope.Key) ([]string, error)
}

// plainViewers are keys that nobody stands behind.
type plainViewers struct{}

func (plainViewers) open(w *viewWorld, name string, parent *scope.Key) (*scope.Scope, error) {
	return w.root.Keyed(name, parent)
}

func (plainViewers) labels(w *viewWorld, key *scope.Key) ([]string, error) { return w.labels(key) }

// view runs the operations and asks what each viewer sees.
func view(p conformance.ViewProgram, who viewers) (views conformance.Views, err error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return views, err
	}
	w := &viewWorld{
		reg: reg, root: scope.NewRoot("case"),
		scopes: map[string]*scope.Scope{}, keys: map[string]*scope.Key{},
	}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	w.scopes[""] = w.root
	for _, s := range p.Scopes {
		made, err := who.open(w, s.Name, w.keys[s.Parent])
		if err != nil {
			return views, err
		}
		w.scopes[s.Name], w.keys[s.Name] = made, made.Key()
	}
	views = conformance.Views{Errors: map[int]string{}, Labels: map[string][]string{}}
	for i, op := range p.Ops {
		if kind, err := w.do(op); err != nil {
			return views, fmt.Errorf("op %d: %w", i, err)
		} else if kind != "" {
			views.Errors[i] = kind
		}
	}
	for _, viewer := range p.Viewers {
		if views.Labels[viewer], err = who.labels(w, w.keys[viewer]); err != nil {
			return views, err
		}
	}
	return views, nil
}

// do runs one operation and returns the kind of its refusal.
func (w *viewWorld) do(op conformance.ViewOp) (kind string, err error) {
	ctx := context.Background()
	var undo scope.Undo
	switch op.Do {
	case "reg":
		undo, err = w.reg.Register(w.scopes[op.Scope], labelled(op.Tool, op.Label))
	case "restrict":
		undo, err = w.reg.Restrict(w.scopes[op.Scope], restriction(op.Filter))
	case "undo":
		if before := w.undos[op.Op]; before != nil {
			err = before(ctx)
		}
	case "dispose":
		err = w.scopes[op.Scope].Close(ctx)
	}
	w.undos = append(w.undos, undo)
	if err == nil {
		return "", nil
	}
	refusal, ok := errors.AsType[*tools.Error](err)
	if !ok {
		return "", err
	}
	if kind, ok := viewErrors[refusal.Code]; ok {
		return kind, nil
	}
	return "", err
}

var viewErrors = map[tools.Code]string{
	tools.CodeDuplicateTool: "duplicate",
	tools.CodeNeedsScope:    "needs-scope",
	tools.CodeEmptyFilter:   "empty-filter",
	tools.CodeUnknownName:   "unknown-name",
}

func restriction(f conformance.Filter) tools.Restriction {
	var r tools.Restriction
	if f.Allow != nil {
		r.Allow = append([]string{}, *f.Allow...)
	}
	if f.Deny != nil {
		r.Deny = append([]string{}, *f.Deny...)
	}
	return r
}

// labelled is a tool whose description tells it from others of its name.
func labelled(name, label string) tools.Definition {
	return tools.Definition{
		Name: name, Description: label,
		Output: tools.Output{
			Schema: jsonvalue.NewObject(),
			Render: func(_, v jsonvalue.Value) (llm.Content, error) { return llm.TextContent(v.Text()), nil },
		},
		Execute: func(context.Context, *tools.Exec) (any, error) { return nil, nil },
	}
}

// labels reads a view in all the ways there are and demands that they agree.
func (w *viewWorld) labels(key *scope.Key) ([]string, error) {
	var labels []string
	declared := w.reg.Schemas(key, nil)
	for i, r := range w.reg.Definitions(key, nil) {
		labels = append(labels, r.Definition().Description)
		found, ok := w.reg.Get(r.Name(), key, nil)
		if !ok || found != r {
			return nil, fmt.Errorf("lookup of %q finds another tool than the list", r.Name())
		}
		if i >= len(declared) || declared[i].Name != r.Name() ||
			declared[i].Description != r.Definition().Description {
			return nil, fmt.Errorf("schemas differ from the list at %q", r.Name())
		}
	}
	return labels, nil
}
