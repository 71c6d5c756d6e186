package tools_test

import (
	"context"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
)

func pausingTool(t testing.TB, pause time.Duration) tools.Definition {
	t.Helper()
	d, err := tools.Define(tools.Tool[echoIn, string]{
		Name: "pause", Description: "Waits and returns what it was given.",
		Execute: func(_ context.Context, _ *tools.Exec, in echoIn) (string, error) {
			if pause > 0 {
				time.Sleep(pause)
			}
			return in.Value, nil
		},
		ConcurrencySafe: func(echoIn) bool { return true },
	})
	must(t, err)
	return d
}
