package event_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

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
		in += " changed" // its own copy
		out, err := n.Do(ctx)
		return out + in, err
	})
	on(t, &w, s, func(ctx context.Context, in string, n next) (string, error) {
		if in != "in" {
			t.Errorf("input %q", in)
		}
		return n.Do(ctx)
	})
	if got := dispatch(t, &w, nil); got != "<in>in changed" {
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
	out, err := w.Dispatch(t.Context(), nil, "in", func(
		ctx context.Context, _ string,
	) (string, error) {
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
				out, err := w.Dispatch(t.Context(), nil, "in", func(
					ctx context.Context, in string,
				) (string, error) {
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
	out, err := w.Dispatch(t.Context(), nil, "in", func(
		ctx context.Context, in string,
	) (string, error) {
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
		var none context.Context // what is tested
		return n.Do(none)
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
