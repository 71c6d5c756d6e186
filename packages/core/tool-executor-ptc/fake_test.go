package ptc_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// program is a program written in Go: what a sandbox would do with its text.
type program func(ctx context.Context, p *calls) (value string)

// fakeRuntime runs a program and nothing else.
type fakeRuntime struct {
	program  program
	language string
	logs     []string
	lends    bool // the goroutine of the program to the driver
	request  coderuntime.Request
}

func (f *fakeRuntime) Language() string {
	if f.language == "" {
		return "typescript"
	}
	return f.language
}
func (f *fakeRuntime) Isolation() string           { return "none" }
func (f *fakeRuntime) Close(context.Context) error { return nil }

func (f *fakeRuntime) Run(ctx context.Context, r coderuntime.Request) (coderuntime.Result, error) {
	if err := r.Validate(); err != nil {
		return coderuntime.Result{}, err
	}
	f.request = r
	p := &calls{ns: r.Namespaces[0]}
	if f.lends {
		p.driver = r.Driver
		p.driver.Attach()
		defer context.AfterFunc(ctx, p.driver.Stop)()
	}
	value := f.program(ctx, p)
	if kind, message, failed := strings.Cut(value, "!"); failed {
		return coderuntime.Result{Logs: f.logs, Failure: &coderuntime.Failure{Kind: coderuntime.Kind(kind), Message: message}}, nil
	}
	if ctx.Err() != nil {
		return coderuntime.Failed(coderuntime.KindAbort, context.Cause(ctx).Error()), nil
	}
	return coderuntime.Result{Logs: f.logs, Value: value}, nil
}

// calls is the program's door to its tools. The driver is nil in a runtime that
// does not know drivers.
type calls struct {
	ns     coderuntime.Namespace
	driver coderuntime.Driver
}

// start makes a call and returns where its outcome will arrive. The program goes
// on by itself.
func (c *calls) start(member, argument string) <-chan coderuntime.Outcome {
	out := c.make(member, argument)
	if c.driver != nil {
		c.driver.Detach()
	}
	return out
}

func (c *calls) make(member, argument string) <-chan coderuntime.Outcome {
	out := make(chan coderuntime.Outcome, 1)
	c.ns.Invoke(coderuntime.NewCall(coderuntime.CallParams{
		Global: c.ns.Global, Member: member, Argument: argument,
		Deliver: func(o coderuntime.Outcome) { out <- o },
	}))
	return out
}

func (c *calls) await(member, argument string) coderuntime.Outcome {
	out := c.make(member, argument)
	for c.driver != nil && len(out) == 0 && c.driver.Drive() {
	}
	return <-out
}

// world is a registry with the executor and a fake runtime.
type world struct {
	testing.TB
	reg      *tools.Registry
	root     *scope.Scope
	executor *ptc.Executor
	agent    *tools.Agent
	runtime  *fakeRuntime
	journal  journal
}

func newWorld(t testing.TB, config ptc.Config, p program) *world {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	must(t, err)
	w := &world{TB: t, reg: reg, root: scope.NewRoot("test"), runtime: &fakeRuntime{program: p}}
	t.Cleanup(func() { must(t, w.root.Close(context.WithoutCancel(t.Context()))) })
	var runtimes ptc.Runtimes
	_, err = runtimes.Provide(w.root, w.runtime)
	must(t, err)
	w.executor, err = ptc.Mount(w.root, ptc.Services{Registry: reg, Runtimes: &runtimes}, config)
	must(t, err)
	s, err := w.root.Keyed("agent", nil)
	must(t, err)
	w.agent = &tools.Agent{ID: "agent", Key: s.Key()}
	return w
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const runCode = `{"code":"return 1","description":"a test"}`

// run dispatches run_code once.
func (w *world) run(ctx context.Context) *tools.Outcome {
	w.Helper()
	return w.dispatch(ctx, tools.RawCall{CallID: "call-1", Name: "run_code", Arguments: runCode})
}

func (w *world) dispatch(ctx context.Context, c tools.RawCall) *tools.Outcome {
	w.Helper()
	out, err := w.reg.Execute(ctx, &tools.Batch{Agent: w.agent, Calls: []tools.RawCall{c}, Recorder: &w.journal})
	must(w, err)
	return &out.Outcomes[0]
}

// tool registers a tool whose body is a function of virtual time; names that
// start with "safe" may overlap.
func (w *world) tool(name string, body func(ctx context.Context, x *tools.Exec) (any, error)) {
	w.Helper()
	d := tools.Definition{
		Name: name, Description: "A test tool.",
		Output: tools.Output{Schema: jsonvalue.NewObject(), Render: func(_, v jsonvalue.Value) (llm.Content, error) {
			if strings.HasSuffix(name, "image") {
				return llm.Content{llm.Text{Text: "image " + v.Text()}, llm.Image{MediaType: "image/png", Data: []byte{1}}}, nil
			}
			return llm.TextContent(v.Text()), nil
		}},
		Execute: body,
	}
	if strings.HasPrefix(name, "safe") {
		d.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
	}
	_, err := w.reg.Register(w.root, d)
	must(w, err)
}

// waits is a body that takes a while of virtual time unless it is cancelled.
func waits(d time.Duration) func(context.Context, *tools.Exec) (any, error) {
	return func(ctx context.Context, x *tools.Exec) (any, error) {
		select {
		case <-time.After(d):
			return x.ID(), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// journal records everything as lines.
type journal struct {
	mu    sync.Mutex
	lines []string
	exits bool // the start of a nested call ends its goroutine
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

func (j *journal) RecordCall(_ context.Context, c tools.CallRecord) (uint64, error) {
	j.add("call:%s", c.CallID)
	return 1, nil
}

func (j *journal) RecordResult(_ context.Context, r tools.ResultRecord) error {
	j.add("result:%s:%v", r.CallID, r.IsError)
	return nil
}

func (j *journal) RecordSubcallStart(_ context.Context, c tools.SubcallRecord) error {
	j.add("start:%s", c.CallID)
	exitIf(j.exits)
	return nil
}

func (j *journal) RecordSubcallSettle(_ context.Context, c tools.SubcallRecord) error {
	j.add("settle:%s:%v:%s", c.CallID, c.IsError, c.Content.Text())
	return nil
}
