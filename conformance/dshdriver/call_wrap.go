package dshdriver

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type nextResult = event.Next[*tools.Call, *tools.Result]

func (w *callWorld) listenExecute() error {
	for _, name := range w.Wrapper {
		err := w.reg.Events.Execute.On(
			w.root,
			func(ctx context.Context, c *tools.Call, n nextResult) (*tools.Result, error) {
				if !about(c) {
					return n.Do(ctx)
				}
				w.note("wrap:" + name)
				w.abort("wrapper-before")
				return w.wrap(ctx, name, n)
			},
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// wrap is one wrapper. Those that answer themselves do not delegate.
func (w *callWorld) wrap(ctx context.Context, name string, n nextResult) (*tools.Result, error) {
	switch name {
	case "short-success":
		r := tools.Succeed(
			jsonvalue.String("cached"),
		).WithContent(
			labelledContent([]string{"own content"}),
		)
		if w.WrapperContext {
			r = r.WithContexts(labelledContext("wrap"))
		}
		return r, nil
	case "short-success-badvalue":
		return tools.Succeed(jsonvalue.Int(99)), nil
	case "short-failure":
		busy := &tools.Error{Name: w.Texts.Name, Code: "BUSY", Message: w.Texts.Failure}
		return tools.Fail(busy).WithContent(labelledContent(w.Texts.Content)), nil
	case "throw":
		return nil, errors.New("wrapper fell over")
	case "throw-coded":
		return nil, coded("WRAP", "wrapper says no")
	case "replace-aborted":
		aborted, cancel := context.WithCancel(ctx)
		cancel()
		ctx = aborted
	case "own-abort-in-body":
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		w.mu.Lock()
		w.own = append(w.own, cancel)
		w.mu.Unlock()
	}
	r, err := n.Do(ctx)
	w.abort("wrapper-after")
	if err != nil {
		return nil, err
	}
	return w.after(ctx, name, n, r)
}

// after is what a wrapper does with the result of its delegation.
func (w *callWorld) after(
	ctx context.Context,
	name string,
	n nextResult,
	r *tools.Result,
) (*tools.Result, error) {
	switch name {
	case "throw-after":
		return nil, errors.New("wrapper fell over late")
	case "edit-content":
		return r.WithContent(labelledContent(w.Texts.Content)), nil
	case "add-context":
		return r.WithContexts(labelledContext("wrap")), nil
	case "retry-once":
		if r.IsError() {
			w.abort("between-attempts")
			return n.Do(ctx)
		}
	case "fallback":
		if r.IsError() {
			return tools.Succeed(jsonvalue.String("fallback")), nil
		}
	}
	return r, nil
}

func (w *callWorld) postDecision(
	ctx context.Context,
	n event.Next[*tools.Inspection, tools.PostDecision],
) (tools.PostDecision, error) {
	switch w.Post {
	case "accept":
		return tools.Accept(), nil
	case "content":
		return tools.Accept().WithContent(labelledContent([]string{"post text"})), nil
	case "value":
		return tools.Accept().WithValue(jsonvalue.String("pv")), nil
	case "value-invalid":
		return tools.Accept().WithValue(jsonvalue.Int(99)), nil
	case "both":
		return tools.Accept().WithContent(
			labelledContent([]string{"post text"}),
		).WithValue(
			jsonvalue.String("pv"),
		), nil
	case "block":
		return tools.Block(labelledContent([]string{"blocked!"})), nil
	case "block-two":
		return tools.Block(labelledContent(w.Texts.Content)), nil
	case "block-empty":
		return tools.Block(nil), nil
	case "throw":
		return tools.PostDecision{}, errors.New(w.Texts.Failure)
	case "throw-coded":
		return tools.PostDecision{}, coded("POST_DOWN", "post says no")
	case "unregister-then-value":
		w.unregister()
		return tools.Accept().WithValue(jsonvalue.String("pv")), nil
	}
	return n.Do(ctx)
}
