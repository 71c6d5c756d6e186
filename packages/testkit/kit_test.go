package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// spy is a test that notes its failures instead of failing.
type spy struct {
	testing.TB
	failures []string
	cleanups []func()
}

func (s *spy) Helper()                   {}
func (s *spy) Cleanup(f func())          { s.cleanups = append(s.cleanups, f) }
func (s *spy) Error(args ...any)         { s.failures = append(s.failures, fmt.Sprint(args...)) }
func (s *spy) Errorf(f string, a ...any) { s.failures = append(s.failures, fmt.Sprintf(f, a...)) }

func (s *spy) end() {
	for i := len(s.cleanups) - 1; i >= 0; i-- {
		s.cleanups[i]()
	}
}

func TestContentFixture(t *testing.T) {
	k := testkit.New(t)
	d, err := testkit.Content(
		"show",
		llm.Content{llm.Text{Text: "own"}, llm.Image{MediaType: "image/png", Data: []byte{1}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	k.Register(d)
	r := k.Call(t.Context(), "show", "")
	if len(r.Content()) != 2 || r.Content().Text() != "own" || !r.Content().HasImage() {
		t.Errorf("content of its own is %v", r.Content())
	}
	r = k.Call(t.Context(), "show", `{"content":[{"type":"text","text":"given"}]}`)
	if got := r.Content().Text(); got != "given" {
		t.Errorf("given content is %q", got)
	}
	if got := testkit.Status(k.Call(t.Context(), "show", `{"content":[{"type":"smell"}]}`)); got != "INVALID_TOOL_OUTPUT" {
		t.Errorf("content of unknown blocks is %s", got)
	}
}

func TestFixtures(t *testing.T) {
	k := testkit.New(t)
	k.Register(testkit.Echo("echo"))
	k.Register(testkit.Failing("fails", errors.New("no")))
	k.Register(testkit.Panicking("panics", "boom"))
	k.Register(testkit.Waiting("waits"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	k.Register(
		testkit.Tool(
			"cancels",
			func(context.Context, *tools.Exec) (any, error) { cancel(); return nil, nil },
		),
	)
	for _, c := range []struct{ name, want string }{
		{"echo", "ok"}, {"fails", "error"}, {"panics", "TOOL_PANIC"}, {"absent", "UNKNOWN_TOOL"}, {"cancels", "ABORTED"},
		{"waits", "ABORTED_BEFORE_DISPATCH"},
	} {
		if got := testkit.Status(k.Call(ctx, c.name, "{}")); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
	}
}

func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := testkit.New(t)
		var g testkit.Gate
		k.Register(g.Tool("gate", true))
		done := make(chan *tools.BatchResult)
		go func() {
			done <- k.Run(t.Context(), &tools.Batch{Calls: testkit.Calls("gate", "", "gate", "", "gate", "")})
		}()
		if err := g.Started(t.Context(), "call-1", "call-2"); err != nil {
			t.Fatal(err)
		}
		g.Fail("call-1", errors.New("held and refused"))
		g.Release("call-1", "call-2")
		synctest.Wait()
		if diff := cmp.Diff([]string{"call-3"}, g.Running()); diff != "" {
			t.Errorf("running (-want +got):\n%s", diff)
		}
		g.Open()
		r := <-done
		want := []string{"error", "ok", "ok"}
		for i, o := range r.Outcomes {
			if got := testkit.Status(o.Result); got != want[i] {
				t.Errorf("call %d is %s, want %s", i+1, got, want[i])
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := g.Started(ctx, "never"); !errors.Is(err, context.Canceled) {
			t.Errorf("waiting for what never starts ends with %v", err)
		}
	})
}

func TestListen(t *testing.T) {
	k := testkit.New(t)
	heard := testkit.Listen(t, k.Root, k.Registry)
	k.Register(testkit.Tool("work", func(_ context.Context, x *tools.Exec) (any, error) {
		x.Progress(1, 2, "half", jsonvalue.Value{})
		return nil, nil
	}))
	k.Run(t.Context(), &tools.Batch{Calls: testkit.Calls("work", ""), Trace: heard.Trace})
	want := []string{
		"prepare", "pre-execute", "pre", "guard", "guard", "execute", "execute", "body", "progress", "project",
		"executed:ok", "post-execute", "post:ok", "materialize", "result", "result:ok",
	}
	if diff := cmp.Diff(want, heard.Of("call-1")); diff != "" {
		t.Errorf("stages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{""}, heard.Calls("change")); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

func TestLog(t *testing.T) {
	k := testkit.New(t)
	k.Register(testkit.Echo("echo"))
	log := &testkit.Log{}
	k.Run(t.Context(), &tools.Batch{Calls: testkit.Calls("echo", "{}", "absent", ""), Recorder: log})
	const want = "call:call-1 result:call-1:ok call:call-2 result:call-2:UNKNOWN_TOOL"
	if log.String() != want {
		t.Errorf("log is %q, want %q", log, want)
	}
	if faults := log.Faults(); faults != nil {
		t.Errorf("faults: %q", faults)
	}
	if err := log.RecordResult(t.Context(), tools.ResultRecord{CallID: "call-1", CallSeq: 3}); err != nil {
		t.Fatal(err)
	}
	if got := len(log.Faults()); got != 2 {
		t.Errorf("a second result that cites another call is %d faults: %q", got, log.Faults())
	}
	failing := &testkit.Log{FailAt: "result:call-1"}
	_, err := k.Registry.Execute(
		t.Context(),
		&tools.Batch{Calls: testkit.Calls("echo", "{}"), Recorder: failing},
	)
	if err == nil {
		t.Error("a log that fails does not fail the batch")
	}
}

func TestApprover(t *testing.T) {
	k := testkit.New(t)
	k.Register(testkit.Echo("echo"))
	approver := &testkit.Approver{
		Answers: []tools.Approval{tools.ApprovalAllowedOnce, tools.ApprovalRejected},
	}
	if _, err := k.Registry.ProvideApprover(k.Root, approver); err != nil {
		t.Fatal(err)
	}
	type next = event.Next[*tools.Call, tools.Decision]
	err := k.Registry.Events.PreExecute.On(
		k.Root,
		func(context.Context, *tools.Call, next) (tools.Decision, error) {
			return tools.Ask("sure?"), nil
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	agent, _ := k.Agent("asker", nil)
	var got []string
	for range 3 {
		r := k.Run(t.Context(), &tools.Batch{Agent: agent, Calls: testkit.Calls("echo", "{}")}).Outcomes[0].Result
		got = append(got, r.Content().Text())
	}
	want := []string{
		"{}", `Error: the user rejected tool "echo"`,
		`Error: tool "echo" requires approval, but no approval channel is available`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(testkit.Question{CallID: "call-1", Tool: "echo", Reason: "sure?"}, approver.Asked()[0]); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
}

func TestApproverHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		k := testkit.New(t)
		var call *tools.Call
		k.Register(
			testkit.Tool(
				"work",
				func(_ context.Context, x *tools.Exec) (any, error) { call = x.Call; return nil, nil },
			),
		)
		k.Call(t.Context(), "work", "")
		approver := &testkit.Approver{Answer: tools.ApprovalAllowedOnce, Hold: make(chan struct{})}
		time.AfterFunc(time.Second, cancel)
		answer, err := approver.Approve(ctx, tools.ApprovalRequest{Call: call})
		if answer != tools.ApprovalCancelled || err != nil {
			t.Errorf("a question whose caller is gone is answered %v, %v", answer, err)
		}
	})
}

func TestFrozen(t *testing.T) {
	s := &spy{TB: t}
	k := testkit.New(t)
	k.Register(testkit.Echo("echo"))
	testkit.WatchFrozen(s, k.Root, k.Registry)
	r := k.Call(t.Context(), "echo", `{"a":1}`)
	r.Content()[0] = llm.Text{Text: "tampered"}
	s.end()
	if len(s.failures) != 2 { // since post policy and since publication
		t.Errorf("a tampered result is %d failures: %q", len(s.failures), s.failures)
	}
}

func TestResidue(t *testing.T) {
	s := &spy{TB: t}
	k := testkit.New(t)
	agent, _ := k.Agent("holder", nil)
	k.Register(testkit.Echo("echo"))
	testkit.Listen(t, k.Root, k.Registry)
	testkit.CheckResidue(s, k.Registry, agent.Key)
	const want = 6 + 2*2 // a listener of each event; a tool and an executor for both views
	if len(s.failures) != want {
		t.Errorf("residue is %d failures, want %d: %q", len(s.failures), want, s.failures)
	}
}

func TestLeaks(t *testing.T) {
	s := &spy{TB: t}
	testkit.CheckLeaks(s)
	stop := make(chan struct{})
	ended := make(chan struct{})
	go func() { defer close(ended); <-stop }()
	s.end()
	close(stop)
	<-ended
	if len(s.failures) != 1 {
		t.Errorf("a goroutine that outlives the test is %d failures", len(s.failures))
	}
}

func TestExecutorDouble(t *testing.T) {
	k := testkit.New(t)
	k.Register(testkit.Echo("echo"))
	if _, err := k.Registry.Describe(t.Context(), nil, nil); err != nil {
		t.Fatal(err)
	}
	k.Call(t.Context(), "echo", "{}")
	if len(k.Executor.Batches()) != 1 || len(k.Executor.Described()) != 1 {
		t.Errorf(
			"noted %d batches and %d descriptions",
			len(k.Executor.Batches()),
			len(k.Executor.Described()),
		)
	}
	k.Executor.Err = errors.New("closed today")
	if _, err := k.Registry.Execute(t.Context(), &tools.Batch{}); !errors.Is(err, k.Executor.Err) {
		t.Errorf("a refusing executor answers %v", err)
	}
}

func TestRemove(t *testing.T) {
	k := testkit.New(t)
	remove := k.Register(testkit.Echo("echo"))
	remove()
	if got := testkit.Status(k.Call(t.Context(), "echo", "{}")); got != "UNKNOWN_TOOL" {
		t.Errorf("a removed tool is %s", got)
	}
}

func TestClock(t *testing.T) {
	var c testkit.Clock
	early, late, now := c.After(time.Second), c.After(3*time.Second), c.After(0)
	if (<-now) != time.Unix(0, 0).UTC() {
		t.Error("an alarm without a wait rings at another time")
	}
	c.Advance(2 * time.Second)
	if got := <-early; got != time.Unix(1, 0).UTC() {
		t.Errorf("the first alarm rang at %v", got)
	}
	if c.Waiting() != 1 || len(late) != 0 {
		t.Errorf("%d alarms wait", c.Waiting())
	}
	c.Advance(time.Second)
	<-late
	if got := c.Now(); got != time.Unix(3, 0).UTC() {
		t.Errorf("now is %v", got)
	}
}
