package tools_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/google/go-cmp/cmp"
)

// A batch of one call goes without a lane; all that can be observed of its call is
// the same as in a lane.
func TestSingleCallFollowsLane(t *testing.T) {
	for _, tt := range []struct {
		name, arguments string
		cancelled       bool
		failAt          string
	}{
		{name: "echo", arguments: `{"value":"a"}`},
		{name: "echo", arguments: `{"value":1}`},
		{name: "echo", arguments: `{"value":"\ud800"}`},
		{name: "absent", arguments: `{}`},
		{name: "panics", arguments: `{}`},
		{name: "denied", arguments: `{}`},
		{name: "cancels", arguments: `{}`},
		{name: "echo", arguments: `{"value":"a"}`, cancelled: true},
		{name: "echo", arguments: `{"value":"a"}`, failAt: "call:c1"},
		{name: "echo", arguments: `{"value":"a"}`, failAt: "result:c1"},
		{name: "echo", arguments: `{"value":"a"}`, cancelled: true, failAt: "result:c1"},
	} {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			observe := func(more ...tools.RawCall) string {
				w := newWorld(t)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				w.register(echoTool(t, "echo"))
				w.register(rawTool("denied", nothing))
				w.register(rawTool("panics", func(context.Context, *tools.Exec) (any, error) { panic("boom") }))
				w.register(rawTool("cancels", func(context.Context, *tools.Exec) (any, error) { cancel(); return "late", nil }))
				must(t, w.reg.Events.PreExecute.On(w.root, func(
					ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision],
				) (tools.Decision, error) {
					if c.Name() == "denied" {
						return tools.Deny("no"), nil
					}
					return next.Do(ctx)
				}))
				if tt.cancelled {
					cancel()
				}
				log := &fakeLog{journal: &journal{}, failAt: tt.failAt}
				var trace []string
				out, err := w.reg.Execute(ctx, &tools.Batch{
					Calls:    append([]tools.RawCall{{CallID: "c1", Name: tt.name, Arguments: tt.arguments}}, more...),
					Recorder: log,
					Trace: func(c *tools.Call, s tools.Stage) {
						if c.ID() == "c1" {
							trace = append(trace, string(s))
						}
					},
				})
				var seen []string
				for _, line := range strings.Fields(log.String()) {
					if strings.Contains(line, "c1") {
						seen = append(seen, line)
					}
				}
				if err != nil {
					bad, _ := errors.AsType[*tools.Error](err)
					return fmt.Sprint(bad.Code, bad.Message, trace, seen)
				}
				r := out.Outcomes[0].Result
				text := fmt.Sprint(r.Content().Text(), r.Value().Text(), r.IsError(), trace, seen)
				if r.IsError() {
					text += string(r.Failure().Code())
				}
				return text
			}
			lane := observe(tools.RawCall{CallID: "other", Name: "echo", Arguments: `{"value":"b"}`})
			if diff := cmp.Diff(lane, observe()); diff != "" {
				t.Errorf("the lane and the single call differ (-lane +single):\n%s", diff)
			}
		})
	}
}
