package event_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/google/go-cmp/cmp"
)

func exit() { runtime.Goexit() }

func boom(context.Context, string) error { panic("boom") }

func exiting(context.Context, string) error {
	exit()
	return nil
}

// The events of these tests and what their failures are reported to.
type modes struct {
	Notice    event.Notice[string]         `event:"test/notice"`
	Parallel  event.Parallel[string]       `event:"test/parallel"`
	Serial    event.Serial[string, string] `event:"test/serial"`
	Broadcast event.Broadcast[string]      `event:"test/broadcast"`
	failures  []event.Failure
}

func newModes(t testing.TB) *modes {
	t.Helper()
	m := &modes{}
	if err := event.Init(m, func(f event.Failure) { m.failures = append(m.failures, f) }); err != nil {
		t.Fatal(err)
	}
	return m
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoticeContainsFailures(t *testing.T) {
	m := newModes(t)
	s := root(t)
	var j journal
	failed := errors.New("failed")
	record := func(line string, err error) func(context.Context, string) error {
		return func(_ context.Context, in string) error {
			j.add(line + " " + in)
			return err
		}
	}
	must(t, m.Notice.On(s, record("a", nil)))
	must(t, m.Notice.On(s, record("b", failed), event.Label("bad")))
	must(t, m.Notice.On(s, boom, event.Label("worse")))
	must(t, m.Notice.On(s, record("c", nil)))
	must(t, m.Notice.On(s, record("d", nil), event.Front()))
	m.Notice.Emit(t.Context(), nil, "x")
	if diff := cmp.Diff([]string{"d x", "a x", "b x", "c x"}, j.take()); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
	if len(m.failures) != 2 {
		t.Fatalf("failures %v", m.failures)
	}
	first, second := m.failures[0], m.failures[1]
	if first.Event != "test/notice" || first.Label != "bad" || first.Err != failed {
		t.Errorf("first %v", first)
	}
	if got, want := first.Error(), `event test/notice: "bad": failed`; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if p, ok := second.Err.(*event.PanicError); !ok || p.Label != "worse" || p.Value != "boom" {
		t.Errorf("second %v", second)
	}
	if got, want := second.Error(), `event test/notice: "worse": panic: boom`; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if !errors.Is(first, failed) {
		t.Error("the cause is lost")
	}
}

func TestNoticeFiltersAndSkips(t *testing.T) {
	m := newModes(t)
	s := root(t)
	agent := keyed(t, s, "agent", nil)
	other := keyed(t, s, "other", nil)
	var j journal
	for _, owner := range []*scope.Scope{s, agent, other} {
		must(t, m.Notice.On(owner, func(ctx context.Context, in string) error {
			j.add(owner.Label())
			return other.Close(ctx) // at once, whoever is first
		}))
	}
	m.Notice.Emit(t.Context(), nil, "x")
	m.Notice.Emit(t.Context(), agent.Key(), "x")
	m.Notice.Emit(t.Context(), other.Key(), "x")
	if diff := cmp.Diff([]string{"root", "root", "agent", "root"}, j.take()); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
}

func TestParallelRunsAllAndJoinsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newModes(t)
		s := root(t)
		e1, e3 := errors.New("one"), errors.New("three")
		listen := func(d time.Duration, err error, opts ...event.Option) {
			must(t, m.Parallel.On(s, func(context.Context, string) error {
				time.Sleep(d)
				return err
			}, opts...))
		}
		listen(3*time.Second, e1)
		listen(2*time.Second, nil)
		listen(1*time.Second, e3)
		must(t, m.Parallel.On(s, boom, event.Label("bad")))
		must(t, m.Parallel.On(s, exiting, event.Label("exits")))
		start := time.Now()
		err := m.Parallel.Dispatch(t.Context(), nil, "x")
		if got := time.Since(start); got != 3*time.Second {
			t.Errorf("took %v, want that of the slowest", got)
		}
		want := "one\nthree\nevent test/parallel: \"bad\": panic: boom\n" +
			"event test/parallel: \"exits\": the listener ended its goroutine instead of returning"
		if err == nil || err.Error() != want {
			t.Errorf("error\n%v\nwant\n%v", err, want)
		}
		if !errors.Is(err, e1) || !errors.Is(err, e3) {
			t.Error("a cause is lost")
		}
	})
}

func TestParallelWithoutListeners(t *testing.T) {
	m := newModes(t)
	s := root(t)
	agent := keyed(t, s, "agent", nil)
	must(t, m.Parallel.On(agent, func(context.Context, string) error { return errors.New("x") }))
	if err := m.Parallel.Dispatch(t.Context(), nil, "x"); err != nil {
		t.Error(err)
	}
}

