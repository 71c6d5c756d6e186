package scope_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
)

func TestRule1FlagFirstThenContext(t *testing.T) {
	s := scope.NewRoot("root")
	ctx := s.Context()
	if ctx.Err() != nil || s.State() != scope.Open {
		t.Fatalf("fresh scope: context %v, state %v", ctx.Err(), s.State())
	}
	var state scope.State
	stop := context.AfterFunc(ctx, func() {})
	defer stop()
	mustDefer(t, s, "look", func(context.Context) error {
		state = s.State()
		if !errors.Is(context.Cause(ctx), scope.ErrClosed) {
			t.Errorf("cause during undo: %v", context.Cause(ctx))
		}
		return nil
	})
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(scope.Open, state, s.State()); got != "open closing closed" {
		t.Errorf("states %q", got)
	}
	if state != scope.Closing || s.State() != scope.Closed {
		t.Errorf("states %v, %v; want closing, closed", state, s.State())
	}
	if late := s.Context(); !errors.Is(context.Cause(late), scope.ErrClosed) {
		t.Errorf("context taken from a closed scope: %v", context.Cause(late))
	}
}

func TestRule1FlagIsSetWhenTheContextEnds(t *testing.T) {
	for range 100 {
		s := scope.NewRoot("root")
		seen := make(chan error)
		mustGo(t, s, "watch", func(ctx context.Context) {
			<-ctx.Done()
			_, err := s.Child("late")
			seen <- err
		})
		closed := make(chan error)
		go func() { closed <- s.Close(t.Context()) }()
		if err := <-seen; !errors.Is(err, scope.ErrClosed) {
			t.Fatalf("child made after the context ended: %v", err)
		}
		if err := <-closed; err != nil {
			t.Fatal(err)
		}
	}
}

func TestContextEndsWithTheTurnOfTheScope(t *testing.T) {
	root := scope.NewRoot("root")
	first := mustChild(t, root, "first")
	second := mustChild(t, root, "second")
	alive := first.Context()
	mustDefer(t, second, "use first", func(context.Context) error {
		return context.Cause(alive)
	})
	if err := root.Close(t.Context()); err != nil {
		t.Fatalf("what was built first ended before what was built on it: %v", err)
	}
	if alive.Err() == nil {
		t.Error("context of a closed child is still alive")
	}
}

func TestRule2NothingCanBeAdded(t *testing.T) {
	s := scope.NewRoot("root")
	var layers scope.Layers[int]
	var slot scope.Slot[int]
	attempts := map[string]func() error{
		"Child": func() error { _, err := s.Child("c"); return err },
		"Keyed": func() error { _, err := s.Keyed("c", nil); return err },
		"Defer": func() error {
			_, err := s.Defer("u", func(context.Context) error { t.Error("ran"); return nil })
			return err
		},
		"Go": func() error { return s.Go("g", func(context.Context) { t.Error("ran") }) },
		"Edit": func() error {
			_, err := layers.Edit(t.Context(), s, "e", func(*int) (func(), func() bool, error) {
				t.Error("applied")
				return nil, nil, nil
			}, nil)
			return err
		},
		"Provide": func() error { _, err := slot.Provide(s, 1); return err },
	}
	check := func(when string) {
		for name, attempt := range attempts {
			err := attempt()
			if !errors.Is(err, scope.ErrClosed) || scope.CodeOf(err) != scope.CodeClosed {
				t.Errorf("%s %s: %v", name, when, err)
			}
		}
	}
	mustDefer(t, s, "try", func(context.Context) error { check("while closing"); return nil })
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("after closing")
}

