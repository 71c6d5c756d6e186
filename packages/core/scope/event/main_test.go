package event_test

import (
	"context"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
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

func (j *journal) take() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	lines := j.lines
	j.lines = nil
	return lines
}

func root(t testing.TB) *scope.Scope {
	s := scope.NewRoot("root")
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Errorf("closing: %v", err)
		}
	})
	return s
}

func keyed(t testing.TB, s *scope.Scope, label string, parent *scope.Key) *scope.Scope {
	t.Helper()
	c, err := s.Keyed(label, parent)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func child(t testing.TB, s *scope.Scope, label string) *scope.Scope {
	t.Helper()
	c, err := s.Child(label)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The waterfall most tests use: text in, text out.
type (
	fall = event.Waterfall[string, string]
	next = event.Next[string, string]
	wrap = func(context.Context, string, next) (string, error)
)

func on(t testing.TB, w *fall, s *scope.Scope, f wrap, opts ...event.Option) {
	t.Helper()
	if err := w.On(s, f, opts...); err != nil {
		t.Fatal(err)
	}
}

// tagging returns a listener that hands on and puts tag before the answer.
func tagging(tag string) wrap {
	return func(ctx context.Context, _ string, n next) (string, error) {
		out, err := n.Do(ctx)
		return tag + " " + out, err
	}
}

func body(_ context.Context, in string) (string, error) { return "<" + in + ">", nil }

func dispatch(t testing.TB, w *fall, k *scope.Key) string {
	t.Helper()
	out, err := w.Dispatch(t.Context(), k, "in", body)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