func TestSerialStopsAtTheFirstAnswer(t *testing.T) {
	m := newModes(t)
	s := root(t)
	agent := keyed(t, s, "agent", nil)
	failed := errors.New("failed")
	var j journal
	answer := func(owner *scope.Scope, label, out string, ok bool, err error) {
		must(t, m.Serial.On(owner, func(context.Context, string) (string, bool, error) {
			j.add(label)
			return out, ok, err
		}, event.Label(label)))
	}
	out, ok, err := m.Serial.Dispatch(t.Context(), nil, "x")
	if out != "" || ok || err != nil {
		t.Errorf("nobody: %q %v %v", out, ok, err)
	}
	answer(s, "a", "ignored", false, nil)
	answer(agent, "b", "yes", true, nil)
	answer(s, "c", "ignored", true, failed)
	answer(s, "d", "never", true, nil)
	out, ok, err = m.Serial.Dispatch(t.Context(), agent.Key(), "x")
	if out != "yes" || !ok || err != nil {
		t.Errorf("agent: %q %v %v", out, ok, err)
	}
	out, ok, err = m.Serial.Dispatch(t.Context(), nil, "x")
	if out != "" || ok || err != failed {
		t.Errorf("global: %q %v %v", out, ok, err)
	}
	if diff := cmp.Diff([]string{"a", "b", "a", "c"}, j.take()); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestSerialPanics(t *testing.T) {
	m := newModes(t)
	s := root(t)
	must(t, m.Serial.On(s, func(context.Context, string) (string, bool, error) { panic("boom") },
		event.Label("bad")))
	out, ok, err := m.Serial.Dispatch(t.Context(), nil, "x")
	if p, is := errors.AsType[*event.PanicError](err); !is || p.Label != "bad" || out != "" || ok {
		t.Errorf("%q %v %v", out, ok, err)
	}
}

func TestBroadcastReachesAllUntilOneFails(t *testing.T) {
	m := newModes(t)
	s := root(t)
	agent := keyed(t, s, "agent", nil)
	other := keyed(t, s, "other", nil)
	failed := errors.New("failed")
	var j journal
	var fail error
	for _, owner := range []*scope.Scope{s, agent, other} {
		must(t, m.Broadcast.On(owner, func(context.Context, string) error {
			j.add(owner.Label())
			if owner == agent {
				return fail
			}
			return nil
		}))
	}
	if err := m.Broadcast.Emit(t.Context(), "x"); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"root", "agent", "other"}, j.take()); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
	fail = failed
	if err := m.Broadcast.Emit(t.Context(), "x"); err != failed {
		t.Errorf("error %v, want the listener's own", err)
	}
	if diff := cmp.Diff([]string{"root", "agent"}, j.take()); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
	must(t, agent.Close(t.Context()))
	must(t, m.Broadcast.On(s, boom, event.Front()))
	err := m.Broadcast.Emit(t.Context(), "x")
	if event.CodeOf(err) != event.CodePanic || len(j.take()) != 0 {
		t.Errorf("error %v", err)
	}
	if len(m.failures) != 0 {
		t.Errorf("reported: %v", m.failures)
	}
}

func TestBroadcastOptionsAreNotOverwritten(t *testing.T) {
	var b event.Broadcast[int]
	s := root(t)
	opts := append(make([]event.Option, 0, 4), event.Label("mine"))
	must(t, b.On(s, func(context.Context, int) error { return nil }, opts...))
	if spare := opts[:2]; spare[1] != nil {
		t.Error("the caller's slice was written to")
	}
}

func TestClosingListenersArePassedOverInEveryMode(t *testing.T) {
	m := newModes(t)
	s := root(t)
	var j journal
	var plugin *scope.Scope
	open := func() {
		plugin = child(t, s, "plugin")
		heard := func(context.Context, string) error { j.add("heard"); return nil }
		must(t, m.Notice.On(plugin, heard))
		must(t, m.Broadcast.On(plugin, heard))
		must(t, m.Parallel.On(plugin, heard))
		must(t, m.Serial.On(plugin, func(context.Context, string) (string, bool, error) {
			j.add("asked")
			return "", true, nil
		}))
		if _, err := plugin.Defer("dispatch", func(ctx context.Context) error {
			m.Notice.Emit(ctx, nil, "x")
			_, answered, err := m.Serial.Dispatch(ctx, nil, "x")
			if answered {
				t.Error("answered")
			}
			return errors.Join(err, m.Broadcast.Emit(ctx, "x"), m.Parallel.Dispatch(ctx, nil, "x"))
		}); err != nil {
			t.Fatal(err)
		}
	}
	open()
	must(t, plugin.Close(t.Context()))
	if lines := j.take(); len(lines) > 0 {
		t.Errorf("heard while closing: %q", lines)
	}
}
