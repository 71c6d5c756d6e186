package dshdriver

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dsh-go/dsh/conformance"
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// programWorld is one registry with the fixture tools of a program.
type programWorld struct {
	conformance.Program
	reg   *tools.Registry
	root  *scope.Scope
	agent *tools.Agent

	mu     sync.Mutex
	trace  []string
	live   int
	peak   int
	starts int
	calls  []conformance.ProgramCall
}

// RunProgram runs the program in the real sandbox, through the whole pipeline.
func (d *Driver) RunProgram(p conformance.Program) (out conformance.ProgramOutcome, err error) {
	runtime, err := d.runtime(coderuntime.Budgets{
		ComputeMs: coderuntime.Milliseconds(
			p.Config.ComputeMs,
		), MaxWallMs: coderuntime.Milliseconds(p.Config.MaxWallMs),
		MaxOutputBytes: coderuntime.Count(
			p.Config.MaxOutput,
		), MaxMemoryMb: coderuntime.Count(p.Config.MaxMemoryMb),
	})
	if err != nil {
		return out, err
	}
	w := &programWorld{Program: p, root: scope.NewRoot("case")}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	if err := w.mount(runtime); err != nil {
		return out, err
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	if p.Config.AbortAfterMs > 0 {
		reason := errors.New(p.Config.AbortReason)
		defer time.AfterFunc(
			conformance.Milliseconds(p.Config.AbortAfterMs),
			func() { cancel(reason) },
		).Stop()
	}
	return w.run(ctx)
}

func (w *programWorld) mount(runtime coderuntime.Runtime) (err error) {
	if w.reg, err = tools.New(tools.Options{}); err != nil {
		return err
	}
	var runtimes ptc.Runtimes
	if _, err := runtimes.Provide(w.root, runtime); err != nil {
		return err
	}
	services := ptc.Services{Registry: w.reg, Runtimes: &runtimes}
	if _, err := ptc.Mount(w.root, services, ptc.Config{MaxParallelSubCalls: w.Config.MaxParallel}); err != nil {
		return err
	}
	s, err := w.root.Keyed("agent", nil)
	if err != nil {
		return err
	}
	w.agent = &tools.Agent{ID: "agent", Key: s.Key()}
	for _, t := range w.Tools {
		d, err := w.fixture(t)
		if err != nil {
			return err
		}
		if _, err := w.reg.Register(w.root, d); err != nil {
			return err
		}
	}
	return w.listen()
}

func (w *programWorld) run(ctx context.Context) (conformance.ProgramOutcome, error) {
	args := jsonvalue.NewObject(
		jsonvalue.Member{Name: "code", Value: jsonvalue.String(w.Code)},
		jsonvalue.Member{Name: "description", Value: jsonvalue.String("a case of the suite")},
	)
	start := time.Now()
	o, err := first(w.reg.Execute(ctx, &tools.Batch{
		Agent: w.agent, Recorder: subcallLog{w},
		Calls: []tools.RawCall{{CallID: "call-1", Name: tools.ReservedName, Arguments: args.Text()}},
	}))
	if err != nil {
		return conformance.ProgramOutcome{}, err
	}
	out := conformance.ProgramOutcome{
		Outcome: outcome(o), Text: o.Result.Content().Text(), Took: time.Since(start),
		Trace: w.trace, MaxLive: w.peak, Starts: w.starts, Settles: len(w.calls), Calls: w.calls,
	}
	out.Contexts = contextLabels(o.Result.Contexts())
	slices.SortFunc(
		out.Calls,
		func(a, b conformance.ProgramCall) int { return callNumber(a.ID) - callNumber(b.ID) },
	)
	logs, _ := o.Result.Value().Get("logs")
	for _, entry := range logs.Elements() {
		text, _ := entry.AsString()
		out.Logs = append(out.Logs, text)
	}
	result, _ := o.Result.Value().Get("result")
	out.Result = textOf(result)
	return out, nil
}

// callNumber is the number at the end of a sub-call's id.
func callNumber(id string) int {
	n, err := strconv.Atoi(id[strings.LastIndexByte(id, ':')+1:])
	if err != nil {
		return 0
	}
	return n
}

// contextLabels are the texts of contexts, or "image:<name>" for images.
func contextLabels(messages []llm.Message) []string {
	var labels []string
	for _, m := range messages {
		text := m.Content.Text()
		if m.Content.HasImage() {
			for _, b := range m.Content {
				if t, ok := b.(llm.Text); ok && strings.HasPrefix(t.Text, "image ") {
					text = "image:" + strings.TrimPrefix(t.Text, "image ")
				}
			}
		}
		labels = append(labels, text)
	}
	return labels
}

// subcallLog keeps the records of sub-calls.
type subcallLog struct{ w *programWorld }

// RecordCall keeps nothing of the program's own call.
func (subcallLog) RecordCall(context.Context, tools.CallRecord) (uint64, error) { return 1, nil }

// RecordResult keeps nothing of the program's own call.
func (subcallLog) RecordResult(context.Context, tools.ResultRecord) error { return nil }

// RecordSubcallStart counts.
func (l subcallLog) RecordSubcallStart(context.Context, tools.SubcallRecord) error {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	l.w.starts++
	return nil
}

// RecordSubcallSettle keeps the call.
func (l subcallLog) RecordSubcallSettle(_ context.Context, c tools.SubcallRecord) error {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	l.w.calls = append(l.w.calls, conformance.ProgramCall{
		ID: c.CallID, Name: c.Name, Arguments: textOf(c.Arguments), IsError: c.IsError,
	})
	return nil
}
