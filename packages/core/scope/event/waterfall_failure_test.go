package event_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope/event"
)

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
			if !strings.Contains(string(p.Stack), "waterfall_failure_test.go") {
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
