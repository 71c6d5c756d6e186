package event_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/google/go-cmp/cmp"
)

// Each test in this file is one row of the table of rules of a waterfall.

func TestWaterfallOrder(t *testing.T) {
	var w fall
	s := root(t)
	on(t, &w, s, tagging("a"))
	on(t, &w, s, tagging("b"))
	on(t, &w, s, tagging("front1"), event.Front())
	on(t, &w, s, tagging("c"))
	on(t, &w, s, tagging("front2"), event.Front())
	if got, want := dispatch(t, &w, nil), "front2 front1 a b c <in>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWaterfallOrderAcrossScopes(t *testing.T) {
	var w fall
	s := root(t)
	agent := keyed(t, s, "agent", nil)
	on(t, &w, agent, tagging("agent1"))
	on(t, &w, s, tagging("global"))
	on(t, &w, agent, tagging("agent2"))
	on(t, &w, s, tagging("front"), event.Front())
	if got, want := dispatch(t, &w, agent.Key()), "front agent1 global agent2 <in>"; got != want {
		t.Errorf("got %q, want %q: order is that of adding, whatever the key", got, want)
	}
}

func TestWaterfallInputIsPinned(t *testing.T) {
	var w fall
	s := root(t)
	on(t, &w, s, func(ctx context.Context, in string, n next) (string, error) {
		in = "changed" // its own copy
		out, err := n.Do(ctx)
		return out + in, err
	})
	on(t, &w, s, func(ctx context.Context, in string, n next) (string, error) {
		if in != "in" {
			t.Errorf("input %q", in)
		}
		return n.Do(ctx)
	})
	if got := dispatch(t, &w, nil); got != "<in>changed" {
		t.Errorf("got %q", got)
	}
}

func TestWaterfallContextIsTheWrappersToChoose(t *testing.T) {
	type key struct{}
	var w fall
	s := root(t)
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		return n.Do(context.WithValue(ctx, key{}, "mine"))
	})
	out, err := w.Dispatch(t.Context(), nil, "in", func(ctx context.Context, _ string) (string, error) {
		return ctx.Value(key{}).(string), nil
	})
	if out != "mine" || err != nil {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestWaterfallCancellationIsFused(t *testing.T) {
	stopped := errors.New("stopped")
	tests := map[string]struct {
		before bool // the caller is cancelled before the body begins
	}{"before": {true}, "during": {false}}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var w fall
			s := root(t)
			on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
				return n.Do(context.WithoutCancel(ctx)) // tries to shed the caller
			})
			caller, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			if tt.before {
				cancel(stopped)
			}
			_, err := w.Dispatch(caller, nil, "in", func(ctx context.Context, _ string) (string, error) {
				ctx, release := event.Fuse(ctx, caller)
				defer release()
				cancel(stopped)
				<-ctx.Done()
				return "", context.Cause(ctx)
			})
			if err != stopped {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestFuseKeepsTheWrappersCause(t *testing.T) {
	mine := errors.New("mine")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(mine)
	fused, release := event.Fuse(ctx, t.Context())
	defer release()
	if got := context.Cause(fused); got != mine {
		t.Errorf("cause %v", got)
	}
}

func TestWaterfallOwnDeadline(t *testing.T) {
	own, outer := errors.New("own deadline"), errors.New("outer deadline")
	limit := func(d time.Duration, sentinel error, answer string) wrap {
		return func(ctx context.Context, _ string, n next) (string, error) {
			limited, cancel := context.WithTimeoutCause(ctx, d, sentinel)
			defer cancel()
			out, err := n.Do(limited)
			if context.Cause(limited) == sentinel {
				return answer, nil
			}
			return out, err
		}
	}
	tests := map[string]struct {
		outer, inner time.Duration
		want         string
	}{
		"inner fires":   {time.Hour, time.Minute, "inner"},
		"outer fires":   {time.Minute, time.Hour, "outer"},
		"neither fires": {time.Hour, time.Hour, "<in>"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var w fall
				s := root(t)
				on(t, &w, s, limit(tt.outer, outer, "outer"))
				on(t, &w, s, limit(tt.inner, own, "inner"))
				out, err := w.Dispatch(t.Context(), nil, "in", func(ctx context.Context, in string) (string, error) {
					select {
					case <-ctx.Done():
						return "", ctx.Err()
					case <-time.After(30 * time.Minute):
						return body(ctx, in)
					}
				})
				if out != tt.want || err != nil {
					t.Errorf("got %q, %v; want %q", out, err, tt.want)
				}
			})
		})
	}
}

