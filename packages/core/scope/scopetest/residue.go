package scopetest

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Counter is anything that can say how many things are left in it: layers, slots,
// events.
type Counter interface{ Len() int }

// Root returns a root scope that is closed when the test ends. The test fails if
// closing fails.
func Root(t testing.TB) *scope.Scope {
	t.Helper()
	s := scope.NewRoot(t.Name())
	t.Cleanup(func() { Close(t, s) })
	return s
}

// Close closes s and fails the test if that fails or leaves s anything but
// closed.
func Close(t testing.TB, s *scope.Scope) {
	t.Helper()
	if err := s.Close(context.Background()); err != nil {
		t.Errorf("closing %s: %v", s.Path(), err)
	}
	if s.State() != scope.Closed {
		t.Errorf("%s is not closed", s.Path())
	}
}

// NoResidue fails the test if anything is left in one of the counters.
func NoResidue(t testing.TB, counters ...Counter) {
	t.Helper()
	for _, c := range counters {
		if n := c.Len(); n != 0 {
			t.Errorf("%T: %d left, want 0", c, n)
		}
	}
}
