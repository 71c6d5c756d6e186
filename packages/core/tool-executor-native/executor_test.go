package native_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDescribeDeclaresWhatMayBeCalled(t *testing.T) {
	reg, root := mounted(t, native.Config{})
	register(t, reg, root, "plain", func(context.Context) {})
	always := func(context.Context, tools.Activation) (bool, error) { return true, nil }
	register(t, reg, root, "conditional", func(context.Context) {}, tools.When(always))
	d, err := reg.Describe(t.Context(), nil, nil)
	if err != nil || len(d.Tools) != 1 || d.Tools[0].Name != "plain" || len(d.Sections) != 0 {
		t.Errorf("without a set: got %+v, %v; want plain alone", d, err)
	}
	set, err := reg.Resolve(t.Context(), tools.Activation{})
	if err != nil {
		t.Fatal(err)
	}
	if d, err = reg.Describe(t.Context(), nil, set); err != nil || len(d.Tools) != 2 {
		t.Errorf("with a set: got %+v, %v; want both", d, err)
	}
}

// What is loaded late is declared only where nobody finds it (R12), and may be
// called either way.
func TestLateToolsAreLeftOut(t *testing.T) {
	reg, root := mounted(t, native.Config{})
	define := func(d tools.Tool[struct{}, string]) {
		d.Execute = func(context.Context, *tools.Exec, struct{}) (string, error) { return "ran", nil }
		whole, err := tools.Define(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reg.Register(root, whole); err != nil {
			t.Fatal(err)
		}
	}
	define(tools.Tool[struct{}, string]{Name: "late", DeferLoading: true})
	declared := func() (names []string) {
		d, err := reg.Describe(t.Context(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range d.Tools {
			names = append(names, tool.Name)
		}
		return names
	}
	if got := declared(); !slices.Equal(got, []string{"late"}) {
		t.Errorf("declared %v, want late", got)
	}
	define(tools.Tool[struct{}, string]{Name: "find", FindsDeferred: true})
	if got := declared(); !slices.Equal(got, []string{"find"}) {
		t.Errorf("declared %v, want find", got)
	}
	o, err := reg.Execute(t.Context(), &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "late"}}})
	if err != nil || o.Outcomes[0].Result.IsError() {
		t.Errorf("got %+v, %v", o, err)
	}
}

func TestConfiguredBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg, root := mounted(t, native.Config{MaxParallel: 2})
		var now, peak atomic.Int32
		register(t, reg, root, "wait", func(context.Context) {
			peak.Store(max(peak.Load(), now.Add(1)))
			time.Sleep(time.Second) // virtual time
			now.Add(-1)
		})
		batch := &tools.Batch{}
		for i := range 6 {
			batch.Calls = append(batch.Calls, tools.RawCall{CallID: fmt.Sprint(i), Name: "wait"})
		}
		if _, err := reg.Execute(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		if peak.Load() != 2 {
			t.Errorf("%d bodies ran at once, want 2", peak.Load())
		}
	})
}

func TestBadConfig(t *testing.T) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := native.Mount(scope.NewRoot("r"), reg, native.Config{MaxParallel: -1}); err == nil {
		t.Error("a negative bound was accepted")
	}
}

func mounted(t *testing.T, c native.Config) (*tools.Registry, *scope.Scope) {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := scope.NewRoot("test")
	t.Cleanup(func() { _ = root.Close(context.WithoutCancel(t.Context())) })
	if err := native.Mount(root, reg, c); err != nil {
		t.Fatal(err)
	}
	return reg, root
}

func register(t *testing.T, reg *tools.Registry, s *scope.Scope, name string, body func(context.Context), opts ...tools.RegisterOption) {
	t.Helper()
	d, err := tools.Define(tools.Tool[struct{}, string]{
		Name: name, Description: "A test tool.",
		Execute: func(ctx context.Context, _ *tools.Exec, _ struct{}) (string, error) {
			body(ctx)
			return "ok", nil
		},
		ConcurrencySafe: func(struct{}) bool { return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reg.Register(s, d, opts...); err != nil {
		t.Fatal(err)
	}
}
