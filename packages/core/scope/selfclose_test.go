package scope_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
)

// The tests in this file are about rule 9: work that closes the scope it belongs
// to, or one around it. Each runs in a bubble, where a deadlock fails the test.

func TestRule9UndoClosesItsScope(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		root := scope.NewRoot("root")
		c := mustChild(t, root, "c")
		mustDefer(t, root, "root", j.undo("root", nil))
		mustDefer(t, c, "older", j.undo("older", nil))
		for _, target := range []*scope.Scope{c, root} {
			mustDefer(t, c, "closes "+target.Label(), func(ctx context.Context) error {
				err := target.Close(ctx)
				j.add("closed " + target.Label())
				return err
			})
		}
		if err := root.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []string{"root", "closed root", "closed c", "older"}
		if diff := cmp.Diff(want, j.all()); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	})
}

func TestRule9UndoOfAClosingChildClosesTheParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		root := scope.NewRoot("root")
		mustDefer(t, root, "root", j.undo("root", nil))
		c := mustKeyed(t, root, "c", nil)
		mustDefer(t, c, "older", j.undo("older", nil))
		mustDefer(t, c, "up", func(ctx context.Context) error {
			err := root.Close(ctx)
			if root.State() != scope.Closing {
				t.Errorf("root is %v while its child is still closing", root.State())
			}
			return err
		})
		if err := c.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"root", "older"}, j.all()); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		if root.State() != scope.Closed || c.State() != scope.Closed {
			t.Errorf("root %v, child %v", root.State(), c.State())
		}
		if err := root.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestRule9EarlyUndoClosesItsScope(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		root := scope.NewRoot("root")
		c := mustChild(t, root, "c")
		mustDefer(t, c, "older", j.undo("older", nil))
		failed := errors.New("failed")
		undo := mustDefer(t, c, "early", func(ctx context.Context) error {
			if err := root.Close(ctx); err != nil {
				t.Error(err)
			}
			for _, s := range []*scope.Scope{c, root} {
				if s.State() != scope.Closing {
					t.Errorf("%s is %v with work under way", s.Label(), s.State())
				}
			}
			j.add("early")
			return failed
		})
		mustDefer(t, c, "newer", j.undo("newer", nil))
		if err := undo(t.Context()); err != failed {
			t.Errorf("error %v, want the undo's own", err)
		}
		if diff := cmp.Diff([]string{"newer", "older", "early"}, j.all()); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		if c.State() != scope.Closed || root.State() != scope.Closed {
			t.Errorf("child %v, root %v", c.State(), root.State())
		}
	})
}

func TestRule9UndoThatCallsItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scope.NewRoot("root")
		runs := 0
		var undo scope.Undo
		undo = mustDefer(t, s, "self", func(ctx context.Context) error {
			runs++
			return undo(ctx)
		})
		if err := undo(t.Context()); err != nil || runs != 1 {
			t.Errorf("error %v after %d runs", err, runs)
		}
		if err := s.Close(t.Context()); err != nil || runs != 1 {
			t.Errorf("error %v after %d runs", err, runs)
		}
	})
}

func TestRule9GoroutineClosesItsScope(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		root := scope.NewRoot("root")
		c := mustChild(t, root, "c")
		mustDefer(t, c, "older", j.undo("older", nil))
		mustGo(t, c, "loop", func(ctx context.Context) {
			if err := c.Close(ctx); err != nil {
				t.Error(err)
			}
			j.add("returned")
			if got := root.Status().Running(); !cmp.Equal(got, []string{"root/c/loop"}) {
				t.Errorf("running %q", got)
			}
			time.Sleep(time.Minute)
			j.add("ended")
		})
		synctest.Wait()
		start := time.Now()
		if err := c.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := time.Since(start); got != time.Minute {
			t.Errorf("the other Close returned after %v", got)
		}
		if diff := cmp.Diff([]string{"older", "returned", "ended"}, j.all()); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		if err := root.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestRule9GoroutineThatPanicsAfterClosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scope.NewRoot("root")
		mustGo(t, s, "loop", func(ctx context.Context) {
			_ = s.Close(ctx)
			panic("late")
		})
		synctest.Wait()
		if err := s.Close(t.Context()); scope.CodeOf(err) != scope.CodeTaskPanic {
			t.Errorf("error %v", err)
		}
	})
}

func TestRule9MeetingCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := scope.NewRoot("root")
		c := mustChild(t, root, "c")
		inside := make(chan struct{})
		mustDefer(t, c, "up", func(ctx context.Context) error {
			close(inside)
			time.Sleep(time.Second) // root begins to close meanwhile, and waits for c
			return root.Close(ctx)
		})
		go func() { _ = c.Close(t.Context()) }()
		<-inside
		if err := root.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c.State() != scope.Closed {
			t.Errorf("child is %v", c.State())
		}
	})
}

func TestRule9DeepSelfClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := scope.NewRoot("root")
		s := root
		for range 100 {
			s = mustKeyed(t, s, "s", s.Key())
		}
		mustGo(t, s, "loop", func(ctx context.Context) {
			if err := root.Close(ctx); err != nil {
				t.Error(err)
			}
			if root.State() != scope.Closing {
				t.Errorf("root is %v", root.State())
			}
		})
		synctest.Wait()
		if root.State() != scope.Closed || s.State() != scope.Closed {
			t.Errorf("root %v, deepest %v", root.State(), s.State())
		}
	})
}

// TestRule9NeverDeadlocks lets many pieces of work, each of which closes its own
// scope or one around it, run into one another. A deadlock fails the bubble.
func TestRule9NeverDeadlocks(t *testing.T) {
	for seed := range uint64(150) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 9))
			root := scope.NewRoot("root")
			scopes := []*scope.Scope{root}
			parents := map[*scope.Scope]*scope.Scope{}
			var early []scope.Undo
			start := make(chan struct{})
			for range 40 {
				s := scopes[r.IntN(len(scopes))]
				target := s
				for up := r.IntN(3); up > 0 && target != root; up-- {
					target = parents[target]
				}
				pause := time.Duration(r.IntN(5)) * time.Millisecond
				switch r.IntN(5) {
				case 0, 1:
					c := mustChild(t, s, "c")
					parents[c] = s
					scopes = append(scopes, c)
				case 2:
					mustGo(t, s, "task", func(ctx context.Context) {
						<-start
						time.Sleep(pause)
						_ = target.Close(ctx)
						time.Sleep(pause)
					})
				case 3, 4:
					early = append(early, mustDefer(t, s, "undo", func(ctx context.Context) error {
						time.Sleep(pause)
						return target.Close(ctx)
					}))
				}
			}
			close(start)
			for i, undo := range early {
				if i%3 == 0 {
					go func() { _ = undo(t.Context()) }()
				}
			}
			if err := root.Close(t.Context()); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			for _, s := range scopes {
				if s.State() != scope.Closed || len(s.Status().Held) > 0 {
					t.Errorf("seed %d: %s", seed, s.Status())
				}
			}
		})
	}
}
