package session_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/google/go-cmp/cmp"
)

// gate is a store that counts writes and holds each until it is let through.
type gate struct {
	*session.Memory
	sizes []int
	pass  chan error
}

func (g *gate) Write(ctx context.Context, events []session.Event) error {
	g.sizes = append(g.sizes, len(events))
	if err := <-g.pass; err != nil {
		return err
	}
	return g.Memory.Write(ctx, events)
}

func todo() session.Record { return session.Record{Type: session.TypeTodoWrite, Data: struct{}{}} }

func TestAppendsShareWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &gate{Memory: session.NewMemory(header("s")), pass: make(chan error)}
		log, _, err := session.Open(t.Context(), store, fixed())
		if err != nil {
			t.Fatal(err)
		}
		var told []int64
		log.Observe(func(_ context.Context, e session.Event) { told = append(told, e.Seq) })
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if _, err := log.Append(t.Context(), todo()); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		if len(told) > 0 {
			t.Error("observers were told before the store had the events")
		}
		store.pass <- nil
		synctest.Wait()
		store.pass <- nil
		group.Wait()
		if diff := cmp.Diff([]int{1, 19}, store.sizes); diff != "" {
			t.Error("sizes of the writes:\n" + diff)
		}
		if len(told) != 20 {
			t.Errorf("told of %d events, want 20", len(told))
		}
		if err := log.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestGivenUpAcknowledgement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &gate{Memory: session.NewMemory(header("s")), pass: make(chan error)}
		log, _, err := session.Open(t.Context(), store, fixed())
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := log.Append(t.Context(), todo()); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithCancelCause(t.Context())
		hurry := errors.New("in a hurry")
		cancel(hurry)
		_, err = log.Append(ctx, todo())
		wantCode(t, err, session.CodeUnacknowledged)
		if !errors.Is(err, hurry) {
			t.Errorf("%v does not name the cause", err)
		}
		store.pass <- nil
		group.Go(func() {
			if err := log.Close(ctx); err != nil {
				t.Error(err)
			}
		})
		store.pass <- nil
		group.Wait()
		loaded, err := store.Memory.Load(t.Context())
		if err != nil || len(loaded.Events) != 2 {
			t.Errorf("the store has %d events and says %v, want 2", len(loaded.Events), err)
		}
	})
}

func TestEnqueuedEventsAreWrittenInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := session.NewMemory(header("s"))
		log, _, err := session.Open(t.Context(), store, fixed())
		if err != nil {
			t.Fatal(err)
		}
		must(t)(log.Enqueue(t.Context(), todo()))
		kept := func() int {
			loaded, err := store.Load(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(loaded.Events)
		}
		if kept() != 0 {
			t.Error("the event was written at once")
		}
		advance(session.DefaultMaxDelay)
		if kept() != 1 {
			t.Error("the event was not written in time")
		}
		must(t)(log.Enqueue(t.Context(), todo()))
		if err := log.Close(t.Context()); err != nil || kept() != 2 {
			t.Errorf("closing kept %d events and said %v", kept(), err)
		}
	})
}

func TestManyEnqueuedEventsDoNotPileUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the timer that writes what waits stands still
		store := session.NewMemory(header("s"))
		log := openLog(t, store, fixed())
		for range 5000 {
			must(t)(log.Enqueue(t.Context(), todo()))
		}
		loaded, err := store.Load(t.Context())
		if err != nil || len(loaded.Events) != 4096 {
			t.Errorf("%d events reached the store (%v), want 4096", len(loaded.Events), err)
		}
	})
}

func TestFailedStoreIsFinal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &gate{Memory: session.NewMemory(header("s")), pass: make(chan error, 1)}
		var reported []error
		options := fixed()
		options.Report = func(err error) { reported = append(reported, err) }
		log, _, err := session.Open(t.Context(), store, options)
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		log.Observe(func(context.Context, session.Event) { told++ })
		full := errors.New("disk full")
		store.pass <- full
		_, err = log.Append(t.Context(), todo())
		wantCode(t, err, session.CodeStore)
		if !errors.Is(err, full) || told != 0 {
			t.Errorf("got %v, and %d events were told", err, told)
		}
		_, err = log.Append(t.Context(), todo())
		wantCode(t, err, session.CodeStore)
		wantCode(t, log.Close(t.Context()), session.CodeStore)
		if len(store.sizes) != 1 {
			t.Errorf("the failed store was written to %d times", len(store.sizes))
		}
	})
}

func TestBackgroundFailureIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &gate{Memory: session.NewMemory(header("s")), pass: make(chan error, 1)}
		var reported []error
		options := fixed()
		options.Report = func(err error) { reported = append(reported, err) }
		log, _, err := session.Open(t.Context(), store, options)
		if err != nil {
			t.Fatal(err)
		}
		store.pass <- errors.New("disk full")
		must(t)(log.Enqueue(t.Context(), todo()))
		advance(session.DefaultMaxDelay)
		if len(reported) != 1 || session.CodeOf(reported[0]) != session.CodeStore {
			t.Errorf("reported %v", reported)
		}
		wantCode(t, log.Close(t.Context()), session.CodeStore)
	})
}

func TestStoreWithGapIsRefused(t *testing.T) {
	log := memoryLog(t)
	conversation(t, log)
	events := log.History().Events
	_, err := session.NewHistory(header("s"), append(events[:3:3], events[4:]...))
	wantCode(t, err, session.CodeCorrupt)
	want := "event 4: event 3 is missing"
	if fmt.Sprint(err) != want {
		t.Errorf("error is %q, want %q", err, want)
	}
}
