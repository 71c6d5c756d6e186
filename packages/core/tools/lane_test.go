package tools_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// journal collects what happened, in order.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.lines, " ")
}

// sleeper is a tool whose calls take args.ms of virtual time and are safe to
// overlap if args.safe.
func sleeper(j *journal) tools.Definition {
	d := rawTool("sleep", func(ctx context.Context, x *tools.Exec) (any, error) {
		j.add("start:%s", x.ID())
		defer j.add("end:%s", x.ID())
		ms, _ := x.Arguments().Get("ms")
		n, _ := ms.AsNumber()
		d, _ := n.Int64()
		select {
		case <-time.After(time.Duration(d) * time.Millisecond):
			return x.ID(), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	d.ConcurrencySafe = func(args jsonvalue.Value) bool {
		v, _ := args.Get("safe")
		safe, _ := v.AsBool()
		return safe
	}
	return d
}

func sleeps(calls ...string) []tools.RawCall {
	raw := make([]tools.RawCall, len(calls))
	for i, c := range calls {
		id, rest, _ := strings.Cut(c, ":")
		ms, mode, _ := strings.Cut(rest, ":")
		raw[i] = tools.RawCall{CallID: id, Name: "sleep", Arguments: fmt.Sprintf(`{"ms":%s,"safe":%v}`, ms, mode == "safe")}
	}
	return raw
}

// fakeLog records into the journal and fails on demand.
type fakeLog struct {
	*journal
	failAt string
	seq    uint64
}

func (l *fakeLog) RecordCall(_ context.Context, c tools.CallRecord) (uint64, error) {
	if l.failAt == "call:"+c.CallID {
		return 0, errors.New("disk full")
	}
	l.seq++
	l.add("call:%s", c.CallID)
	return l.seq, nil
}

func (l *fakeLog) RecordResult(ctx context.Context, r tools.ResultRecord) error {
	if l.failAt == "result:"+r.CallID {
		return errors.New("disk full")
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	status := "ok"
	if r.IsError {
		status = "error"
	}
	if r.Info != nil {
		status = string(r.Info.Code)
	}
	l.add("result:%s:%s", r.CallID, status)
	return nil
}

func TestLaneOrder(t *testing.T) {
	for _, tt := range []struct {
		name  string
		calls []string
		cap   int
		want  string
	}{
		{"safe calls overlap, commits keep order", []string{"a:5:safe", "b:1:safe"}, 10,
			"call:a call:b start:a start:b end:b end:a result:a:ok result:b:ok"},
		{"an exclusive call is a barrier", []string{"a:2:safe", "x:1:", "b:1:safe"}, 10,
			"call:a start:a end:a result:a:ok call:x start:x end:x result:x:ok call:b start:b end:b result:b:ok"},
		{"cap 1 is serial", []string{"a:1:safe", "b:1:safe"}, 1,
			"call:a start:a end:a result:a:ok call:b start:b end:b result:b:ok"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, j := newWorld(t), &journal{}
				w.register(sleeper(j))
				w.run(t.Context(), &tools.Batch{
					Calls: sleeps(tt.calls...), Recorder: &fakeLog{journal: j},
					MaxParallel: func() int { return tt.cap },
				})
				if got := settleStarts(j.String()); got != settleStarts(tt.want) {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
			})
		})
	}
}

// settleStarts sorts neighbouring start lines and call lines: bodies of one
// group start in the same instant, and which goroutine writes first is chance.
func settleStarts(text string) string {
	lines := strings.Fields(text)
	isEarly := func(l string) bool { return strings.HasPrefix(l, "start:") || strings.HasPrefix(l, "call:") }
	for i := 0; i < len(lines); {
		k := i
		for k < len(lines) && isEarly(lines[k]) {
			k++
		}
		slices.Sort(lines[i:k])
		i = k + 1
	}
	return strings.Join(lines, " ")
}

// Running bodies are awaited; calls never started still get both records.
func TestCancelledBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, j := newWorld(t), &journal{}
		w.register(sleeper(j))
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Millisecond)
		defer cancel()
		results := w.run(ctx, &tools.Batch{
			Calls:    sleeps("a:1:safe", "b:9:safe", "x:1:", "c:1:safe"),
			Recorder: &fakeLog{journal: j}, MaxParallel: func() int { return 2 },
		})
		var codes []string
		for _, r := range results {
			code := "ok"
			if r.IsError() {
				code = string(r.Failure().Code())
			}
			codes = append(codes, code)
		}
		want := []string{"ok", "ABORTED", "ABORTED_BEFORE_DISPATCH", "ABORTED_BEFORE_DISPATCH"}
		if !slices.Equal(codes, want) {
			t.Errorf("got codes %v, want %v", codes, want)
		}
		records := j.String()
		if !strings.HasSuffix(records, "call:x result:x:ABORTED_BEFORE_DISPATCH call:c result:c:ABORTED_BEFORE_DISPATCH") {
			t.Errorf("synthetic records are missing: %s", records)
		}
	})
}

