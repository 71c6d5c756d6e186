package dshdriver

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	native_executor "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// batchWorld is one registry with a tool for each call of a batch.
type batchWorld struct {
	conformance.BatchProgram
	reg  *tools.Registry
	root *scope.Scope
	execute
	calls  map[string]conformance.BatchCall
	start  time.Time
	ctx    context.Context // the caller's
	cancel context.CancelFunc

	mu    sync.Mutex
	modes map[string]string
	line  conformance.Timeline
}

// Batch runs the batch in virtual time.
func (*Driver) Batch(p conformance.BatchProgram) (conformance.Timeline, error) {
	return schedule(p, directly)
}

func schedule(p conformance.BatchProgram, run execute) (line conformance.Timeline, err error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return line, err
	}
	w := &batchWorld{
		BatchProgram: p, reg: reg, root: scope.NewRoot("case"), start: time.Now(), execute: run,
		calls: map[string]conformance.BatchCall{}, modes: map[string]string{},
	}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	defer w.cancel()
	if err := w.install(); err != nil {
		return line, err
	}
	if p.AbortAtTick != nil {
		defer w.abortAt(*p.AbortAtTick)()
	}
	if p.Nested {
		err = w.runNested()
	} else {
		err = w.run()
	}
	return w.line, err
}

// abortAt cancels the caller just before the tick, so that what ends at the tick
// ends after it.
func (w *batchWorld) abortAt(tick float64) (stop func()) {
	if tick <= 0 {
		w.cancel()
		return func() {}
	}
	t := time.AfterFunc(conformance.Ticks(tick)-conformance.Tick/1000, w.cancel)
	return func() { t.Stop() }
}

func (w *batchWorld) install() error {
	if err := native_executor.Mount(w.root, w.reg, native_executor.Config{}); err != nil {
		return err
	}
	for _, c := range w.Calls {
		w.calls[c.ID], w.modes[c.ID] = c, c.Mode
		if c.Unknown {
			continue
		}
		if _, err := w.reg.Register(w.root, w.tool(c)); err != nil {
			return err
		}
	}
	type nextDecision = event.Next[*tools.Call, tools.Decision]
	type nextPost = event.Next[*tools.Inspection, tools.PostDecision]
	return errors.Join(
		w.reg.Events.PreExecute.On(
			w.root,
			func(ctx context.Context, c *tools.Call, n nextDecision) (tools.Decision, error) {
				defer w.stage("pre", c)()
				call := w.calls[c.Name()]
				time.Sleep(conformance.Ticks(call.PreTicks))
				switch call.Pre {
				case "deny":
					return tools.Deny("not this one"), nil
				case "throw":
					return tools.Decision{}, errors.New("the gate failed")
				}
				return n.Do(ctx)
			},
		),
		w.reg.Events.PostExecute.On(
			w.root,
			func(ctx context.Context, i *tools.Inspection, n nextPost) (tools.PostDecision, error) {
				defer w.stage("post", i.Call)()
				time.Sleep(conformance.Ticks(w.calls[i.Call.Name()].PostTicks))
				return n.Do(ctx)
			},
		),
		w.reg.Events.Result.On(w.root, func(_ context.Context, o *tools.Outcome) error {
			w.stage("result", o.Call)()
			w.flip(w.calls[o.Call.Name()].FlipAtResult)
			return nil
		}),
	)
}

func (w *batchWorld) now() time.Duration { return time.Since(w.start) }

// stage enters an event of the ordered lane and returns what ends it.
func (w *batchWorld) stage(name string, c *tools.Call) (end func()) {
	if _, ours := w.calls[c.Name()]; !ours {
		return func() {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	at := len(w.line.Lane)
	w.line.Lane = append(
		w.line.Lane,
		conformance.LaneEvent{Stage: name, ID: c.Name(), Start: w.now(), End: w.now()},
	)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.line.Lane[at].End = w.now()
	}
}

func (w *batchWorld) flip(modes map[string]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, mode := range modes {
		w.modes[id] = mode
	}
}

// tool is the tool of one call. Its body does not look at its context.
func (w *batchWorld) tool(c conformance.BatchCall) tools.Definition {
	d := labelled(c.ID, c.ID)
	d.ConcurrencySafe = func(jsonvalue.Value) bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		switch w.modes[c.ID] {
		case "throws":
			panic("the classifier failed")
		case "parallel":
			return true
		}
		return false // "truthy" too: a Go classifier answers with a bool
	}
	d.Execute = func(_ context.Context, x *tools.Exec) (any, error) {
		defer w.body(c.ID)()
		w.flip(c.Flip)
		if c.Defer {
			x.DeferContext(labelledContext("ctx-" + c.ID))
		}
		if c.Conclude {
			x.ConcludeTurn()
		}
		time.Sleep(conformance.Ticks(c.Ticks))
		if c.Body == "throw" {
			return nil, errors.New("the body failed")
		}
		return nil, nil
	}
	return d
}

// body enters a body run and returns what ends it.
func (w *batchWorld) body(id string) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := len(w.line.Bodies)
	w.line.Bodies = append(w.line.Bodies, conformance.BodyRun{ID: id, Start: w.now()})
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.line.Bodies[at].End = w.now()
	}
}

// run runs the batch through its executor.
func (w *batchWorld) run() error {
	b := &tools.Batch{MaxParallel: func() int { return w.Cap }}
	for _, c := range w.Calls {
		b.Calls = append(b.Calls, tools.RawCall{CallID: c.ID, Name: c.ID})
	}
	if !w.NoLog {
		b.Recorder = batchLog{w}
	}
	r, err := w.execute(w.ctx, w.reg, w.root, b)
	if err != nil {
		return err
	}
	for _, o := range r.Outcomes {
		w.line.Results = append(w.line.Results, o.Call.ID())
	}
	for _, m := range r.Contexts {
		w.line.Contexts = append(w.line.Contexts, m.Content.Text())
	}
	w.line.Concluded = r.Concluded
	return nil
}

// batchLog is the log of a batch.
type batchLog struct{ w *batchWorld }

func (l batchLog) RecordCall(_ context.Context, c tools.CallRecord) (uint64, error) {
	l.w.record("call", c.CallID, "call:"+c.CallID)
	return uint64(len(l.w.line.Records)), nil
}

func (l batchLog) RecordResult(_ context.Context, r tools.ResultRecord) error {
	l.w.record("record", r.CallID, "result:"+r.CallID+":"+outcomeWord(r.IsError, r.Info))
	return nil
}

func (w *batchWorld) record(stage, id, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.line.Lane = append(
		w.line.Lane,
		conformance.LaneEvent{Stage: stage, ID: id, Start: w.now(), End: w.now()},
	)
	w.line.Records = append(w.line.Records, text)
}

func (w *batchWorld) note(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.line.Records = append(w.line.Records, text)
}

func outcomeWord(isError bool, info *tools.Info) string {
	switch {
	case info != nil:
		return string(info.Code)
	case isError:
		return "error"
	}
	return "ok"
}
