package tools_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// refused fails the test unless err has the code.
func refused(t *testing.T, err error, code tools.Code) {
	t.Helper()
	if bad, ok := errors.AsType[*tools.Error](err); !ok || bad.Code != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

// An observer may keep a call and look at its card, budget and traits while the
// lane decides about it.
func TestKeptCallConcurrentSafe(t *testing.T) {
	w := newWorld(t)
	d := rawTool("t", nothing)
	d.PresentCall = func(jsonvalue.Value) tools.CallView { return tools.GenericCall{Title: "x"} }
	w.register(d)
	transport, err := tools.Compile(rawTool(tools.ReservedName, nothing))
	must(t, err)
	l := w.reg.NewLane(t.Context(), tools.LaneConfig{Transport: &tools.Transport{Tool: transport, Only: true}})
	var wg sync.WaitGroup
	for range 20 {
		_, c := l.Submit(tools.Invocation{CallID: "1", Name: "t"})
		wg.Go(func() {
			for range 100 {
				c.PresentCall()
				c.Timeout()
				c.Traits()
			}
		})
	}
	l.Close()
	if _, err := l.Run(); err != nil {
		t.Error(err)
	}
	wg.Wait()
}

// A call that turned exclusive runs as a barrier, whatever its classifier would
// say later (R81).
func TestTurnedExclusiveStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		second := func(context.Context, *tools.Exec) (any, error) { time.Sleep(time.Second); return "ok", nil }
		asked := 0
		flip := rawTool("flip", second)
		flip.ConcurrencySafe = func(jsonvalue.Value) bool { asked++; return asked > 1 }
		w.register(flip)
		safe := rawTool("safe", second)
		safe.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
		w.register(safe)
		start := time.Now()
		w.run(t.Context(), &tools.Batch{Calls: []tools.RawCall{
			{CallID: "1", Name: "safe"}, {CallID: "2", Name: "flip"}, {CallID: "3", Name: "safe"},
		}})
		if took := time.Since(start); took != 3*time.Second || asked != 1 {
			t.Errorf("took %v with %d questions, want 3s and one", took, asked)
		}
	})
}

func TestLaneRunTwice(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("t", nothing))
	l := w.reg.NewLane(t.Context(), tools.LaneConfig{})
	l.Submit(tools.Invocation{Name: "t"})
	l.Close()
	if n, err := l.Run(); n != 1 || err != nil {
		t.Fatalf("first run: %d, %v", n, err)
	}
	l.Submit(tools.Invocation{Name: "t"})
	n, err := l.Run()
	refused(t, err, tools.CodeScheduler)
	if n != 0 {
		t.Errorf("the second run committed %d calls", n)
	}
}

type nilApprover struct{}

func (*nilApprover) Approve(context.Context, tools.ApprovalRequest) (tools.Approval, error) {
	panic("never")
}

func TestTypedNilCollaborators(t *testing.T) {
	w := newWorld(t)
	s, err := w.root.Keyed("a", nil)
	must(t, err)
	_, err = w.reg.Mount(s, (*pool)(nil))
	refused(t, err, tools.CodeNilArgument)
	_, err = w.reg.ProvideApprover(s, (*nilApprover)(nil))
	refused(t, err, tools.CodeNilArgument)
}

// Parameters that no provider takes are refused; null reads as none.
func TestParametersOfRawTools(t *testing.T) {
	w := newWorld(t)
	register := func(name, parameters string) error {
		d := rawTool(name, nothing)
		v, err := jsonvalue.ParseString(parameters)
		must(t, err)
		d.Parameters = v
		return undoOnly(w.reg.Register(w.root, d))
	}
	for _, parameters := range []string{`3`, `true`, `[]`, `"x"`} {
		refused(t, register("bad", parameters), tools.CodeBadDefinition)
	}
	for i, parameters := range []string{
		`null`, `{}`, `{"type":"object"}`, `{"oneOf":[{"type":"object"}]}`, `{"$ref":"#/$defs/a"}`,
	} {
		must(t, register(fmt.Sprintf("good%d", i), parameters))
	}
	if got := w.reg.Schemas(nil, nil)[0].Parameters.Text(); got != `{"type":"object","properties":{}}` {
		t.Errorf("null is declared as %s", got)
	}
}

// Names that a model made up are repeated only so far.
func TestLongNamesAreCut(t *testing.T) {
	w := newWorld(t)
	d := rawTool("closed", nothing)
	parameters, err := jsonvalue.ParseString(`{"type":"object","additionalProperties":false}`)
	must(t, err)
	d.Arguments, err = schema.Compile(parameters)
	must(t, err)
	w.register(d)
	long := strings.Repeat("é", 50_000)
	for what, r := range map[string]*tools.Result{
		"tool name": w.call(t.Context(), long, "{}"),
		"member":    w.call(t.Context(), "closed", `{"`+long+`":1}`),
	} {
		if r.Failure() == nil {
			t.Errorf("%s: the call succeeded", what)
		} else if n := len(r.Failure().Message()); n > 1000 {
			t.Errorf("%s: the message has %d bytes", what, n)
		}
	}
}

// panicAs is an error whose As panics.
type panicAs struct{}

func (panicAs) Error() string { return "bad" }
func (panicAs) As(any) bool   { panic("as") }

func TestConditionErrorPanics(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("t", nothing), tools.When(func(context.Context, tools.Activation) (bool, error) {
		return false, panicAs{}
	}))
	if _, err := w.reg.Resolve(t.Context(), tools.Activation{}); err == nil {
		t.Error("the set resolved")
	}
}

// Long filters cost a view what their length is, not that times the tools.
func BenchmarkRestrictedView(b *testing.B) {
	for _, n := range []int{500, 5000} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			w := newWorld(b)
			names := make([]string, n)
			for i := range n {
				names[i] = fmt.Sprintf("tool%d", i)
				w.register(rawTool(names[i], nothing))
			}
			agent, s := w.agent("a", nil)
			must(b, undoOnly(w.reg.Restrict(s, tools.Restriction{Allow: names})))
			for _, name := range names[:n/10] {
				must(b, undoOnly(w.reg.Restrict(s, tools.Restriction{Deny: []string{name}})))
			}
			b.ReportAllocs()
			for b.Loop() {
				undo, err := w.reg.Guard(w.root, func(*tools.Call) (string, bool) { return "", false })
				must(b, err)
				if len(w.reg.Definitions(agent.Key, nil)) != n-n/10 {
					b.Fatal("wrong view")
				}
				must(b, undo(b.Context()))
			}
		})
	}
}
