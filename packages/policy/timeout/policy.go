package timeout

import (
	"context"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// CodeTimeout is the code of a call whose declared budget ran out (R59).
const CodeTimeout tools.Code = "TOOL_TIMEOUT"

// Install mounts the policy over the key of s until s closes.
func Install(s *scope.Scope, registry *tools.Registry) error {
	return registry.Events.Execute.On(s, enforce, event.Label("timeout"))
}

func enforce(
	ctx context.Context, c *tools.Call, next event.Next[*tools.Call, *tools.Result],
) (*tools.Result, error) {
	budget := c.Timeout()
	if budget == 0 {
		return next.Do(ctx)
	}
	expired := &Expired{Code: string(CodeTimeout), After: budget}
	limited, cancel, err := arm(ctx, expired)
	if err != nil {
		return nil, fmt.Errorf("tool %q: %w", c.Name(), err)
	}
	defer cancel()
	result, err := next.Do(limited)
	if context.Cause(limited) == error(expired) { // ours fired; the body has settled
		return tools.Fail(timedOut(budget)), nil
	}
	return result, err
}

func timedOut(after time.Duration) error {
	return &tools.Error{
		Name: "ToolTimeoutError", Code: CodeTimeout,
		Message: fmt.Sprintf("tool call timed out after %vms", float64(after)/float64(time.Millisecond)),
	}
}
