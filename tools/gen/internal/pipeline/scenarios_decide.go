package pipeline

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type nextDecision = event.Next[*tools.Call, tools.Decision]

func plainScenarios() []scenario {
	return []scenario{
		{name: "success", shows: "Nothing interferes: the call is decided, run, rendered and published."},
		{
			name: "unknown name", shows: "Policy sees the call like any other; the lookup before the body ends it.",
			calls: []tools.RawCall{{CallID: "1", Name: "nobody", Arguments: "{}"}},
		},
		{
			name: "invalid arguments", shows: "The tool's own checks refuse the arguments; the body is not entered.",
			calls: []tools.RawCall{{CallID: "1", Name: "probe", Arguments: `{"n": "one"}`}},
		},
		{
			name: "lossy arguments", shows: "Arguments that JSON cannot carry exactly end the call before any policy.",
			calls: []tools.RawCall{{CallID: "1", Name: "probe", Arguments: `{"n": 1e999}`}},
		},
	}
}

// deciding mounts a policy that always answers in one way.
func deciding(d tools.Decision, err error) func(*world) error {
	return func(w *world) error {
		return errors.Join(w.with(nil), w.pre(
			func(context.Context, *tools.Call, nextDecision) (tools.Decision, error) { return d, err }))
	}
}

// asking mounts a policy that asks, and an approver unless answer is nil.
func asking(answer func(w *world) (tools.Approval, error)) func(*world) error {
	return func(w *world) error {
		err := deciding(tools.Ask("sure?"), nil)(w)
		if answer == nil {
			return err
		}
		return errors.Join(err, w.approver(func() (tools.Approval, error) { return answer(w) }))
	}
}

func answering(a tools.Approval) func(*world) error {
	return asking(func(*world) (tools.Approval, error) { return a, nil })
}

func decisionScenarios() []scenario {
	return []scenario{
		{name: "policy denies", shows: "The reason becomes the failure; post policy still looks at it.",
			arrange: deciding(tools.Deny("not today"), nil)},
		{name: "policy gives no decision", shows: "The zero decision denies.",
			arrange: deciding(tools.Decision{}, nil)},
		{name: "policy fails", shows: "A failing policy is final for the call: post policy is skipped.",
			arrange: deciding(tools.Decision{}, errors.New("the gate fell over"))},
		{name: "ask granted", shows: "Somebody allows this one call.",
			arrange: answering(tools.ApprovalAllowedOnce)},
		{name: "ask rejected", shows: "Somebody says no.", arrange: answering(tools.ApprovalRejected)},
		{name: "ask unavailable", shows: "An approval service is there, but nobody who answers.",
			arrange: answering(tools.ApprovalUnavailable)},
		{name: "ask without approver", shows: "There is no approval service: the question denies.",
			arrange: asking(nil)},
		{name: "approver fails", shows: "A failing approval service is final for the call.",
			arrange: asking(func(*world) (tools.Approval, error) { return 0, errors.New("the line is dead") })},
		{name: "ask withdrawn", shows: "The caller is cancelled while the question is open.",
			arrange: asking(func(w *world) (tools.Approval, error) {
				w.cancel()
				return tools.ApprovalCancelled, nil
			})},
		{name: "guard passes", shows: "A guard has nothing against an allowed call.",
			arrange: guarding(func(*tools.Call) (string, bool) { return "", false })},
		{name: "guard denies", shows: "A guard refuses what policy allowed.",
			arrange: guarding(func(*tools.Call) (string, bool) { return "guarded", true })},
		{name: "guard panics", shows: "A panicking guard is contained and final for the call.",
			arrange: guarding(func(*tools.Call) (string, bool) { panic("guard broke") })},
	}
}

func guarding(g tools.Guard) func(*world) error {
	return func(w *world) error {
		_, err := w.reg.Guard(w.root, g)
		return errors.Join(err, w.with(nil))
	}
}
