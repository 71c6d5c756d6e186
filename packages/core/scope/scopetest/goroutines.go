package scopetest

import (
	"testing"

	"go.uber.org/goleak"
)

// Goroutines fails the test if it ends with goroutines that were not there when
// Goroutines was called. It waits a moment for those that are about to end. Do
// not use it in parallel tests, which cannot tell whose goroutine one is.
func Goroutines(t testing.TB) {
	t.Helper()
	t.Cleanup(goroutines(t, "test"))
}

func goroutines(t testing.TB, name string) (check func()) {
	present := goleak.IgnoreCurrent()
	return func() {
		t.Helper()
		if err := goleak.Find(present); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
