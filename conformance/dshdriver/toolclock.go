package dshdriver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
)

// ToolClock runs a tool with a clock of its own.
func (*Driver) ToolClock(c conformance.ToolClock) (conformance.ToolClockOutcome, error) {
	switch c.Layer {
	case "bash":
		return shellClock(c)
	case "job_output":
		return jobClock(c)
	case "search":
		return searchClock(c)
	}
	return conformance.ToolClockOutcome{}, fmt.Errorf(
		"the clock of %s is fixed at half a minute: %w", c.Layer, errors.ErrUnsupported)
}

// watch remembers the last outcome of a shell.
type watch struct {
	shell.Executor
	last shell.Outcome
}

// Run runs and remembers.
func (w *watch) Run(ctx context.Context, s shell.Spec) (shell.Outcome, error) {
	o, err := w.Executor.Run(ctx, s)
	w.last = o
	return o, err
}

// inTemporary opens a session in a directory of its own.
func inTemporary(config *conformance.Object, f func(s *workspace) error) (err error) {
	dir, err := os.MkdirTemp("", "conformance-clock-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := openSession(conformance.Workspace{Dir: dir, Config: config})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return f(s)
}

func number(ms float64) conformance.Number { return conformance.Number(fmt.Sprint(ms)) }

func shellClock(c conformance.ToolClock) (out conformance.ToolClockOutcome, err error) {
	config := &conformance.Object{}
	if c.GraceMs > 0 {
		config.Set("graceMs", number(c.GraceMs))
	}
	err = inTemporary(config, func(s *workspace) error {
		inner, ok := s.shell.Executor(s.agent)
		if !ok {
			return errors.New("the session has no shell")
		}
		watched := &watch{Executor: inner}
		if _, err := s.shell.Executors.Provide(s.scope, shell.Executor(watched)); err != nil {
			return err
		}
		args := &conformance.Object{}
		args.Set("command", c.Command)
		args.Set("description", "vector")
		if c.TimeoutMs != nil {
			args.Set("timeoutMs", number(*c.TimeoutMs))
		}
		call := conformance.ToolCall{Tool: bash.ToolName, Args: args}
		if c.CancelAtMs != nil {
			call.CancelAfter = conformance.Milliseconds(*c.CancelAtMs)
		}
		out.ToolOutcome, err = s.Call(call)
		out.TimedOut, out.Aborted = watched.last.TimedOut, watched.last.Aborted
		return err
	})
	return out, err
}

// jobClock waits for a job that is a timer, in virtual time.
func jobClock(c conformance.ToolClock) (out conformance.ToolClockOutcome, err error) {
	w, err := newCallWorld(conformance.Scenario{})
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	defer w.cancel()
	registry := jobs.New(jobs.Options{})
	defer func() { err = errors.Join(err, registry.Close(context.Background())) }()
	config := jobs.Config{}.Defaults()
	if c.MaxWaitMs > 0 {
		config.MaxWaitTimeoutMs = shell.Millis(c.MaxWaitMs)
	}
	list, err := jobs.Tools(registry, config)
	if err != nil {
		return out, err
	}
	for _, d := range list {
		if _, err := w.reg.Register(w.root, d); err != nil {
			return out, err
		}
	}
	if err := w.mountExecutor(); err != nil {
		return out, err
	}
	job, err := registry.Start(jobs.Start{Kind: "bash", Label: "a timer", Run: timer(c.JobMs)})
	if err != nil {
		return out, err
	}
	args := &conformance.Object{}
	args.Set("job_id", job.ID)
	args.Set("wait", c.Wait)
	if c.TimeoutMs != nil {
		args.Set("timeout_ms", number(*c.TimeoutMs))
	}
	if c.CancelAtMs != nil {
		defer time.AfterFunc(conformance.Milliseconds(*c.CancelAtMs), w.cancel).Stop()
	}
	start := time.Now()
	o, err := first(w.reg.Execute(w.ctx, &tools.Batch{Calls: []tools.RawCall{{
		CallID: "call-1", Name: jobs.ToolOutput, Arguments: argumentText(args),
	}}}))
	if err != nil {
		return out, err
	}
	out.Outcome, out.Text, out.Took = outcome(o), o.Result.Content().Text(), time.Since(start)
	now, err := registry.Get(job.ID, "")
	out.JobAlive = err == nil && now.Status == jobs.StatusRunning
	return out, err
}

// timer is work that ends after a while, zero never, or when it is cancelled.
func timer(ms float64) func() (jobs.Work, error) {
	return func() (jobs.Work, error) {
		stop := make(chan struct{})
		var over <-chan time.Time
		if ms > 0 {
			over = time.After(conformance.Milliseconds(ms))
		}
		return jobs.Work{
			Cancel: func() { close(stop) },
			Wait: func() jobs.End {
				select {
				case <-over:
					return jobs.End{Status: jobs.StatusCompleted, Detail: "exit code: 0"}
				case <-stop:
					return jobs.End{Status: jobs.StatusKilled}
				}
			},
		}, nil
	}
}

// searchClock runs glob. Its caller cancels, or its budget passes, when the body
// has begun: how long a search takes is nobody's promise.
func searchClock(c conformance.ToolClock) (out conformance.ToolClockOutcome, err error) {
	err = inTemporary(nil, func(s *workspace) error {
		if c.Policy {
			if err := timeout.Install(s.root, s.reg); err != nil {
				return err
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		b := &tools.Batch{Agent: s.agent, Calls: []tools.RawCall{{
			CallID: "call-1", Name: glob.Name, Arguments: `{"pattern":"*"}`,
		}}}
		b.Trace = func(call *tools.Call, stage tools.Stage) {
			if stage != tools.StageBody {
				return
			}
			if c.CancelAtMs != nil {
				cancel()
			} else if budget := call.Timeout(); c.Policy && budget < time.Second {
				time.Sleep(2 * budget)
			}
		}
		if c.BudgetMs != nil {
			if err := s.rebudget(*c.BudgetMs); err != nil {
				return err
			}
		}
		o, err := first(s.reg.Execute(ctx, b))
		if err == nil {
			out.Outcome, out.Text = outcome(o), o.Result.Content().Text()
		}
		return err
	})
	return out, err
}

// rebudget gives glob another budget for the session's agent.
func (s *workspace) rebudget(ms float64) error {
	r, ok := s.reg.Get(glob.Name, s.agent.Key, nil)
	if !ok {
		return errors.New("the session has no glob")
	}
	d := r.Definition()
	var err error
	if d.Timeout, err = tools.Budget(ms); err != nil {
		return err
	}
	_, err = s.reg.Register(s.scope, d)
	return err
}
