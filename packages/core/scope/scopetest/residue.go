package scopetest

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Counter can say how many things are left in it. Layers, slots, lists and events
// are counters.
type Counter interface{ Len() int }

// Root returns a root scope named after the test. When the test ends it is closed
// with [Close].
func Root(t testing.TB) *scope.Scope {
	t.Helper()
	s := scope.NewRoot(t.Name())
	t.Cleanup(func() { Close(t, s) })
	return s
}

// Close closes s and fails the test if that returns an error, or leaves s other
// than closed and empty.
func Close(t testing.TB, s *scope.Scope) {
	t.Helper()
	// The context of the test is over when its cleanups run.
	if err := s.Close(context.Background()); err != nil {
		t.Errorf("closing %s: %v", s.Path(), err)
	}
	if now := s.Status(); now.State != scope.Closed || len(now.Held) > 0 {
		t.Errorf("%s is not closed and empty:\n%s", s.Path(), now)
	}
}

// NoResidue fails the test if anything is left in one of the counters.
func NoResidue(t testing.TB, counters ...Counter) {
	t.Helper()
	for i, c := range counters {
		if n := c.Len(); n != 0 {
			t.Errorf("counter %d, a %T: %d left, want 0", i, c, n)
		}
	}
}

// Cleanup checks that closing the scope takes back all that install does. It
// calls install with a child of a root, with a keyed scope, and with a keyed
// scope that it closes with a context that is done, and expects each time that
// closing succeeds, that the counters are back where they were, and that no
// goroutine is left.
func Cleanup(t testing.TB, install func(*scope.Scope) error, counters ...Counter) {
	t.Helper()
	done, cancel := context.WithCancel(context.Background())
	cancel()
	cleanup(t, "child", (*scope.Scope).Child, context.Background(), install, counters)
	cleanup(t, "keyed", keyed, context.Background(), install, counters)
	cleanup(t, "keyed, closed in haste", keyed, done, install, counters)
}

func keyed(s *scope.Scope, label string) (*scope.Scope, error) { return s.Keyed(label, nil) }

func cleanup(
	t testing.TB, name string, open func(*scope.Scope, string) (*scope.Scope, error),
	ctx context.Context, install func(*scope.Scope) error, counters []Counter,
) {
	t.Helper()
	check := goroutines(t, name)
	root := scope.NewRoot(name)
	s, err := open(root, "contributor")
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	before := count(counters)
	if err := install(s); err != nil {
		t.Errorf("%s: install: %v", name, err)
	}
	if err := s.Close(ctx); err != nil {
		t.Errorf("%s: close: %v", name, err)
	}
	for i, after := range count(counters) {
		if after != before[i] {
			t.Errorf("%s: counter %d, a %T: %d, want %d as before", name, i, counters[i], after, before[i])
		}
	}
	Close(t, root)
	check()
}

func count(counters []Counter) []int {
	n := make([]int, len(counters))
	for i, c := range counters {
		n[i] = c.Len()
	}
	return n
}
