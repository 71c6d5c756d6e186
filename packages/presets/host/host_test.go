package host_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/host"
	"go.uber.org/fx"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// logged is a part whose plugins write what happens to them.
func logged(log *[]string, names ...string) presets.Part {
	var options []fx.Option
	for _, name := range names {
		options = append(options, plugin.Provide(func() plugin.Plugin {
			return plugin.Of(name, func(_ context.Context, s *scope.Scope, c struct{ Fail bool }) error {
				*log = append(*log, "install "+name)
				if c.Fail {
					return errors.New("out of order")
				}
				_, err := s.Defer(name, func(context.Context) error {
					*log = append(*log, "undo "+name)
					return nil
				})
				return err
			})
		}))
	}
	return presets.Part{Name: strings.Join(names, "+"), Option: fx.Options(options...)}
}

func rows(names ...string) []presets.Row {
	list := make([]presets.Row, len(names))
	for i, n := range names {
		list[i] = presets.Row{Plugin: n}
	}
	return list
}

func TestRowsAreMountedInOrderAndUndoneInReverse(t *testing.T) {
	var log []string
	p := presets.Preset{ID: "p", Parts: []presets.Part{logged(&log, "a", "b", "c")}, Shared: rows("c", "a"), Agent: rows("b")}
	h, err := host.Start(t.Context(), p, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.NewAgent(t.Context(), "1", "", nil); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []string{"install c", "install a", "install b", "undo b", "undo a", "undo c"}
	if !slices.Equal(log, want) {
		t.Errorf("got %v, want %v", log, want)
	}
}

func TestFailingRowTakesTheEarlierOnesDown(t *testing.T) {
	var log []string
	p := presets.Preset{ID: "p", Parts: []presets.Part{logged(&log, "a", "b", "c")}, Shared: []presets.Row{
		{Plugin: "a"}, {Plugin: "b", Config: []byte(`{"Fail": true}`)}, {Plugin: "c"},
	}}
	_, err := host.Start(t.Context(), p, host.Options{})
	if err == nil || !strings.Contains(err.Error(), `plugin "b"`) || !strings.Contains(err.Error(), "out of order") {
		t.Errorf("got %v, want the failing row by name", err)
	}
	if want := []string{"install a", "install b", "undo a"}; !slices.Equal(log, want) {
		t.Errorf("got %v, want %v", log, want)
	}
}

func TestRefusedCompositions(t *testing.T) {
	var log []string
	part := logged(&log, "a", "b")
	for _, tt := range []struct {
		name   string
		preset presets.Preset
		want   string
	}{
		{"unknown plugin", presets.Preset{ID: "p", Parts: []presets.Part{part}, Shared: rows("x")}, "linked are: a, b"},
		{"row twice", presets.Preset{ID: "p", Parts: []presets.Part{part}, Shared: rows("a", "a")}, "keep one row"},
		{"plugin twice", presets.Preset{ID: "p", Parts: []presets.Part{part, logged(&log, "a")}}, `two parts provide a plugin named "a"`},
		{"bad configuration", presets.Preset{ID: "p", Parts: []presets.Part{part}, Shared: []presets.Row{{Plugin: "a", Config: []byte(`{"Fali":true}`)}}}, "Fali"},
		{"missing service", presets.Preset{ID: "p", Parts: []presets.Part{{Name: "x", Option: plugin.Provide(func(*time.Location) plugin.Plugin { return plugin.Plugin{} })}}}, "missing type"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := host.Start(t.Context(), tt.preset, host.Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestFailedAgentLeavesNothing(t *testing.T) {
	var log []string
	p := presets.Preset{ID: "p", Parts: []presets.Part{logged(&log, "a")}, Agent: rows("a")}
	h, err := host.Start(t.Context(), p, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.NewAgent(t.Context(), "1", "", func(context.Context, *host.Agent) error { return errors.New("no") }); err == nil {
		t.Error("the failing setup was ignored")
	}
	if want := []string{"install a", "undo a"}; !slices.Equal(log, want) {
		t.Errorf("got %v, want %v", log, want)
	}
	if err := h.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// A row's work that ignores its end is given up on after the stop timeout.
func TestStopTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		hanging := presets.Part{Name: "h", Option: plugin.Provide(func() plugin.Plugin {
			return plugin.Of("hanging", func(_ context.Context, s *scope.Scope, _ struct{}) error {
				return s.Go("worker", func(context.Context) { <-release })
			})
		})}
		h, err := host.Start(t.Context(), presets.Preset{ID: "p", Parts: []presets.Part{hanging}, Shared: rows("hanging")}, host.Options{StopTimeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Close(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the deadline", err)
		}
		close(release)
		synctest.Wait()
	})
}

// Agents inherit what the preset mounted, and see only their own registrations
// beside it.
func TestAgentsInheritThePreset(t *testing.T) {
	h, err := host.Start(t.Context(), presets.Preset{ID: "p"}, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close(t.Context())
	own, err := tools.Define(tools.Tool[struct{}, string]{
		Name: "own", Description: "Own.",
		Execute: func(context.Context, *tools.Exec, struct{}) (string, error) { return "", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.NewAgent(t.Context(), "a", "/w", func(_ context.Context, a *host.Agent) error {
		_, err := h.Tools.Register(a.Scope, own)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := h.NewAgent(t.Context(), "b", "/w", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := h.Tools.Get("own", a.Identity.Key, nil); !ok {
		t.Error("the agent does not see its own tool")
	}
	if _, ok := h.Tools.Get("own", b.Identity.Key, nil); ok {
		t.Error("another agent sees it too")
	}
}
