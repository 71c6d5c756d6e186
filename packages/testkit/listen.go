package testkit

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Record is one thing that happened to a call.
type Record struct {
	// What is the stage: "pre", "guard", "execute", "executed", "post", "result",
	// "progress", or the name of a pipeline stage from a [Recording.Trace].
	What string
	// CallID and Tool say to which call; both are empty for "change".
	CallID, Tool string
	// Status is the result's, see [Status], where there is one: after the
	// wrappers, in post policy and at the end.
	Status string
}

// String is the record in one word, such as "post:call-1:ok".
func (r Record) String() string {
	text := r.What
	for _, part := range []string{r.CallID, r.Status} {
		if part != "" {
			text += ":" + part
		}
	}
	return text
}

// Recording is what listeners of every stage heard. Get one from [Listen]. Safe
// for concurrent use.
type Recording struct {
	mu      sync.Mutex
	records []Record
}

// Listen mounts a delegating listener on every event of the registry and a
// guard that denies nothing, all over the key of s, and returns what they hear.
func Listen(tb testing.TB, s *scope.Scope, reg *tools.Registry) *Recording {
	tb.Helper()
	r := &Recording{}
	for _, err := range []error{r.listenDecisions(s, reg), r.listenResults(s, reg)} {
		if err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := reg.Guard(s, func(c *tools.Call) (string, bool) {
		r.add("guard", c, nil)
		return "", false
	}); err != nil {
		tb.Fatal(err)
	}
	return r
}

func (r *Recording) add(what string, c *tools.Call, result *tools.Result) {
	rec := Record{What: what}
	if c != nil {
		rec.CallID, rec.Tool = c.ID(), c.Name()
	}
	if result != nil {
		rec.Status = Status(result)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records = append(r.records, rec)
}

func (r *Recording) listenDecisions(s *scope.Scope, reg *tools.Registry) error {
	type next = event.Next[*tools.Call, tools.Decision]
	err := reg.Events.PreExecute.On(s,
		func(ctx context.Context, c *tools.Call, n next) (tools.Decision, error) {
			r.add("pre", c, nil)
			return n.Do(ctx)
		}, event.Label("testkit"))
	if err != nil {
		return err
	}
	return reg.Events.Change.On(s, func(context.Context, tools.Change) error {
		r.add("change", nil, nil)
		return nil
	}, event.Label("testkit"))
}

func (r *Recording) listenResults(s *scope.Scope, reg *tools.Registry) error {
	type nextResult = event.Next[*tools.Call, *tools.Result]
	type nextPost = event.Next[*tools.Inspection, tools.PostDecision]
	ev := &reg.Events
	for _, err := range []error{
		ev.Execute.On(s, func(ctx context.Context, c *tools.Call, n nextResult) (*tools.Result, error) {
			r.add("execute", c, nil)
			result, err := n.Do(ctx)
			r.add("executed", c, result)
			return result, err
		}, event.Label("testkit")),
		ev.PostExecute.On(s,
			func(ctx context.Context, i *tools.Inspection, n nextPost) (tools.PostDecision, error) {
				r.add("post", i.Call, i.Result)
				return n.Do(ctx)
			}, event.Label("testkit")),
		ev.Result.On(s, func(_ context.Context, o *tools.Outcome) error {
			r.add("result", o.Call, o.Result)
			return nil
		}, event.Label("testkit")),
		ev.Progress.On(s, func(_ context.Context, p *tools.Progress) error {
			r.add("progress", p.Call, nil)
			return nil
		}, event.Label("testkit")),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// Trace is a [tools.Tracer] that adds the pipeline's own stages to the record.
func (r *Recording) Trace(c *tools.Call, stage tools.Stage) { r.add(string(stage), c, nil) }

// All returns what was heard so far, in order.
func (r *Recording) All() []Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Record(nil), r.records...)
}

// Of returns what was heard about one call, as words without the call's id.
func (r *Recording) Of(callID string) []string {
	var words []string
	for _, rec := range r.All() {
		if rec.CallID == callID {
			rec.CallID = ""
			words = append(words, rec.String())
		}
	}
	return words
}

// Calls returns the ids of the calls for which this was heard, in order.
func (r *Recording) Calls(what string) []string {
	var ids []string
	for _, rec := range r.All() {
		if rec.What == what {
			ids = append(ids, rec.CallID)
		}
	}
	return ids
}

// String is the whole record on one line.
func (r *Recording) String() string {
	var words []string
	for _, rec := range r.All() {
		words = append(words, rec.String())
	}
	return strings.Join(words, " ")
}
