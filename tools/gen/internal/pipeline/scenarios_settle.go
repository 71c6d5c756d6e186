package pipeline

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type nextPost = event.Next[*tools.Inspection, tools.PostDecision]

// reviewing mounts a post policy that always answers in one way.
func reviewing(d tools.PostDecision, err error) func(*world) error {
	return func(w *world) error {
		return errors.Join(w.with(nil), w.post(
			func(context.Context, *tools.Inspection, nextPost) (tools.PostDecision, error) { return d, err }))
	}
}

func postScenarios() []scenario {
	return []scenario{
		{name: "post replaces content", shows: "The model reads something else; the value stays.",
			arrange: reviewing(tools.Accept().WithContent(llm.TextContent("[redacted]")), nil)},
		{name: "post replaces the value", shows: "The new value is checked and rendered again.",
			arrange: reviewing(tools.Accept().WithValue(jsonvalue.String("v2")), nil)},
		{name: "post blocks", shows: "The result becomes a failure with the feedback as its content.",
			arrange: reviewing(tools.Block(llm.TextContent("not like this")), nil)},
		{name: "post fails", shows: "A failing post policy fails the call.",
			arrange: reviewing(tools.PostDecision{}, errors.New("the inspector is ill"))},
	}
}

func cancelScenarios() []scenario {
	return []scenario{
		{name: "cancelled while policy thinks",
			shows: "The caller goes away during a policy: no body runs.",
			arrange: func(w *world) error {
				return errors.Join(w.with(nil), w.pre(
					func(ctx context.Context, _ *tools.Call, next nextDecision) (tools.Decision, error) {
						w.cancel()
						return next.Do(ctx)
					}))
			}},
		{name: "cancelled during the body", shows: "The body is awaited; its success is replaced.",
			arrange: body(func(w *world, _ context.Context, _ *tools.Exec) (any, error) {
				w.cancel()
				return "v1", nil
			})},
		{name: "cancelled batch",
			shows: "The first call was running when the batch was cancelled; the second never starts.",
			arrange: body(func(w *world, _ context.Context, _ *tools.Exec) (any, error) {
				w.cancel()
				return nil, errors.New("interrupted")
			}),
			calls: []tools.RawCall{probeCall, {CallID: "2", Name: "probe", Arguments: `{"n": 2}`}}},
	}
}