func TestRule3LastFirstOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		s := scope.NewRoot("root")
		slow := func(line string) scope.Undo {
			return func(context.Context) error {
				j.add(line + " begin")
				time.Sleep(time.Second)
				j.add(line + " end")
				return nil
			}
		}
		mustDefer(t, s, "a", slow("a"))
		c := mustChild(t, s, "c")
		mustDefer(t, s, "b", slow("b"))
		mustDefer(t, c, "c1", slow("c1"))
		mustGo(t, s, "g", func(ctx context.Context) {
			<-ctx.Done()
			time.Sleep(time.Second)
			j.add("g end")
		})
		mustDefer(t, c, "c2", slow("c2"))
		mustDefer(t, s, "d", slow("d"))
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []string{
			"d begin", "d end", "g end", "b begin", "b end",
			"c2 begin", "c2 end", "c1 begin", "c1 end", "a begin", "a end",
		}
		// g ends while d is being undone; it is awaited in its place.
		got := j.all()
		if diff := cmp.Diff(withoutLine(want, "g end"), withoutLine(got, "g end")); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	})
}

func withoutLine(lines []string, drop string) (kept []string) {
	for _, l := range lines {
		if l != drop {
			kept = append(kept, l)
		}
	}
	return kept
}

func TestRule4EveryUndoRunsWithADoneContext(t *testing.T) {
	var j journal
	s := scope.NewRoot("root")
	c := mustChild(t, s, "c")
	mustDefer(t, c, "a", j.undo("a", nil))
	mustDefer(t, c, "b", func(ctx context.Context) error {
		j.add("b")
		return context.Cause(ctx)
	})
	stopped := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	err := s.Close(ctx)
	if diff := cmp.Diff([]string{"b", "a"}, j.all()); diff != "" {
		t.Errorf("undone (-want +got):\n%s", diff)
	}
	if !errors.Is(err, stopped) || s.State() != scope.Closed {
		t.Errorf("error %v, state %v", err, s.State())
	}
}

func TestRule5PanicsBecomeErrors(t *testing.T) {
	var j journal
	s := scope.NewRoot("root")
	cause := errors.New("cause")
	mustDefer(t, s, "first", j.undo("first", nil))
	mustDefer(t, s, "bad", func(context.Context) error { panic(cause) })
	mustDefer(t, s, "last", j.undo("last", nil))
	err := s.Close(t.Context())
	if diff := cmp.Diff([]string{"last", "first"}, j.all()); diff != "" {
		t.Errorf("undone (-want +got):\n%s", diff)
	}
	p, ok := errors.AsType[*scope.PanicError](err)
	if !ok || scope.CodeOf(err) != scope.CodeUndoPanic {
		t.Fatalf("error %v, code %q", err, scope.CodeOf(err))
	}
	if p.Label != "root/bad" || !errors.Is(p, cause) {
		t.Errorf("panic %q %v", p.Label, p.Value)
	}
	if !strings.Contains(string(p.Stack), "TestRule5PanicsBecomeErrors") {
		t.Errorf("the stack does not show who panicked:\n%s", p.Stack)
	}
}

func TestRule5UndoThatEndsItsGoroutine(t *testing.T) {
	var j journal
	s := scope.NewRoot("root")
	c := mustChild(t, s, "c")
	mustDefer(t, s, "first", j.undo("first", nil))
	mustDefer(t, c, "second", j.undo("second", nil))
	mustDefer(t, c, "exit", func(context.Context) error { runtime.Goexit(); return nil })
	mustDefer(t, s, "last", j.undo("last", nil))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Close(t.Context())
		t.Error("Close returned in a goroutine that ended")
	}()
	<-done
	if diff := cmp.Diff([]string{"last", "first", "second"}, j.all()); diff != "" {
		t.Errorf("undone (-want +got):\n%s", diff)
	}
	err := s.Close(t.Context())
	if s.State() != scope.Closed || scope.CodeOf(err) != scope.CodeExited {
		t.Errorf("state %v, error %v", s.State(), err)
	}
}

func TestRule6GoroutinesAreAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scope.NewRoot("root")
		var ended bool
		mustGo(t, s, "slow", func(ctx context.Context) {
			<-ctx.Done()
			time.Sleep(time.Hour)
			ended = true
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Fatal(err)
		}
		if !ended {
			t.Error("Close returned before the goroutine")
		}
	})
}

