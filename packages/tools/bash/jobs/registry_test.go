package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
)

// labour is work under the test's control.
type labour struct {
	end      chan jobs.End
	cancels  atomic.Int32
	stubborn bool
	texts    chan string
}

func newLabour() *labour {
	return &labour{end: make(chan jobs.End, 1), texts: make(chan string, 10)}
}

func (l *labour) work() jobs.Work {
	return jobs.Work{
		Cancel: func() {
			l.cancels.Add(1)
			if !l.stubborn {
				l.end <- jobs.End{Status: jobs.StatusKilled, Detail: "signal: SIGTERM"}
			}
		},
		Wait: func() jobs.End { return <-l.end },
		Read: func() string {
			select {
			case text := <-l.texts:
				return text
			default:
				return ""
			}
		},
	}
}

func (l *labour) start(owner string) jobs.Start {
	return jobs.Start{Kind: "bash", Label: "x", Owner: owner,
		Run: func() (jobs.Work, error) { return l.work(), nil }}
}

func registry(t *testing.T, o jobs.Options) *jobs.Registry {
	t.Helper()
	r := jobs.New(o)
	t.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return r
}

func begin(t *testing.T, r *jobs.Registry, s jobs.Start) jobs.Info {
	t.Helper()
	info, err := r.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func settled(t *testing.T, r *jobs.Registry, id, owner string) jobs.Info {
	t.Helper()
	info, err := r.Wait(t.Context(), id, owner, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestAJobFromStartToEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, l := registry(t, jobs.Options{}), newLabour()
		info := begin(t, r, l.start("me"))
		if info.ID != "bash-1" || info.Status != jobs.StatusRunning || info.StartedAt == 0 {
			t.Errorf("started: %+v", info)
		}
		l.texts <- "one"
		if text, _, err := r.Read("bash-1", "me"); text != "one" || err != nil {
			t.Errorf("read %q, %v", text, err)
		}
		time.Sleep(time.Second) // simulated
		l.end <- jobs.End{Status: jobs.StatusCompleted, Detail: "exit code: 0", Output: "last"}
		info = settled(t, r, "bash-1", "me")
		if info.State() != "[status: completed, exit code: 0]" ||
			*info.FinishedAt-info.StartedAt != 1000 {
			t.Errorf("ended: %+v", info)
		}
		for _, want := range []string{"last", ""} {
			if text, _, err := r.Read("bash-1", "me"); text != want || err != nil {
				t.Errorf("read %q, %v, want %q", text, err, want)
			}
		}
		if asked, _, err := r.Kill("bash-1", "me"); asked || err != nil {
			t.Errorf("kill after the end: %v, %v", asked, err)
		}
	})
}

func TestIdsCountByKindAndFailuresBurnNone(t *testing.T) {
	r := registry(t, jobs.Options{})
	boom := errors.New("boom")
	_, err := r.Start(jobs.Start{Kind: "bash", Label: "x",
		Run: func() (jobs.Work, error) { return jobs.Work{}, boom }})
	if !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
	var ids []string
	for _, kind := range []string{"bash", "bash", "agent", "bash"} {
		s := newLabour().start("")
		s.Kind = kind
		ids = append(ids, begin(t, r, s).ID)
	}
	if diff := cmp.Diff([]string{"bash-1", "bash-2", "agent-1", "bash-3"}, ids); diff != "" {
		t.Error(diff)
	}
}

