package event_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// logged runs f and returns what it wrote to the default logger.
func logged(t *testing.T, f func()) string {
	t.Helper()
	var out bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	defer slog.SetDefault(before)
	f()
	return out.String()
}

func TestFailuresAreNeverLost(t *testing.T) {
	reporters := map[string]struct {
		report func(event.Failure)
		want   []string
	}{
		"no reporter": {nil, []string{"event=test/n", "listener=bad", "error=failed"}},
		"reporter that panics": {func(event.Failure) { panic("reporter bug") },
			[]string{"event=test/n", `listener="failure reporter"`, "reporter bug"}},
	}
	for name, tt := range reporters {
		t.Run(name, func(t *testing.T) {
			var ev struct {
				N event.Notice[int] `event:"test/n"`
			}
			must(t, event.Init(&ev, tt.report))
			s := root(t)
			heard := 0
			must(t, ev.N.On(s, func(context.Context, int) error { return errors.New("failed") },
				event.Label("bad")))
			must(t, ev.N.On(s, func(context.Context, int) error { heard++; return nil }))
			text := logged(t, func() { ev.N.Emit(t.Context(), nil, 1) })
			for _, want := range tt.want {
				if !strings.Contains(text, want) {
					t.Errorf("log %q, want %q", text, want)
				}
			}
			if heard != 1 {
				t.Errorf("the later listener ran %d times", heard)
			}
		})
	}
}

func TestEventsWithoutNameReport(t *testing.T) {
	var n event.Notice[int]
	must(t, n.On(root(t), func(context.Context, int) error { panic("boom") }, event.Label("bad")))
	text := logged(t, func() { n.Emit(t.Context(), nil, 1) })
	if !strings.Contains(text, "listener=bad") || !strings.Contains(text, "boom") {
		t.Errorf("log %q", text)
	}
}

func TestCodeOf(t *testing.T) {
	foreign := errors.New("x")
	tests := map[string]struct {
		err  error
		want event.Code
	}{
		"nil":     {nil, ""},
		"foreign": {foreign, ""},
		"own":     {&event.Error{Code: event.CodeOutput, Err: foreign}, event.CodeOutput},
		"panic":   {&event.PanicError{Value: 1}, event.CodePanic},
		"joined":  {errors.Join(foreign, &event.PanicError{Value: 1}), event.CodePanic},
		"failure": {event.Failure{Err: &event.PanicError{Value: 1}}, event.CodePanic},
	}
	for name, tt := range tests {
		if got := event.CodeOf(tt.err); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