func TestRule6PanicsOfGoroutinesAreReported(t *testing.T) {
	s := scope.NewRoot("root")
	const many = 20
	for range many {
		mustGo(t, s, "bad", func(context.Context) { panic("boom") })
	}
	mustGo(t, s, "exit", func(context.Context) { runtime.Goexit() })
	err := s.Close(t.Context())
	if scope.CodeOf(err) != scope.CodeTaskPanic {
		t.Fatalf("error %v", err)
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) > many || len(joined.Unwrap()) < 16 {
		t.Errorf("want 16 panics in full and a count, got %v", err)
	}
}

func TestRule7FailuresAreJoinedInOrder(t *testing.T) {
	var j journal
	s := scope.NewRoot("root")
	e1, e2, e3 := errors.New("one"), errors.New("two"), errors.New("three")
	mustDefer(t, s, "a", j.undo("a", e1))
	c := mustChild(t, s, "c")
	mustDefer(t, c, "b", j.undo("b", e2))
	mustDefer(t, s, "d", j.undo("d", e3))
	err := s.Close(t.Context())
	want := "scope \"root/d\": three\nscope \"root/c/b\": two\nscope \"root/a\": one"
	if err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%v", err, want)
	}
	for _, e := range []error{e1, e2, e3} {
		if !errors.Is(err, e) {
			t.Errorf("%v is lost", e)
		}
	}
	if scope.CodeOf(err) != scope.CodeUndoFailed {
		t.Errorf("code %q", scope.CodeOf(err))
	}
}

func TestRule8CallsJoinOneCompletion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scope.NewRoot("root")
		runs := 0
		failed := errors.New("failed")
		mustDefer(t, s, "slow", func(context.Context) error {
			runs++
			time.Sleep(time.Minute)
			return failed
		})
		start := time.Now()
		const callers = 8
		errs := make([]error, callers)
		var all sync.WaitGroup
		for i := range callers {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				errs[i] = s.Close(ctx)
				if time.Since(start) != time.Minute {
					t.Errorf("caller %d returned after %v", i, time.Since(start))
				}
			})
		}
		all.Wait()
		errs = append(errs, s.Close(t.Context()))
		if runs != 1 {
			t.Errorf("undone %d times", runs)
		}
		for i, err := range errs {
			if err != errs[0] || !errors.Is(err, failed) {
				t.Errorf("caller %d: %v", i, err)
			}
		}
	})
}

func TestCloseOfAChildLeavesTheParentOpen(t *testing.T) {
	var j journal
	root := scope.NewRoot("root")
	c := mustChild(t, root, "c")
	mustDefer(t, c, "a", j.undo("a", errors.New("lost?")))
	if err := c.Close(t.Context()); err == nil {
		t.Error("the failure did not reach the closing caller")
	}
	if n := len(root.Status().Held); n != 0 || root.State() != scope.Open {
		t.Errorf("parent holds %d, is %v", n, root.State())
	}
	if err := root.Close(t.Context()); err != nil {
		t.Errorf("the failure is reported twice: %v", err)
	}
}

func TestCloseWaitsForAChildThatIsClosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := scope.NewRoot("root")
		c := mustChild(t, root, "c")
		mustDefer(t, c, "slow", func(context.Context) error {
			time.Sleep(time.Minute)
			return nil
		})
		start := time.Now()
		go func() { _ = c.Close(t.Context()) }()
		synctest.Wait()
		if err := root.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := time.Since(start); got != time.Minute {
			t.Errorf("closed after %v", got)
		}
	})
}

func TestCloseWithNilContext(t *testing.T) {
	s := scope.NewRoot("root")
	undo := mustDefer(t, s, "a", func(ctx context.Context) error { return ctx.Err() })
	var none context.Context // what is tested
	if err := undo(none); err != nil {
		t.Error(err)
	}
	if err := s.Close(none); err != nil {
		t.Error(err)
	}
}
