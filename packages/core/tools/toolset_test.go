package tools_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/tools"
)

func always(context.Context, tools.Activation) (bool, error) { return true, nil }

func TestConditions(t *testing.T) {
	for _, tt := range []struct {
		name string
		when tools.Condition
		code string
	}{
		{"holds", always, ""},
		{"fails", func(context.Context, tools.Activation) (bool, error) { return true, errors.New("no key") }, "TOOL_ACTIVATION_FAILED"},
		{"panics", func(context.Context, tools.Activation) (bool, error) { panic("when") }, "TOOL_ACTIVATION_FAILED"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.register(rawTool("cond", nothing), tools.When(tt.when))
			set, err := w.reg.Resolve(t.Context(), tools.Activation{})
			if got := codeOf(err); got != tt.code {
				t.Fatalf("got %v, want code %q", err, tt.code)
			}
			if err != nil {
				return
			}
			if _, ok := w.reg.Executable("cond", nil, set); !ok {
				t.Error("the admitted tool is not executable")
			}
			if _, ok := w.reg.Executable("cond", nil, nil); ok {
				t.Error("a conditional tool is executable without a set")
			}
		})
	}
}

// The first failing condition cancels the ones that still run.
func TestFailingConditionCancelsTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		cancelled := false
		w.register(rawTool("slow", nothing), tools.When(func(ctx context.Context, _ tools.Activation) (bool, error) {
			<-ctx.Done()
			cancelled = true
			return false, ctx.Err()
		}))
		w.register(rawTool("bad", nothing), tools.When(func(context.Context, tools.Activation) (bool, error) {
			return false, errors.New("broken")
		}))
		_, err := w.reg.Resolve(t.Context(), tools.Activation{})
		if codeOf(err) != "TOOL_ACTIVATION_FAILED" || !cancelled {
			t.Errorf("got %v, other condition cancelled: %v", err, cancelled)
		}
	})
}

func TestCancelledResolve(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	w.register(rawTool("cond", nothing), tools.When(func(ctx context.Context, _ tools.Activation) (bool, error) {
		cancel()
		return false, ctx.Err()
	}))
	if _, err := w.reg.Resolve(ctx, tools.Activation{}); codeOf(err) != "RESOLVE_CANCELLED" {
		t.Errorf("got %v, want RESOLVE_CANCELLED", err)
	}
}

func TestSetAdmitsOriginalRegistrations(t *testing.T) {
	w := newWorld(t)
	undo := w.register(rawTool("tool", nothing))
	agent, s := w.agent("a", nil)
	other, _ := w.agent("b", nil)
	set, err := w.reg.Resolve(t.Context(), tools.Activation{Agent: agent})
	must(t, err)
	call := func(a *tools.Agent) (string, error) {
		out, err := w.reg.Execute(t.Context(), &tools.Batch{
			Calls: []tools.RawCall{{CallID: "1", Name: "tool"}}, Agent: a, Set: set,
		})
		if err != nil {
			return "", err
		}
		if f := out.Outcomes[0].Result.Failure(); f != nil {
			return string(f.Code()), nil
		}
		return "ok", nil
	}
	check := func(what, want string) {
		t.Helper()
		if got, err := call(agent); err != nil || got != want {
			t.Errorf("%s: got %q %v, want %q", what, got, err, want)
		}
	}
	check("admitted", "ok")
	lift, err := w.reg.Restrict(s, tools.Restriction{Deny: []string{"tool"}})
	must(t, err)
	check("restricted", "UNKNOWN_TOOL")
	must(t, lift(t.Context()))
	check("restriction lifted", "ok")
	must(t, undo(t.Context()))
	check("unregistered", "UNKNOWN_TOOL")
	w.register(rawTool("tool", nothing))
	check("replaced", "UNKNOWN_TOOL")
	if _, err := call(other); codeOf(err) != "TOOL_SET_FOREIGN" {
		t.Errorf("another agent's batch: got %v, want TOOL_SET_FOREIGN", err)
	}
	set.Release()
	if _, err := call(agent); codeOf(err) != "TOOL_SET_RELEASED" {
		t.Errorf("released set: got %v, want TOOL_SET_RELEASED", err)
	}
}
