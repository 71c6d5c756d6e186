package event_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope/event"
)

func TestNextConcurrently(t *testing.T) {
	var w fall
	s := root(t)
	const calls = 8
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		var all sync.WaitGroup
		for range calls {
			all.Go(func() {
				if out, err := n.Do(ctx); out != "inner <in>" || err != nil {
					t.Errorf("got %q, %v", out, err)
				}
			})
		}
		all.Wait()
		return n.Do(ctx)
	})
	on(t, &w, s, tagging("inner"))
	var runs atomic.Int32
	out, err := w.Dispatch(t.Context(), nil, "in", func(
		ctx context.Context, in string,
	) (string, error) {
		runs.Add(1)
		return body(ctx, in)
	})
	if out != "inner <in>" || err != nil || runs.Load() != calls+1 {
		t.Errorf("got %q, %v after %d runs", out, err, runs.Load())
	}
}

// TestNextLeftBehind: a hedging listener takes the first answer and goes; the
// dispatch ends when the slower runs have.
func TestNextLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w fall
		s := root(t)
		on(t, &w, s, tagging("outer"))
		on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			first := make(chan string, 3)
			for range 3 {
				go func() {
					out, _ := n.Do(ctx)
					first <- out
				}()
			}
			return <-first, nil
		}, event.Label("hedge"))
		var begun, ended atomic.Int32
		start := time.Now()
		out, err := w.Dispatch(t.Context(), nil, "in", func(
			ctx context.Context, in string,
		) (string, error) {
			turn := begun.Add(1)
			defer ended.Add(1)
			if turn == 1 {
				time.Sleep(time.Second)
				return body(ctx, in)
			}
			<-ctx.Done()
			time.Sleep(time.Minute) // slow to react
			return "slow", ctx.Err()
		})
		if out != "outer <in>" || err != nil {
			t.Errorf("got %q, %v", out, err)
		}
		if ended.Load() != begun.Load() {
			t.Errorf("%d of %d runs still under way", begun.Load()-ended.Load(), begun.Load())
		}
		if got := time.Since(start); got != time.Minute+time.Second {
			t.Errorf("returned after %v", got)
		}
	})
}

// TestNextRacingWithTheEnd: a call of Do either runs within the dispatch or is
// refused, and never in between.
func TestNextRacingWithTheEnd(t *testing.T) {
	var w fall
	s := root(t)
	var stray sync.WaitGroup
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		for range 4 {
			stray.Go(func() {
				out, err := n.Do(ctx)
				switch {
				case err == nil && out == "<in>":
				case event.CodeOf(err) == event.CodeNextLate && out == "":
				default:
					t.Errorf("got %q, %v", out, err)
				}
			})
		}
		return "done", nil
	})
	for range 500 {
		over := false // written and read without a lock: the race detector judges
		_, err := w.Dispatch(t.Context(), nil, "in", func(
			ctx context.Context, in string,
		) (string, error) {
			if over {
				t.Error("ran after the dispatch returned")
			}
			return body(ctx, in)
		})
		over = true
		if err != nil {
			t.Fatal(err)
		}
	}
	stray.Wait()
}

func TestNextPanicsInConcurrentRuns(t *testing.T) {
	var w fall
	s := root(t)
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		errs := make([]error, 4)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() { _, errs[i] = n.Do(ctx) })
		}
		all.Wait()
		return fmt.Sprint(len(errs)), errors.Join(errs...)
	})
	out, err := w.Dispatch(t.Context(), nil, "in", func(context.Context, string) (string, error) {
		panic("boom")
	})
	if p, ok := errors.AsType[*event.PanicError](err); !ok || p.Label != "final" || out != "4" {
		t.Errorf("got %q, %v", out, err)
	}
}

// TestNextAfterGoexit: a listener that ends its goroutine, as a failing test
// does, ends the dispatch too.
func TestNextAfterGoexit(t *testing.T) {
	var w fall
	s := root(t)
	var kept next
	on(t, &w, s, func(ctx context.Context, _ string, n next) (string, error) {
		kept = n
		return n.Do(ctx)
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = w.Dispatch(t.Context(), nil, "in", func(context.Context, string) (string, error) {
			exit()
			return "", nil
		})
		t.Error("the dispatch returned")
	}()
	<-done
	if _, err := kept.Do(t.Context()); event.CodeOf(err) != event.CodeNextLate {
		t.Errorf("error %v", err)
	}
}