func TestWaterfallSecondDoRunsEverythingAgain(t *testing.T) {
	var w fall
	var j journal
	s := root(t)
	logging := func(tag string) wrap {
		return func(ctx context.Context, _ string, n next) (string, error) {
			j.add(tag)
			return n.Do(ctx)
		}
	}
	on(t, &w, s, logging("outer"))
	on(t, &w, s, func(ctx context.Context, in string, n next) (string, error) {
		for range 2 {
			if out, err := n.Do(ctx); err == nil {
				return out, nil
			}
		}
		return n.Do(ctx)
	}, event.Label("retry"))
	on(t, &w, s, logging("inner"))
	attempts := 0
	out, err := w.Dispatch(t.Context(), nil, "in", func(ctx context.Context, in string) (string, error) {
		j.add("final")
		if attempts++; attempts < 3 {
			return "", errors.New("not yet")
		}
		return body(ctx, in)
	})
	if out != "<in>" || err != nil {
		t.Errorf("got %q, %v", out, err)
	}
	want := []string{"outer", "inner", "final", "inner", "final", "inner", "final"}
	if diff := cmp.Diff(want, j.take()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWaterfallLateDo(t *testing.T) {
	var ev struct {
		E fall `event:"test/late"`
	}
	if err := event.Init(&ev, nil); err != nil {
		t.Fatal(err)
	}
	s := root(t)
	var kept next
	if err := ev.E.On(s, func(ctx context.Context, _ string, n next) (string, error) {
		kept = n
		return n.Do(ctx)
	}, event.Label("keeper")); err != nil {
		t.Fatal(err)
	}
	runs := 0
	final := func(context.Context, string) (string, error) { runs++; return "", nil }
	if _, err := ev.E.Dispatch(t.Context(), nil, "in", final); err != nil {
		t.Fatal(err)
	}
	out, err := kept.Do(t.Context())
	if event.CodeOf(err) != event.CodeNextLate || out != "" || runs != 1 {
		t.Errorf("got %q, %v after %d runs", out, err, runs)
	}
	want := `event test/late: "keeper": next used after its dispatch returned`
	if err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

func TestWaterfallInvalidNext(t *testing.T) {
	var zero next
	if _, err := zero.Do(t.Context()); event.CodeOf(err) != event.CodeNextInvalid {
		t.Errorf("zero: %v", err)
	}
	var w fall
	on(t, &w, root(t), func(_ context.Context, _ string, n next) (string, error) {
		//lint:ignore SA1012 a nil context is what is tested
		return n.Do(nil)
	})
	if _, err := w.Dispatch(t.Context(), nil, "in", body); event.CodeOf(err) != event.CodeNextInvalid {
		t.Errorf("nil context: %v", err)
	}
}

func TestWaterfallWithoutDoShortCircuits(t *testing.T) {
	var w fall
	s := root(t)
	on(t, &w, s, tagging("outer"))
	on(t, &w, s, func(context.Context, string, next) (string, error) { return "decided", nil })
	on(t, &w, s, func(context.Context, string, next) (string, error) {
		t.Error("ran")
		return "", nil
	})
	out, err := w.Dispatch(t.Context(), nil, "in", func(context.Context, string) (string, error) {
		t.Error("final ran")
		return "", nil
	})
	if out != "outer decided" || err != nil {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestWaterfallErrorTravelsOutwards(t *testing.T) {
	failed := errors.New("failed")
	fail := func(context.Context, string) (string, error) { return "partial", failed }
	var w fall
	s := root(t)
	on(t, &w, s, tagging("a"))
	out, err := w.Dispatch(t.Context(), nil, "in", fail)
	if err != failed || out != "a partial" {
		t.Errorf("got %q, %v; want the error as it is", out, err)
	}
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		if _, err := n.Do(ctx); err == failed {
			return "handled", nil
		}
		return "", errors.New("another error")
	})
	out, err = w.Dispatch(t.Context(), nil, "in", fail)
	if out != "a handled" || err != nil {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestWaterfallPanicIsLabelled(t *testing.T) {
	cause := errors.New("cause")
	boom := func(context.Context, string, next) (string, error) { panic(cause) }
	tests := map[string]struct {
		listeners []wrap
		final     func(context.Context, string) (string, error)
		label     string
	}{
		"outermost": {[]wrap{boom, tagging("b")}, body, "l0"},
		"innermost": {[]wrap{tagging("a"), boom}, body, "l1"},
		"final": {[]wrap{tagging("a"), tagging("b")}, func(context.Context, string) (string, error) {
			panic(cause)
		}, "final"},
		"final, nobody listens": {nil, func(context.Context, string) (string, error) {
			panic(cause)
		}, "final"},
		"after next": {[]wrap{func(ctx context.Context, _ string, n next) (string, error) {
			_, _ = n.Do(ctx)
			panic(cause)
		}, tagging("b")}, body, "l0"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var ev struct {
				E fall `event:"test/panic"`
			}
			if err := event.Init(&ev, nil); err != nil {
				t.Fatal(err)
			}
			s := root(t)
			for i, l := range tt.listeners {
				on(t, &ev.E, s, l, event.Label("l"+string(rune('0'+i))))
			}
			_, err := ev.E.Dispatch(t.Context(), nil, "in", tt.final)
			p, ok := errors.AsType[*event.PanicError](err)
			if !ok || event.CodeOf(err) != event.CodePanic {
				t.Fatalf("error %v", err)
			}
			if p.Label != tt.label || p.Event != "test/panic" || !errors.Is(p, cause) {
				t.Errorf("event %q, label %q, value %v", p.Event, p.Label, p.Value)
			}
			if !strings.Contains(string(p.Stack), "waterfall_test.go") {
				t.Errorf("the stack does not show who panicked:\n%s", p.Stack)
			}
		})
	}
}

func TestWaterfallPanicCanBeHandled(t *testing.T) {
	var w fall
	s := root(t)
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		_, err := n.Do(ctx)
		return "caught " + err.(*event.PanicError).Label, nil
	})
	on(t, &w, s, func(context.Context, string, next) (string, error) { panic("boom") })
	if got := dispatch(t, &w, nil); got != "caught root" {
		t.Errorf("got %q; the label defaults to that of the scope", got)
	}
}

func TestWaterfallNilFinal(t *testing.T) {
	var w fall
	_, err := w.Dispatch(t.Context(), nil, "in", nil)
	if p, ok := errors.AsType[*event.PanicError](err); !ok || p.Label != "final" {
		t.Errorf("error %v", err)
	}
}

func TestWaterfallZeroDecisionIsAnError(t *testing.T) {
	undecided := errors.New("no decision")
	var ev struct {
		E fall `event:"test/decide"`
	}
	if err := event.Init(&ev, nil); err != nil {
		t.Fatal(err)
	}
	w := &ev.E
	w.Check(func(out string) error {
		if out == "" {
			return undecided
		}
		return nil
	})
	s := root(t)
	on(t, w, s, func(ctx context.Context, _ string, n next) (string, error) { return n.Do(ctx) })
	empty := func(context.Context, string) (string, error) { return "", nil }
	expect := func(label string, final func(context.Context, string) (string, error)) {
		t.Helper()
		_, err := w.Dispatch(t.Context(), nil, "in", final)
		e, ok := errors.AsType[*event.Error](err)
		if !ok || e.Code != event.CodeOutput || e.Label != label || !errors.Is(err, undecided) {
			t.Errorf("error %v, want label %q", err, label)
		}
	}
	expect("final", empty)
	on(t, w, s, func(context.Context, string, next) (string, error) { return "", nil },
		event.Label("forgetful"))
	expect("forgetful", body)
	w.Check(nil)
	if out, err := w.Dispatch(t.Context(), nil, "in", body); out != "" || err != nil {
		t.Errorf("without a check: %q, %v", out, err)
	}
}

func TestWaterfallListenersAreFixedAtDispatch(t *testing.T) {
	var w fall
	s := root(t)
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		on(t, &w, s, tagging("late")) // reached by the next dispatch
		return n.Do(ctx)
	})
	for _, want := range []string{"<in>", "late <in>", "late late <in>"} {
		if got := dispatch(t, &w, nil); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWaterfallSkipsListenersOfClosingScopes(t *testing.T) {
	var w fall
	s := root(t)
	plugin := child(t, s, "plugin")
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		if err := plugin.Close(ctx); err != nil {
			t.Error(err)
		}
		return n.Do(ctx)
	})
	on(t, &w, plugin, tagging("gone"))
	on(t, &w, s, tagging("still"))
	if got := dispatch(t, &w, nil); got != "still <in>" {
		t.Errorf("got %q", got)
	}
}

