package testkit

import (
	"context"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/google/go-cmp/cmp"
)

// WatchFrozen copies arguments and results as they pass the stages of every call
// that s hears of, and fails the test at its end if one of them has changed
// since (R39a). It stands in front of the listeners that are already mounted.
func WatchFrozen(tb testing.TB, s *scope.Scope, reg *tools.Registry) *Frozen {
	tb.Helper()
	f := &Frozen{}
	for _, err := range []error{f.watchCalls(s, reg), f.watchResults(s, reg)} {
		if err != nil {
			tb.Fatal(err)
		}
	}
	tb.Cleanup(func() {
		for _, change := range f.Changes() {
			tb.Error(change)
		}
	})
	return f
}

// Frozen holds the copies that [WatchFrozen] made. Safe for concurrent use.
type Frozen struct {
	mu     sync.Mutex
	copies []frozenCopy
}

// frozenCopy is a value as it was, and how to read it as it is.
type frozenCopy struct {
	where string
	was   any
	now   func() any
}

// resultCopy is the content of a result by value.
type resultCopy struct {
	Value, Meta string
	Status      string
	Message     string
	Content     llm.Content
	Contexts    []llm.Message
	Concludes   bool
}

func copyResult(r *tools.Result) any {
	c := resultCopy{
		Value: r.Value().Text(), Meta: r.Meta().Text(), Status: Status(r),
		Content: r.Content().Clone(), Concludes: r.ConcludesTurn(),
	}
	if f := r.Failure(); f != nil {
		c.Message = f.Message()
	}
	for _, m := range r.Contexts() {
		c.Contexts = append(c.Contexts, m.Clone())
	}
	return c
}

func (f *Frozen) keep(where string, read func() any) {
	was := read()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.copies = append(f.copies, frozenCopy{where, was, read})
}

func (f *Frozen) watchCalls(s *scope.Scope, reg *tools.Registry) error {
	type next = event.Next[*tools.Call, tools.Decision]
	return reg.Events.PreExecute.On(s,
		func(ctx context.Context, c *tools.Call, n next) (tools.Decision, error) {
			f.keep("arguments of "+c.ID()+" since pre policy", func() any { return c.Arguments().Text() })
			return n.Do(ctx)
		}, event.Front(), event.Label("testkit frozen"))
}

func (f *Frozen) watchResults(s *scope.Scope, reg *tools.Registry) error {
	type next = event.Next[*tools.Inspection, tools.PostDecision]
	err := reg.Events.PostExecute.On(s,
		func(ctx context.Context, i *tools.Inspection, n next) (tools.PostDecision, error) {
			f.keep("result of "+i.Call.ID()+" since post policy", func() any { return copyResult(i.Result) })
			return n.Do(ctx)
		}, event.Front(), event.Label("testkit frozen"))
	if err != nil {
		return err
	}
	return reg.Events.Result.On(s, func(_ context.Context, o *tools.Outcome) error {
		f.keep(
			"result of "+o.Call.ID()+" since its publication",
			func() any { return copyResult(o.Result) },
		)
		return nil
	}, event.Front(), event.Label("testkit frozen"))
}

// Changes compares every copy with the present and returns the differences.
func (f *Frozen) Changes() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var changes []string
	for _, c := range f.copies {
		if diff := cmp.Diff(c.was, c.now()); diff != "" {
			changes = append(changes, "changed: "+c.where+" (-was +is):\n"+diff)
		}
	}
	return changes
}