// A recorder that fails stops the batch; what runs is awaited, and no result
// is invented.
func TestRecorderFailure(t *testing.T) {
	for _, at := range []string{"call:b", "result:a"} {
		synctest.Test(t, func(t *testing.T) {
			w, j := newWorld(t), &journal{}
			w.register(sleeper(j))
			_, err := w.reg.Execute(t.Context(), &tools.Batch{
				Calls: sleeps("a:1:safe", "b:5:safe", "c:1:"), Recorder: &fakeLog{journal: j, failAt: at},
			})
			if failed, ok := errors.AsType[*tools.Error](err); !ok || failed.Code != tools.CodeScheduler {
				t.Fatalf("%s: got %v, want SCHEDULER_FAILED", at, err)
			}
			if got := j.String(); strings.Count(got, "start:") != strings.Count(got, "end:") || strings.Contains(got, "c") && strings.Contains(got, "start:c") {
				t.Errorf("%s: a body was abandoned or started late: %s", at, got)
			}
		})
	}
}

// Executors are chosen per batch; an accepted batch is settled by the one that
// took it (R91).
func TestExecutorChoice(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("tool", nothing))
	agent, s := w.agent("a", nil)
	undo, err := w.reg.Mount(s, pool{w.reg})
	must(t, err)
	if _, err := w.reg.Mount(s, pool{w.reg}); codeOf(err) != "EXECUTOR_TAKEN" {
		t.Errorf("second executor at one key: got %v, want EXECUTOR_TAKEN", err)
	}
	must(t, undo(t.Context()))
	batch := &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "tool"}}, Agent: agent}
	if _, err := w.reg.Execute(t.Context(), batch); err != nil {
		t.Errorf("the outer executor did not take over: %v", err)
	}
	bare, err := tools.New(tools.Options{})
	must(t, err)
	if _, err := bare.Execute(t.Context(), batch); codeOf(err) != "NO_EXECUTOR" {
		t.Errorf("no executor: got %v, want NO_EXECUTOR", err)
	}
	if _, err := bare.Execute(t.Context(), nil); codeOf(err) != "NIL_ARGUMENT" {
		t.Errorf("nil batch: got %v, want NIL_ARGUMENT", err)
	}
}

// A wrapper may call the rest again, late, or from several goroutines.
func TestWrappersOfEveryKind(t *testing.T) {
	type next = event.Next[*tools.Call, *tools.Result]
	for _, tt := range []struct {
		name string
		wrap func(ctx context.Context, n next) (*tools.Result, error)
		want string
		runs int
	}{
		{"twice", func(ctx context.Context, n next) (*tools.Result, error) {
			if _, err := n.Do(ctx); err != nil {
				return nil, err
			}
			return n.Do(ctx)
		}, "ok", 2},
		{"never", func(context.Context, next) (*tools.Result, error) {
			return tools.Fail(&tools.Error{Name: "Busy", Code: "BUSY", Message: "busy"}), nil
		}, "BUSY", 0},
		{"concurrently", func(ctx context.Context, n next) (*tools.Result, error) {
			var wg sync.WaitGroup
			results := make([]*tools.Result, 4)
			for i := range results {
				wg.Go(func() { results[i], _ = n.Do(ctx) })
			}
			wg.Wait()
			return results[3], nil
		}, "ok", 4},
		{"detached context", func(ctx context.Context, n next) (*tools.Result, error) {
			return n.Do(context.WithoutCancel(ctx))
		}, "ok", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			var mu sync.Mutex
			runs := 0
			w.register(rawTool("tool", func(context.Context, *tools.Exec) (any, error) {
				mu.Lock()
				defer mu.Unlock()
				runs++
				return "v", nil
			}))
			must(t, w.reg.Events.Execute.On(w.root, func(ctx context.Context, _ *tools.Call, n next) (*tools.Result, error) {
				return tt.wrap(ctx, n)
			}))
			r := w.call(t.Context(), "tool", "")
			got := "ok"
			if r.IsError() {
				got = string(r.Failure().Code())
			}
			if got != tt.want || runs != tt.runs {
				t.Errorf("got %s after %d runs, want %s after %d", got, runs, tt.want, tt.runs)
			}
		})
	}
}

// The caller's cancellation reaches the body through a wrapper that detached
// its context.
func TestWrapperCannotShedCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.register(rawTool("tool", func(ctx context.Context, _ *tools.Exec) (any, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}))
		must(t, w.reg.Events.Execute.On(w.root, func(_ context.Context, _ *tools.Call, n event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
			return n.Do(context.Background())
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if r := w.call(ctx, "tool", ""); !r.IsError() || r.Failure().Code() != tools.CodeAborted {
			t.Errorf("got %+v, want ABORTED", r.Failure())
		}
	})
}