func TestWaterfallSkipsFromTheBeginningOfClosing(t *testing.T) {
	var w fall
	s := scope.NewRoot("root")
	on(t, &w, s, tagging("mine"))
	if _, err := s.Defer("dispatch while closing", func(context.Context) error {
		if got := dispatch(t, &w, nil); got != "<in>" {
			t.Errorf("got %q", got)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.Len() != 0 {
		t.Errorf("%d listeners left", w.Len())
	}
}

func TestWaterfallAdmission(t *testing.T) {
	var w fall
	s := root(t)
	preset := keyed(t, s, "preset", nil)
	agent := keyed(t, s, "agent", preset.Key())
	nested := keyed(t, agent, "nested", agent.Key())
	other := keyed(t, s, "other", preset.Key())
	for _, owner := range []*scope.Scope{s, preset, agent, nested, other} {
		on(t, &w, owner, tagging(owner.Label()))
	}
	on(t, &w, child(t, other, "row"), tagging("row"))
	on(t, &w, other, tagging("everywhere"), event.Everywhere())
	tests := map[string]struct {
		key  *scope.Key
		want string
	}{
		"no key": {nil, "root everywhere <in>"},
		"preset": {preset.Key(), "root preset everywhere <in>"},
		"agent":  {agent.Key(), "root preset agent everywhere <in>"},
		"nested": {nested.Key(), "root preset agent nested everywhere <in>"},
		"other":  {other.Key(), "root preset other row everywhere <in>"},
	}
	for range 2 {
		for name, tt := range tests {
			if got := dispatch(t, &w, tt.key); got != tt.want {
				t.Errorf("%s: got %q, want %q", name, got, tt.want)
			}
		}
	}
	if err := other.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := dispatch(t, &w, agent.Key()), "root preset agent <in>"; got != want {
		t.Errorf("after closing: got %q, want %q", got, want)
	}
}

func TestWaterfallReentrancy(t *testing.T) {
	var w fall
	s := root(t)
	depth := 0
	on(t, &w, s, func(ctx context.Context, in string, n next) (string, error) {
		own := child(t, s, "own")
		on(t, &w, own, tagging("own"))
		if depth++; depth < 3 {
			if _, err := w.Dispatch(ctx, nil, in, body); err != nil {
				t.Error(err)
			}
		}
		if err := own.Close(ctx); err != nil {
			t.Error(err)
		}
		return n.Do(ctx)
	})
	if got := dispatch(t, &w, nil); got != "<in>" || depth != 3 {
		t.Errorf("got %q at depth %d", got, depth)
	}
}

func TestOnRefuses(t *testing.T) {
	var w fall
	var n event.Notice[int]
	s := root(t)
	if err := w.On(s, nil); event.CodeOf(err) != event.CodeListener {
		t.Errorf("nil listener: %v", err)
	}
	if err := n.On(nil, func(context.Context, int) error { return nil }); event.CodeOf(err) != event.CodeListener {
		t.Errorf("nil scope: %v", err)
	}
	on(t, &w, s, tagging("a"), nil) // a nil option is no option
	closed := child(t, s, "closed")
	if err := closed.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.On(closed, tagging("b")); !errors.Is(err, scope.ErrClosed) {
		t.Errorf("closed scope: %v", err)
	}
	if w.Len() != 1 || n.Len() != 0 {
		t.Errorf("listeners: %d and %d", w.Len(), n.Len())
	}
}
