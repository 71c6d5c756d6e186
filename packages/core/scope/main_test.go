package scope_test

import (
	"context"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// journal records what happens, in order.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}

func (j *journal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string(nil), j.lines...)
}

// undo returns an undo that records line and returns err.
func (j *journal) undo(line string, err error) scope.Undo {
	return func(context.Context) error {
		j.add(line)
		return err
	}
}

func mustChild(t testing.TB, s *scope.Scope, label string) *scope.Scope {
	t.Helper()
	c, err := s.Child(label)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustKeyed(t testing.TB, s *scope.Scope, label string, parent *scope.Key) *scope.Scope {
	t.Helper()
	c, err := s.Keyed(label, parent)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustDefer(t testing.TB, s *scope.Scope, label string, u scope.Undo) scope.Undo {
	t.Helper()
	undo, err := s.Defer(label, u)
	if err != nil {
		t.Fatal(err)
	}
	return undo
}

func mustGo(t testing.TB, s *scope.Scope, label string, f func(context.Context)) {
	t.Helper()
	if err := s.Go(label, f); err != nil {
		t.Fatal(err)
	}
}
