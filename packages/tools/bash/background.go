package bash

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// registry finds the job registry of a background call; nil for a foreground one.
func (t *tool) registry(x *tools.Exec, in Args) (*jobs.Registry, error) {
	switch {
	case !in.RunInBackground:
		return nil, nil
	case !t.config.EnableRunInBackground:
		return nil, errors.New(
			"run_in_background is disabled for this deployment (enableRunInBackground: false)")
	case t.jobs == nil:
		return nil, jobs.Unavailable()
	}
	r, ok := t.jobs.Nearest(x.Agent())
	if !ok {
		return nil, jobs.Unavailable()
	}
	return r, nil
}

// background starts a command as a job. The job outlives the call: cancelling the call later
// does not end it.
func (t *tool) background(
	ctx context.Context, x *tools.Exec, r *jobs.Registry, e shell.Executor, spec shell.Spec,
) (jsonvalue.Value, error) {
	info, err := r.Start(jobs.Start{
		Kind: ToolName, Label: spec.Command, Owner: jobs.Owner(x.Call), OutputBytes: spec.Output,
		Run: func() (jobs.Work, error) {
			p, err := e.Start(ctx, spec)
			if err != nil {
				return jobs.Work{}, err
			}
			return jobs.Work{
				Cancel: func() { p.Kill() },
				Wait:   func() jobs.End { return ended(p) },
				Read:   func() string { return delta(p.ReadOutput()) },
			}, nil
		},
	})
	if err != nil {
		return jsonvalue.Value{}, coded(err)
	}
	return jsonvalue.Marshal(Background{Kind: KindBackground, JobID: info.ID})
}

// ended waits for a background command and words its end.
func ended(p shell.Process) jobs.End {
	<-p.Done()
	status, exit := p.State()
	switch {
	case status != shell.StatusKilled:
		return jobs.End{Status: jobs.StatusCompleted, Detail: fmt.Sprintf("exit code: %d", exit.Code)}
	case exit.Signal != "":
		return jobs.End{Status: jobs.StatusKilled, Detail: "signal: " + exit.Signal}
	default:
		return jobs.End{Status: jobs.StatusKilled, Detail: "killed before exit"}
	}
}
