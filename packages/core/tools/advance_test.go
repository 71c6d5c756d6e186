package tools_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// commits counts the commits of a lane.
type commits struct{ text []string }

func (*commits) Started(int, *tools.Call) error { return nil }
func (c *commits) Committed(_ int, o *tools.Outcome) error {
	line := o.Call.ID()
	if f := o.Result.Failure(); f != nil {
		line += " failed: " + f.Message()
	}
	c.text = append(c.text, line)
	return nil
}

func submit(l *tools.Lane, calls ...string) {
	for _, c := range sleeps(calls...) {
		l.Submit(tools.Invocation{CallID: c.CallID, Name: c.Name, Text: c.Arguments})
	}
}

// Advance comes back with each commit, and when nothing is left; calls that are
// submitted between are taken on, and Run ends what is left.
func TestAdvance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, j, seen := newWorld(t), &journal{}, &commits{}
		w.register(sleeper(j))
		l := w.reg.NewLane(t.Context(), tools.LaneConfig{Observer: seen})
		steps := []struct {
			submit []string
			want   string // committed so far
			after  time.Duration
		}{
			{nil, "", 0},
			{[]string{"a:5:safe", "b:1:safe"}, "a", 5 * time.Millisecond},
			{[]string{"c:1:safe"}, "a b", 5 * time.Millisecond},
			{nil, "a b c", 6 * time.Millisecond},
			{nil, "a b c", 6 * time.Millisecond},
			{[]string{"d:2:"}, "a b c d", 8 * time.Millisecond},
		}
		start := time.Now()
		for i, s := range steps {
			submit(l, s.submit...)
			must(t, l.Advance(i%2 == 0))
			if got := strings.Join(seen.text, " "); got != s.want || time.Since(start) != s.after {
				t.Errorf("step %d: %q after %v, want %q after %v", i, got, time.Since(start), s.want, s.after)
			}
		}
		submit(l, "e:1:safe")
		l.Close()
		if n, err := l.Run(); n != 5 || err != nil {
			t.Errorf("Run gives %d, %v, want 5 commits", n, err)
		}
	})
}

// A call that is alone in a sole lane runs on the goroutine of Advance. When its
// body ends that, the call has failed, and the lane goes on from elsewhere.
func TestAdvanceHere(t *testing.T) {
	w, seen := newWorld(t), &commits{}
	d := rawTool("exits", func(context.Context, *tools.Exec) (any, error) { runtime.Goexit(); return nil, nil })
	d.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
	w.register(d)
	l := w.reg.NewLane(t.Context(), tools.LaneConfig{Observer: seen})
	l.Submit(tools.Invocation{CallID: "1", Name: "exits"})
	returned, ended := false, make(chan struct{})
	go func() {
		defer close(ended)
		must(t, l.Advance(true))
		returned = true
	}()
	<-ended
	if returned || len(seen.text) != 0 {
		t.Errorf("the body ran elsewhere: %v", seen.text)
	}
	must(t, l.Advance(false))
	l.Close()
	if n, err := l.Run(); n != 1 || err != nil || !strings.Contains(strings.Join(seen.text, ""), "goroutine") {
		t.Errorf("%d commits, %v: %v", n, err, seen.text)
	}
}

// Bodies that others wait behind run in the pool, whoever drives.
func TestAdvanceElsewhere(t *testing.T) {
	w, seen := newWorld(t), &commits{}
	gate := make(chan struct{})
	d := rawTool("gate", func(_ context.Context, x *tools.Exec) (any, error) {
		if x.ID() == "2" {
			close(gate)
		}
		<-gate
		return "v", nil
	})
	d.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
	w.register(d)
	l := w.reg.NewLane(t.Context(), tools.LaneConfig{Observer: seen})
	l.Submit(tools.Invocation{CallID: "1", Name: "gate"})
	l.Submit(tools.Invocation{CallID: "2", Name: "gate"})
	must(t, l.Advance(true))
	must(t, l.Advance(true))
	if got := strings.Join(seen.text, " "); got != "1 2" {
		t.Errorf("committed %q", got)
	}
	l.Close()
	if _, err := l.Run(); err != nil {
		t.Error(err)
	}
}

// A cancelled lane starts nothing more.
func TestAdvanceCancelled(t *testing.T) {
	w, seen := newWorld(t), &commits{}
	w.register(rawTool("tool", nothing))
	ctx, cancel := context.WithCancel(t.Context())
	l := w.reg.NewLane(ctx, tools.LaneConfig{Observer: seen})
	l.Submit(tools.Invocation{CallID: "1", Name: "tool"})
	cancel()
	must(t, l.Advance(true))
	if n, err := l.Run(); n != 0 || err != nil || len(seen.text) != 0 {
		t.Errorf("%d commits, %v", n, err)
	}
}
