package testkit

import (
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/goleak"
)

// CheckLeaks fails the test if, at its end, goroutines run that did not run when
// CheckLeaks was called. It must not be used in tests that run in parallel with
// others; a package's TestMain can use goleak itself.
func CheckLeaks(tb testing.TB) {
	tb.Helper()
	before := goleak.IgnoreCurrent()
	tb.Cleanup(func() {
		if err := goleak.Find(before); err != nil {
			tb.Error(err)
		}
	})
}

// CheckResidue fails the test if anything is still registered: listeners of any
// event, tools that the keys see (global ones always), an executor.
func CheckResidue(tb testing.TB, reg *tools.Registry, keys ...*scope.Key) {
	tb.Helper()
	ev := &reg.Events
	for _, e := range []struct {
		name string
		n    int
	}{
		{ev.PreExecute.Name(), ev.PreExecute.Len()},
		{ev.Execute.Name(), ev.Execute.Len()},
		{ev.PostExecute.Name(), ev.PostExecute.Len()},
		{ev.Result.Name(), ev.Result.Len()},
		{ev.Progress.Name(), ev.Progress.Len()},
		{ev.Change.Name(), ev.Change.Len()},
	} {
		if e.n != 0 {
			tb.Errorf("%d listeners of %s are left", e.n, e.name)
		}
	}
	for _, key := range append(keys, nil) {
		for _, r := range reg.Definitions(key, nil) {
			tb.Errorf("tool %q is left", r.Name())
		}
		agent := &tools.Agent{Key: key}
		if _, err := reg.Describe(tb.Context(), agent, nil); err == nil {
			tb.Errorf("an executor is left")
		}
	}
}
