package scopetest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/scope/scopetest"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// recorder is a test that records instead of failing.
type recorder struct {
	testing.TB
	failures []string
	cleanups []func()
}

func record(t *testing.T) *recorder  { return &recorder{TB: t} }
func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) end() {
	for _, f := range r.cleanups {
		f()
	}
}

// expect compares the failures by a part of each.
func (r *recorder) expect(parts ...string) {
	r.TB.Helper()
	if len(r.failures) != len(parts) {
		r.TB.Errorf("failures %q, want %q", r.failures, parts)
		return
	}
	for i, part := range parts {
		if !strings.Contains(r.failures[i], part) {
			r.TB.Errorf("failure %q, want %q", r.failures[i], part)
		}
	}
}

func TestRoot(t *testing.T) {
	r := record(t)
	s := scopetest.Root(r)
	var j scopetest.Journal
	if _, err := s.Defer("a", j.Undo("a")); err != nil {
		t.Fatal(err)
	}
	r.end()
	r.expect()
	if s.State() != scope.Closed || !cmp.Equal(j.Lines(), []string{"a"}) {
		t.Errorf("state %v, undone %q", s.State(), j.Lines())
	}
	r = record(t)
	s = scopetest.Root(r)
	_, err := s.Defer("bad", func(context.Context) error { return errors.New("failed") })
	if err != nil {
		t.Fatal(err)
	}
	r.end()
	r.expect("bad\": failed")
}

func TestCleanup(t *testing.T) {
	var n event.Notice[int]
	var layers scope.Layers[scope.List[int]]
	good := func(s *scope.Scope) error {
		err := n.On(s, func(context.Context, int) error { return nil })
		if err != nil {
			return err
		}
		add := func(l *scope.List[int]) (func(), func() bool, error) { return l.Add(1), nil, nil }
		_, err = layers.Edit(t.Context(), s, "add", add, nil)
		if err != nil {
			return err
		}
		return s.Go("wait", func(ctx context.Context) { <-ctx.Done() })
	}
	scopetest.Cleanup(t, good, &n, &layers)
	scopetest.NoResidue(t, &n, &layers)
}

func TestCleanupFindsResidue(t *testing.T) {
	var left scope.List[int]
	failed := errors.New("failed")
	tests := map[string]struct {
		install func(*scope.Scope) error
		want    []string
	}{
		"residue": {
			func(*scope.Scope) error { left.Add(1); return nil },
			[]string{"1, want 0", "2, want 1", "3, want 2"},
		},
		"install": {
			func(*scope.Scope) error { return failed },
			[]string{"child: install: failed", "keyed: install: failed", "haste: install: failed"},
		},
		"close": {
			func(s *scope.Scope) error {
				_, err := s.Defer("bad", func(context.Context) error { return failed })
				return err
			},
			[]string{"child: close: ", "keyed: close: ", "haste: close: "},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := record(t)
			scopetest.Cleanup(r, tt.install, &left)
			r.expect(tt.want...)
		})
	}
	r := record(t)
	scopetest.NoResidue(r, &left)
	r.expect("3 left, want 0")
}

func TestGoroutines(t *testing.T) {
	r := record(t)
	scopetest.Goroutines(r)
	stop := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-stop
	}()
	r.end()
	r.expect("found unexpected goroutines")
	close(stop)
	<-stopped
	r = record(t)
	scopetest.Goroutines(r)
	r.end()
	r.expect()
}

func TestJournal(t *testing.T) {
	var j scopetest.Journal
	j.Add("a")
	j.Add("b")
	if diff := cmp.Diff([]string{"a", "b"}, j.Take()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(j.Lines()) != 0 {
		t.Errorf("left: %q", j.Lines())
	}
}
