package scope_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
)

func TestEarlyUndo(t *testing.T) {
	var j journal
	s := scope.NewRoot("root")
	failed := errors.New("failed")
	mustDefer(t, s, "a", j.undo("a", nil))
	undo := mustDefer(t, s, "b", j.undo("b", failed))
	mustDefer(t, s, "c", j.undo("c", nil))
	for range 3 {
		if err := undo(t.Context()); err != failed {
			t.Errorf("error %v", err)
		}
	}
	if err := s.Close(t.Context()); err != nil {
		t.Errorf("a failure that reached its caller came again: %v", err)
	}
	if err := undo(t.Context()); err != failed {
		t.Errorf("after Close: %v", err)
	}
	if diff := cmp.Diff([]string{"b", "c", "a"}, j.all()); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestUndoAfterCloseIsInert(t *testing.T) {
	var j journal
	s := scope.NewRoot("root")
	undo := mustDefer(t, s, "a", j.undo("a", nil))
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := undo(t.Context()); err != nil || len(j.all()) != 1 {
		t.Errorf("error %v, undone %q", err, j.all())
	}
}

func TestEarlyUndoPanics(t *testing.T) {
	s := scope.NewRoot("root")
	undo := mustDefer(t, s, "bad", func(context.Context) error { panic("boom") })
	if err := undo(t.Context()); scope.CodeOf(err) != scope.CodeUndoPanic {
		t.Errorf("error %v", err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestCloseWaitsForAnEarlyUndoUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		s := scope.NewRoot("root")
		mustDefer(t, s, "a", j.undo("a", nil))
		failed := errors.New("failed")
		undo := mustDefer(t, s, "slow", func(context.Context) error {
			time.Sleep(time.Minute)
			j.add("slow")
			return failed
		})
		first := make(chan error, 1)
		go func() { first <- undo(t.Context()) }()
		synctest.Wait()
		second := make(chan error, 1)
		go func() { second <- undo(t.Context()) }()
		err := s.Close(t.Context())
		if diff := cmp.Diff([]string{"slow", "a"}, j.all()); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		// Everyone who waited for the failure is told.
		for _, err := range []error{err, <-first, <-second} {
			if !errors.Is(err, failed) {
				t.Errorf("error %v", err)
			}
		}
	})
}

func TestNilArguments(t *testing.T) {
	s := scope.NewRoot("root")
	defer s.Close(t.Context())
	_, err := s.Defer("undo", nil)
	if scope.CodeOf(err) != scope.CodeArgument {
		t.Errorf("Defer: %v", err)
	}
	if err := s.Go("go", nil); scope.CodeOf(err) != scope.CodeArgument {
		t.Errorf("Go: %v", err)
	}
	var layers scope.Layers[int]
	_, err = layers.Edit(t.Context(), s, "edit", nil, nil)
	if scope.CodeOf(err) != scope.CodeArgument {
		t.Errorf("Edit without apply: %v", err)
	}
	_, err = layers.Edit(t.Context(), nil, "edit", nothing, nil)
	if scope.CodeOf(err) != scope.CodeArgument {
		t.Errorf("Edit without scope: %v", err)
	}
	var slot scope.Slot[int]
	if _, err := slot.Provide(nil, 1); scope.CodeOf(err) != scope.CodeArgument {
		t.Errorf("Provide: %v", err)
	}
	if err := new(scope.Binding).Rebind(nil); scope.CodeOf(err) != scope.CodeArgument {
		t.Errorf("Rebind: %v", err)
	}
	if n := len(s.Status().Held); n != 0 {
		t.Errorf("refused calls left %d things behind", n)
	}
}

func TestZeroScopeIsClosed(t *testing.T) {
	var s scope.Scope
	if s.State() != scope.Closed || s.Key() != nil || s.Path() != "" {
		t.Errorf("state %v, key %v, path %q", s.State(), s.Key(), s.Path())
	}
	if _, err := s.Child("c"); !errors.Is(err, scope.ErrClosed) {
		t.Errorf("Child: %v", err)
	}
	if err := s.Go("g", func(context.Context) {}); !errors.Is(err, scope.ErrClosed) {
		t.Errorf("Go: %v", err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Errorf("Close: %v", err)
	}
	if s.Context().Err() == nil {
		t.Error("the context is alive")
	}
}

func nothing(*int) (func(), func() bool, error) { return nil, nil, nil }

func TestErrorTexts(t *testing.T) {
	tests := map[string]struct {
		err  error
		want string
	}{
		"sentinel": {scope.ErrClosed, "scope is closing or closed"},
		"label": {
			&scope.Error{Code: scope.CodeCycle, Label: "a"},
			`scope "a" would become its own ancestor`,
		},
		"cause": {
			&scope.Error{Code: scope.CodeUndoFailed, Label: "a/b", Err: errors.New("x")},
			`scope "a/b": x`,
		},
		"panic": {&scope.PanicError{Label: "a", Value: 7}, "a panicked: 7"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tt.err.Error(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if errors.Is(&scope.Error{Code: scope.CodeCycle}, scope.ErrClosed) {
		t.Error("another code passes for closed")
	}
	for _, code := range []scope.Code{
		scope.CodeClosed, scope.CodeCycle, scope.CodeBound, scope.CodeUnkeyed, scope.CodeOrphans,
		scope.CodeSlotTaken, scope.CodeUndoFailed, scope.CodeUndoPanic, scope.CodeTaskPanic,
		scope.CodeExited, scope.CodeArgument,
	} {
		if text := (&scope.Error{Code: code}).Error(); len(text) <= len("scope ") {
			t.Errorf("%s has no text", code)
		}
	}
	if scope.CodeOf(nil) != "" || scope.CodeOf(errors.New("x")) != "" {
		t.Error("code of a foreign error")
	}
}

func TestStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := scope.NewRoot("root")
		mustDefer(t, root, "a", func(context.Context) error { return nil })
		c := mustChild(t, root, "c")
		mustGo(t, c, "loop", func(ctx context.Context) {
			<-ctx.Done()
			time.Sleep(time.Minute)
		})
		mustDefer(t, c, "slow", func(context.Context) error {
			time.Sleep(time.Minute)
			return nil
		})
		want := "root (open)\n  - undo a\n  c (open)\n    - goroutine loop (running)\n    - undo slow\n"
		if got := root.Status().String(); got != want {
			t.Errorf("status\n%s\nwant\n%s", got, want)
		}
		closed := make(chan error)
		go func() { closed <- root.Close(t.Context()) }()
		synctest.Wait()
		if diff := cmp.Diff([]string{"root/c/loop", "root/c/slow"}, root.Status().Running()); diff != "" {
			t.Errorf("running (-want +got):\n%s", diff)
		}
		if err := <-closed; err != nil {
			t.Fatal(err)
		}
		if got := root.Status().String(); got != "root (closed)\n" {
			t.Errorf("status %q", got)
		}
	})
}
