package jobs

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// The names of the job tools.
const (
	ToolOutput = "job_output"
	ToolList   = "job_list"
	ToolKill   = "job_kill"
)

// OutputArgs are the arguments of job_output.
type OutputArgs struct {
	JobID     string   `json:"job_id" description:"The job's id, as its start returned it."`
	Wait      *bool    `json:"wait" description:"Wait for the end, at most timeout_ms, then read."`
	TimeoutMs *float64 `json:"timeout_ms" description:"Longest wait in ms; nothing without wait."`
}

// Output is the value of job_output.
type Output struct {
	Text string `json:"text"`
	Job  Info   `json:"job"`
}

// KillArgs are the arguments of job_kill.
type KillArgs struct {
	JobID  string  `json:"job_id" description:"The id of the job to end."`
	Reason *string `json:"reason" description:"Why, in a few words, for the record."`
}

// Killed is the value of job_kill.
type Killed struct {
	Outcome string `json:"outcome" enum:"cancellation-requested,already-finished"`
	Job     Info   `json:"job"`
}

// Tools returns the definitions of job_output, job_list and job_kill over r.
func Tools(r *Registry, c Config) ([]tools.Definition, error) {
	var list []tools.Definition
	for _, define := range []func() (tools.Definition, error){
		func() (tools.Definition, error) { return outputTool(r, c) },
		func() (tools.Definition, error) { return listTool(r) },
		func() (tools.Definition, error) { return killTool(r) },
	} {
		d, err := define()
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}

func outputTool(r *Registry, c Config) (tools.Definition, error) {
	return tools.Define(tools.Tool[OutputArgs, Output]{
		Name: ToolOutput,
		Description: fmt.Sprintf("Read what a background job has printed since it was last read, "+
			"and its status. Each read takes the text away: it is not shown again. With wait the "+
			"call returns when the job ends or after timeout_ms (default %v, at most %v); a job "+
			"that still runs then goes on.", c.WaitTimeoutMs, c.MaxWaitTimeoutMs),
		Execute: func(ctx context.Context, x *tools.Exec, in OutputArgs) (Output, error) {
			return r.output(ctx, x.Call, in, c)
		},
		Render: func(_ OutputArgs, out Output) llm.Content {
			return llm.TextContent(withState(out.Text, out.Job))
		},
		FinalizeContent: r.fit,
		PresentCall: func(in OutputArgs) tools.CallView {
			return tools.GenericCall{Title: "read job " + in.JobID, Kind: tools.KindRead}
		},
	})
}

// output waits when it is asked to, and reads.
func (r *Registry) output(ctx context.Context, c *tools.Call, in OutputArgs, conf Config) (
	Output, error,
) {
	if err := checkID(in.JobID); err != nil {
		return Output{}, err
	}
	if in.Wait != nil && *in.Wait {
		limit, err := conf.waitLimit(in.TimeoutMs)
		if err != nil {
			return Output{}, err
		}
		if _, err := r.Wait(ctx, in.JobID, Owner(c), limit.Duration()); err != nil {
			return Output{}, err
		}
	}
	text, info, err := r.Read(in.JobID, Owner(c))
	return Output{text, info}, err
}

func listTool(r *Registry) (tools.Definition, error) {
	return tools.Define(tools.Tool[struct{}, []Info]{
		Name:        ToolList,
		Description: "List the background jobs of this session with their status.",
		Execute: func(_ context.Context, x *tools.Exec, _ struct{}) ([]Info, error) {
			return r.List(Owner(x.Call)), nil
		},
		Render: func(_ struct{}, out []Info) llm.Content { return llm.TextContent(renderList(out)) },
		PresentCall: func(struct{}) tools.CallView {
			return tools.GenericCall{Title: "list jobs", Kind: tools.KindRead}
		},
		Traits: tools.Traits{ReadOnly: true},
	})
}

func renderList(list []Info) string {
	if len(list) == 0 {
		return "(no background jobs)"
	}
	lines := make([]string, len(list))
	for i, j := range list {
		lines[i] = fmt.Sprintf("%s [%s] %s %s", j.ID, j.Kind, j.Status, oneLine(j.Label))
	}
	return strings.Join(lines, "\n")
}

// oneLine keeps a label of several lines from looking like several jobs.
func oneLine(label string) string { return strings.Join(strings.Fields(label), " ") }

func killTool(r *Registry) (tools.Definition, error) {
	return tools.Define(tools.Tool[KillArgs, Killed]{
		Name: ToolKill,
		Description: "End a background job. The call returns at once; the job is first asked to " +
			"stop and killed when it does not. Read the rest of its output with job_output.",
		Execute: func(_ context.Context, x *tools.Exec, in KillArgs) (Killed, error) {
			if err := checkID(in.JobID); err != nil {
				return Killed{}, err
			}
			asked, info, err := r.Kill(in.JobID, Owner(x.Call))
			if !asked {
				return Killed{"already-finished", info}, err
			}
			return Killed{"cancellation-requested", info}, err
		},
		Render: func(_ KillArgs, out Killed) llm.Content {
			if out.Outcome == "already-finished" {
				return llm.TextContent("job " + out.Job.ID + " had already finished " +
					out.Job.State())
			}
			return llm.TextContent("requested cancellation of job " + out.Job.ID)
		},
		PresentCall: func(in KillArgs) tools.CallView {
			return tools.GenericCall{Title: "end job " + in.JobID, Kind: tools.KindExecute}
		},
		Traits: tools.Traits{Destructive: true, Idempotent: true},
	})
}

func checkID(id string) error {
	if strings.TrimSpace(id) == "" {
		return fmt.Errorf("invalid job_id: expected a non-empty string, got %q", id)
	}
	return nil
}

// Owner is the identity to which jobs of a call belong; empty without an agent.
func Owner(c *tools.Call) string {
	if a := c.Agent(); a != nil {
		return a.ID
	}
	return ""
}
