package ptc_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// faultyStore does as its functions say when a nested call is recorded.
type faultyStore struct {
	journal
	start, settle func() error
}

func (s *faultyStore) RecordSubcallStart(ctx context.Context, c tools.SubcallRecord) error {
	if s.start != nil {
		if err := s.start(); err != nil {
			return err
		}
	}
	return s.journal.RecordSubcallStart(ctx, c)
}

func (s *faultyStore) RecordSubcallSettle(ctx context.Context, c tools.SubcallRecord) error {
	if s.settle != nil {
		if err := s.settle(); err != nil {
			return err
		}
	}
	return s.journal.RecordSubcallSettle(ctx, c)
}

// A settlement that cannot be recorded fails the program, however that shows, and
// the process and the other records go on.
func TestFaultySettlements(t *testing.T) {
	for name, fault := range map[string]struct {
		settle func() error
		want   string
	}{
		"error": {func() error { return errors.New("disk full") }, "disk full"},
		"panic": {func() error { panic("boom") }, "boom"},
		"exit":  {func() error { goruntime.Goexit(); return nil }, "the record of a call ended its goroutine"},
	} {
		t.Run(name, func(t *testing.T) {
			eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
				w := world(ptc.Config{}, func(_ context.Context, p *calls) string {
					p.await("tool", "{}")
					p.await("tool", "{}")
					return "1"
				})
				w.tool("tool", returns("v"))
				first := true
				store := &faultyStore{settle: func() error {
					if !first {
						return nil
					}
					first = false
					return fault.settle()
				}}
				f := w.recorded(t, store).Result.Failure()
				if f == nil || !strings.Contains(f.Message(), fault.want) {
					t.Errorf("got %+v, want %q", f, fault.want)
				}
				if got := store.String(); !strings.Contains(got, "settle:call-1:code:2") {
					t.Errorf("recorded %s", got)
				}
			})
		})
	}
}

// A start that cannot be recorded ends the program at once: the calls that run are
// cancelled, not waited for.
func TestFaultyStart(t *testing.T) {
	for name, fault := range map[string]func() error{
		"error": func() error { return errors.New("disk full") },
		"panic": func() error { panic("disk full") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, ptc.Config{}, func(ctx context.Context, p *calls) string {
					p.start("safe", "{}")
					p.start("safe", "{}")
					<-ctx.Done()
					return "1"
				})
				w.tool("safe", waits(time.Hour))
				starts := 0
				store := &faultyStore{start: func() error {
					if starts++; starts == 2 {
						return fault()
					}
					return nil
				}}
				began := time.Now()
				f := w.recorded(t, store).Result.Failure()
				if f == nil || !strings.Contains(f.Message(), "disk full") || time.Since(began) != 0 {
					t.Errorf("got %+v after %v", f, time.Since(began))
				}
			})
		})
	}
}

// recorded dispatches run_code with a recorder of its own.
func (w *world) recorded(t *testing.T, store tools.Recorder) *tools.Outcome {
	t.Helper()
	call := tools.RawCall{CallID: "call-1", Name: "run_code", Arguments: runCode}
	out, err := w.reg.Execute(t.Context(), &tools.Batch{Agent: w.agent, Calls: []tools.RawCall{call}, Recorder: store})
	must(t, err)
	return &out.Outcomes[0]
}

// Members that only lone surrogates tell apart are refused, not merged.
func TestNamesOfSurrogates(t *testing.T) {
	const two, one = `{"\ud800":1,"a:\"":{"\udbff":2,"\ud801":3}}`, `{"\ud800":1,"a:\"":{"\udbff":2}}`
	w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
		if o := p.await("tool", two); o.OK || !strings.Contains(o.Text, "differ in lone surrogates alone") {
			t.Errorf("the call got %+v", o)
		}
		if o := p.await("tool", one); !o.OK {
			t.Errorf("the call got %+v", o)
		}
		return two
	})
	w.tool("tool", returns("v"))
	f := w.run(t.Context()).Result.Failure()
	if f == nil || !strings.Contains(f.Message(), "invalid-output") || !strings.Contains(f.Message(), "lone surrogates") {
		t.Errorf("got %+v", f)
	}
}
