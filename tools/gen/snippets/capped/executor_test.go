package capped_test

import (
	"errors"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/tools/gen/snippets/capped"
)

// show: contract
func TestContract(t *testing.T) {
	testkit.TestExecutor(t, func(reg *tools.Registry) (tools.Executor, error) {
		return &capped.Executor{Registry: reg, Max: 1000}, nil
	})
}

// end: contract

// show: test
func TestTooManyCalls(t *testing.T) {
	k := testkit.New(t)
	k.Register(testkit.Echo("echo"))
	agent, s := k.Agent("a", nil)
	k.Mount(s, &capped.Executor{Registry: k.Registry, Max: 1}) // nearer than the kit's own
	_, err := k.Registry.Execute(t.Context(), &tools.Batch{Agent: agent, Calls: testkit.Calls("echo", "{}", "echo", "{}")})
	if refused, ok := errors.AsType[*tools.Error](err); !ok || refused.Code != capped.CodeTooMany {
		t.Errorf("got %v", err)
	}
}

// end: test
