package pipeline

import (
	"context"
	"errors"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
)

type nextResult = event.Next[*tools.Call, *tools.Result]

func bodyScenarios() []scenario {
	return []scenario{
		{name: "body fails", shows: "The error's message, name and code become the failure.",
			arrange: body(func(*world, context.Context, *tools.Exec) (any, error) {
				return nil, &tools.Error{Name: "QuotaError", Code: "QUOTA", Message: "quota used up"}
			})},
		{name: "body panics",
			shows:   "The panic is contained; the stack goes to the log, not to the model.",
			arrange: body(func(*world, context.Context, *tools.Exec) (any, error) { panic("broken body") })},
		{name: "invalid output", shows: "The value breaks the tool's own output schema.",
			arrange: body(func(*world, context.Context, *tools.Exec) (any, error) { return 42, nil })},
		{name: "renderer panics", shows: "A renderer that fails breaks the output contract.",
			arrange: definition(func(d *tools.Definition) {
				d.Output.Render = func(_, _ jsonvalue.Value) (llm.Content, error) { panic("no words") }
			})},
		{name: "prepared content", shows: "ProjectContent replaces the rendering before post policy.",
			arrange: definition(func(d *tools.Definition) {
				d.ProjectContent = func(context.Context, *tools.Exec, jsonvalue.Value) (llm.Content, error) {
					return llm.TextContent("a picture of v1"), nil
				}
			})},
		{name: "final content", shows: "FinalizeContent has the last word about content.",
			arrange: definition(func(d *tools.Definition) {
				d.FinalizeContent = func(*tools.Call, *tools.Result) (llm.Content, error) {
					return llm.TextContent("v1, finally"), nil
				}
			})},
		{name: "finalizer fails",
			shows: "A failing finalizer replaces the outcome by a failure without a code.",
			arrange: definition(func(d *tools.Definition) {
				d.FinalizeContent = func(*tools.Call, *tools.Result) (llm.Content, error) {
					return nil, errors.New("out of ink")
				}
			})},
	}
}

// wrapping mounts a wrapper around the probe.
func wrapping(f func(w *world) wrap) func(*world) error {
	return func(w *world) error { return errors.Join(w.with(nil), w.around(f(w))) }
}

func wrapperScenarios() []scenario {
	return []scenario{
		{name: "wrapper answers",
			shows: "A wrapper answers instead of the body; its value is checked and rendered.",
			arrange: wrapping(func(*world) wrap {
				return func(context.Context, *tools.Call, nextResult) (*tools.Result, error) {
					return tools.Succeed(jsonvalue.String("cached")), nil
				}
			})},
		{name: "wrapper retries", shows: "Calling next again runs the body again.",
			arrange: wrapping(func(*world) wrap {
				return func(ctx context.Context, _ *tools.Call, next nextResult) (*tools.Result, error) {
					if _, err := next.Do(ctx); err != nil {
						return nil, err
					}
					return next.Do(ctx)
				}
			})},
		{name: "wrapper replaces the result", shows: "The replacement is checked and rendered again.",
			arrange: wrapping(func(*world) wrap {
				return func(ctx context.Context, _ *tools.Call, next nextResult) (*tools.Result, error) {
					if _, err := next.Do(ctx); err != nil {
						return nil, err
					}
					return tools.Succeed(jsonvalue.String("v2")), nil
				}
			})},
		{name: "wrapper fails", shows: "A failing wrapper is final for the call: post policy is skipped.",
			arrange: wrapping(func(*world) wrap {
				return func(context.Context, *tools.Call, nextResult) (*tools.Result, error) {
					return nil, errors.New("the wrapper broke")
				}
			})},
		{name: "timeout",
			shows: "The declared budget runs out; the policy waits for the body, then says so.",
			arrange: func(w *world) error {
				return errors.Join(timeout.Install(w.root, w.reg), w.with(func(d *tools.Definition) {
					d.Timeout = time.Millisecond
					d.Execute = func(ctx context.Context, _ *tools.Exec) (any, error) {
						<-ctx.Done()
						return nil, ctx.Err()
					}
				}))
			}},
	}
}
