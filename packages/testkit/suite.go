package testkit

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// ExecutorSuite is the contract of an executor as a test (R91).
type ExecutorSuite struct {
	// New makes the executor under test over a registry. It is called once for
	// each case. What the executor needs closed, it must close with the scope or
	// the test that it was made in.
	New func(t *testing.T, reg *tools.Registry) (tools.Executor, error)
	// Reach turns a call of a tool into the call that a model makes to have that
	// tool run once under this executor: the same id, another name and other
	// arguments. Nil means that tools are called directly; the cases about
	// overlap, failure codes and contexts of single calls run only then, and all
	// cases run in testing/synctest bubbles.
	Reach func(c tools.RawCall) tools.RawCall
}

// TestExecutor runs the contract of an executor under which the model calls
// tools directly. Each case is a subtest and explains itself when it fails.
func TestExecutor(t *testing.T, newExecutor func(reg *tools.Registry) (tools.Executor, error)) {
	ExecutorSuite{New: func(_ *testing.T, reg *tools.Registry) (tools.Executor, error) {
		return newExecutor(reg)
	}}.Run(t)
}

// Run runs the cases.
func (s ExecutorSuite) Run(t *testing.T) {
	for _, c := range executorCases() {
		if c.direct && s.Reach != nil {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			CheckLeaks(t)
			if s.Reach != nil {
				s.runCase(t, c)
				return
			}
			synctest.Test(t, func(t *testing.T) { s.runCase(t, c) })
		})
	}
}

func (s ExecutorSuite) runCase(t *testing.T, c executorCase) {
	defer func() {
		if t.Failed() {
			t.Log(c.explain)
		}
	}()
	c.run(s.prepare(t))
}

// executorCase is one clause of the contract.
type executorCase struct {
	name, explain string
	// direct limits the case to executors under which tools are called directly.
	direct bool
	run    func(x *executorTest)
}

// patience ends a case that hangs. It is no measurement: a case that passes
// never waits for it, and in a bubble it takes no time.
const patience = time.Minute

// executorTest is a case with its registry and executor.
type executorTest struct {
	*Kit
	t     *testing.T
	suite ExecutorSuite
	under tools.Executor
	ctx   context.Context
}

func (s ExecutorSuite) prepare(t *testing.T) *executorTest {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	x := &executorTest{Kit: bare(t), t: t, suite: s, ctx: ctx}
	var err error
	if x.under, err = s.New(t, x.Registry); err != nil {
		t.Fatalf("the constructor failed: %v", err)
	}
	x.Kit.Mount(x.Root, x.under)
	return x
}

// batch is a batch of calls to tools, made as a model makes them.
func (x *executorTest) batch(pairs ...string) *tools.Batch {
	b := &tools.Batch{Calls: Calls(pairs...)}
	if x.suite.Reach != nil {
		for i, c := range b.Calls {
			b.Calls[i] = x.suite.Reach(c)
		}
	}
	return b
}

// settled is a finished batch.
type settled struct {
	result *tools.BatchResult
	err    error
}

// start runs a batch beside the case.
func (x *executorTest) start(ctx context.Context, b *tools.Batch) <-chan settled {
	done := make(chan settled, 1)
	go func() {
		r, err := x.Registry.Execute(ctx, b)
		done <- settled{r, err}
	}()
	return done
}

// finish waits for a batch that must not be rejected.
func (x *executorTest) finish(done <-chan settled) *tools.BatchResult {
	x.Helper()
	select {
	case s := <-done:
		if s.err != nil {
			x.Fatalf("the batch was rejected: %v", s.err)
		}
		return s.result
	case <-x.ctx.Done():
		x.Fatal("the batch did not end")
	}
	return nil
}

// gate returns a gate that opens when the case ends, so that a case that fails
// leaves nothing behind.
func (x *executorTest) gate() *Gate {
	g := &Gate{}
	x.Cleanup(g.Open)
	return g
}

// await waits until bodies have started.
func (x *executorTest) await(g *Gate, ids ...string) {
	x.Helper()
	if err := g.Started(x.ctx, ids...); err != nil {
		x.Fatalf("bodies %q did not start: %v", ids, err)
	}
}

// quiet waits until everything that can happen without the test has happened.
// It is for the cases of direct calls, which run in bubbles.
func (x *executorTest) quiet() { synctest.Wait() }

// statuses are the outcomes of a batch in one word each.
func statuses(r *tools.BatchResult) []string {
	var words []string
	for _, o := range r.Outcomes {
		words = append(words, o.Call.ID()+":"+Status(o.Result))
	}
	return words
}