func TestAdmission(t *testing.T) {
	r := registry(t, jobs.Options{})
	stubborn := newLabour()
	stubborn.stubborn = true
	begin(t, r, stubborn.start("me"))
	for range jobs.MaxActive - 1 {
		begin(t, r, newLabour().start("me"))
	}
	ran := false
	full := jobs.Start{Kind: "bash", Label: "x", Owner: "me", Run: func() (jobs.Work, error) {
		ran = true
		return jobs.Work{}, nil
	}}
	_, err := r.Start(full)
	const want = "background job limit reached for this owner (limit: 10)"
	if jobs.CodeOf(err) != jobs.CodeLimit || !strings.HasPrefix(err.Error(), want) || ran {
		t.Errorf("error %v, ran %v", err, ran)
	}
	begin(t, r, newLabour().start("you")) // the limit is per owner
	// A job that is being stopped still counts; one that has ended does not.
	if _, info, err := r.Kill("bash-1", "me"); err != nil || info.Status != jobs.StatusStopping {
		t.Errorf("kill: %+v, %v", info, err)
	}
	if _, err := r.Start(full); jobs.CodeOf(err) != jobs.CodeLimit {
		t.Errorf("error %v", err)
	}
	if _, _, err := r.Kill("bash-1", "me"); err != nil || stubborn.cancels.Load() != 1 {
		t.Errorf("cancelled %d times, %v", stubborn.cancels.Load(), err)
	}
	stubborn.end <- jobs.End{Status: jobs.StatusKilled}
	settled(t, r, "bash-1", "me")
	begin(t, r, newLabour().start("me"))
	for name, s := range map[string]jobs.Start{
		"no kind": {Label: "x", Run: full.Run}, "no label": {Kind: "x", Label: " ", Run: full.Run},
		"no work": {Kind: "x", Label: "x"}, "empty work": {Kind: "x", Label: "x", Run: full.Run},
	} {
		if _, err := r.Start(s); jobs.CodeOf(err) != jobs.CodeInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAccess(t *testing.T) {
	r := registry(t, jobs.Options{})
	begin(t, r, newLabour().start("me"))
	begin(t, r, newLabour().start(""))
	_, err := r.Get("bash-1", "you")
	if jobs.CodeOf(err) != jobs.CodeForeign || err.Error() != "job bash-1 belongs to another session" {
		t.Errorf("error %v", err)
	}
	_, _, err = r.Read("bash-9", "me")
	if jobs.CodeOf(err) != jobs.CodeUnknown || err.Error() != "unknown job bash-9" {
		t.Errorf("error %v", err)
	}
	if _, _, err := r.Kill("bash-1", ""); jobs.CodeOf(err) != jobs.CodeForeign {
		t.Errorf("error %v", err)
	}
	if n := len(r.List("me")); n != 2 {
		t.Errorf("me sees %d", n)
	}
	if n := len(r.List("you")); n != 1 {
		t.Errorf("you see %d", n)
	}
}

func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, l := registry(t, jobs.Options{}), newLabour()
		begin(t, r, l.start("me"))
		start := time.Now()
		info, err := r.Wait(t.Context(), "bash-1", "me", time.Second)
		if err != nil || info.Status != jobs.StatusRunning || time.Since(start) != time.Second {
			t.Errorf("time-out: %+v, %v after %v", info, err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := r.Wait(ctx, "bash-1", "me", time.Hour); jobs.CodeOf(err) != jobs.CodeWait ||
			!strings.HasPrefix(err.Error(), "wait aborted") {
			t.Errorf("cancelled: %v", err)
		}
		if _, err := r.Wait(ctx, "bash-1", "me", 0); jobs.CodeOf(err) != jobs.CodeWait {
			t.Errorf("no limit: %v", err)
		}
		// A wait ends with the job, not with its limit.
		go func() {
			time.Sleep(time.Second) // simulated
			l.end <- jobs.End{Status: jobs.StatusCompleted}
		}()
		start = time.Now()
		settled(t, r, "bash-1", "me")
		if time.Since(start) != time.Second {
			t.Errorf("woke after %v", time.Since(start))
		}
	})
}

func TestProducersThatBreakTheContract(t *testing.T) {
	r := registry(t, jobs.Options{})
	for _, wait := range []func() jobs.End{
		func() jobs.End { panic("boom") },
		func() jobs.End { return jobs.End{} },
		func() jobs.End { return jobs.End{Status: jobs.StatusStopping} },
	} {
		info := begin(t, r, jobs.Start{Kind: "bad", Label: "x", Run: func() (jobs.Work, error) {
			return jobs.Work{Cancel: func() {}, Wait: wait}, nil
		}})
		if got := settled(t, r, info.ID, ""); got.Status != jobs.StatusFailed {
			t.Errorf("settled as %+v", got)
		}
	}
}

func TestNoticesAndTheirBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var got []string
		r := registry(t, jobs.Options{MaxWakes: 2, Deliver: func(n jobs.Notice) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, fmt.Sprint(n.Owner, " ", n.Job.ID, " ", n.Wake))
		}})
		finish := func(owner string) {
			l := newLabour()
			begin(t, r, l.start(owner))
			l.end <- jobs.End{Status: jobs.StatusCompleted}
			synctest.Wait()
		}
		finish("me")
		finish("me")
		finish("me")
		finish("")
		r.UserSpoke("me")
		finish("me")
		// Whoever waits for the end, or reads it, need not be told.
		l := newLabour()
		begin(t, r, l.start("me"))
		go func() { _, _ = r.Wait(t.Context(), "bash-6", "me", time.Hour) }()
		synctest.Wait()
		l.end <- jobs.End{Status: jobs.StatusCompleted}
		synctest.Wait()
		want := []string{"me bash-1 true", "me bash-2 true", "me bash-3 false", "me bash-5 true"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestDisposalEndsWhatRuns(t *testing.T) {
	r := jobs.New(jobs.Options{Deliver: func(jobs.Notice) { t.Error("told an owner who is gone") }})
	mine, yours := newLabour(), newLabour()
	begin(t, r, mine.start("me"))
	begin(t, r, yours.start("you"))
	if err := r.Dispose(t.Context(), "me"); err != nil {
		t.Error(err)
	}
	if mine.cancels.Load() != 1 || yours.cancels.Load() != 0 {
		t.Error("the wrong job was ended")
	}
	if err := r.Close(t.Context()); err != nil || yours.cancels.Load() != 1 {
		t.Errorf("close: %v", err)
	}
	if _, err := r.Start(newLabour().start("me")); jobs.CodeOf(err) != jobs.CodeUnavailable ||
		!strings.HasPrefix(err.Error(), "background jobs unavailable:") {
		t.Errorf("error %v", err)
	}
}

func TestCloseGivesUpWithItsContextAndSaysOnWhat(t *testing.T) {
	r, l := jobs.New(jobs.Options{}), newLabour()
	l.stubborn = true
	begin(t, r, l.start("me"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Close(ctx); err == nil || !strings.Contains(err.Error(), "bash-1") {
		t.Errorf("error %v", err)
	}
	l.end <- jobs.End{Status: jobs.StatusKilled}
	if err := r.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestOldJobsAreForgotten(t *testing.T) {
	r := registry(t, jobs.Options{})
	for range 150 {
		l := newLabour()
		info := begin(t, r, l.start("me"))
		l.end <- jobs.End{Status: jobs.StatusCompleted}
		settled(t, r, info.ID, "me")
	}
	if n := len(r.List("me")); n != 100 {
		t.Errorf("%d jobs are remembered", n)
	}
}

func TestConcurrentSafe(t *testing.T) {
	r := registry(t, jobs.Options{Deliver: func(jobs.Notice) {}})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			owner := fmt.Sprint("owner", i)
			for range 20 {
				l := newLabour()
				info, err := r.Start(l.start(owner))
				if err != nil {
					t.Error(err)
					return
				}
				_, _, _ = r.Read(info.ID, owner)
				_, _, _ = r.Kill(info.ID, owner)
				_, _ = r.Wait(context.Background(), info.ID, owner, time.Minute)
				_ = r.List(owner)
			}
		})
	}
	all.Wait()
}

func ExampleRegistry() {
	r := jobs.New(jobs.Options{})
	done := make(chan jobs.End, 1)
	info, _ := r.Start(jobs.Start{Kind: "build", Label: "make all",
		Run: func() (jobs.Work, error) {
			return jobs.Work{
				Cancel: func() { done <- jobs.End{Status: jobs.StatusKilled} },
				Wait:   func() jobs.End { return <-done },
				Read:   func() string { return "compiling\n" },
			}, nil
		}})
	text, info, _ := r.Read(info.ID, "")
	fmt.Print(info.ID, " ", info.Status, ": ", text)
	_, _, _ = r.Kill(info.ID, "")
	info, _ = r.Wait(context.Background(), info.ID, "", time.Minute)
	fmt.Println(info.State())
	_ = r.Close(context.Background())
	// Output:
	// build-1 running: compiling
	// [status: killed]
}
