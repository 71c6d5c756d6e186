package bash_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// clockCase is a case of testdata/timeout.json; this module runs the layers clamp, bash and
// job_output.
type clockCase struct {
	ID     string         `json:"id"`
	Layer  string         `json:"layer"`
	Setup  jsontext.Value `json:"setup"`
	Expect jsontext.Value `json:"expect"`
	Reason string         `json:"reason"`
	Parity string         `json:"parity"`
}

func clockCases(t *testing.T, layer string) []clockCase {
	t.Helper()
	raw, err := os.ReadFile("testdata/timeout.json")
	must(t, err)
	var file struct {
		Format      string      `json:"format"`
		Description string      `json:"description"`
		Cases       []clockCase `json:"cases"`
	}
	must(t, json.Unmarshal(raw, &file, json.RejectUnknownMembers(true)))
	var list []clockCase
	for _, c := range file.Cases {
		if c.Layer == layer {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		t.Fatalf("no case of layer %q", layer)
	}
	return list
}

func decode[T any](t *testing.T, text jsontext.Value) T {
	t.Helper()
	var v T
	must(t, json.Unmarshal(text, &v, json.RejectUnknownMembers(true)))
	return v
}

func TestClampVectors(t *testing.T) {
	for _, c := range clockCases(t, "clamp") {
		t.Run(c.ID, func(t *testing.T) {
			setup := decode[struct {
				Requested any     `json:"requested"`
				Default   float64 `json:"default_ms"`
				Max       float64 `json:"max_ms"`
			}](t, c.Setup)
			want := decode[struct {
				Effective float64 `json:"effective_ms"`
				Error     string  `json:"error_contains"`
			}](t, c.Expect)
			var hint *shell.Millis
			if setup.Requested != nil {
				n, err := strconv.ParseFloat(fmt.Sprint(setup.Requested), 64)
				must(t, err)
				m := shell.Millis(n)
				hint = &m
			}
			got, err := shell.Clamp(hint, shell.Millis(setup.Default), shell.Millis(setup.Max))
			if want.Error != "" {
				if err == nil || !strings.Contains(err.Error(), want.Error) {
					t.Errorf("error %v, want %q", err, want.Error)
				}
				return
			}
			if err != nil || float64(got) != want.Effective {
				t.Errorf("got %v, %v, want %v", got, err, want.Effective)
			}
		})
	}
}

func TestClampLowersTheDefaultToo(t *testing.T) {
	if got, err := shell.Clamp(nil, 120, 60); err != nil || got != 60 {
		t.Errorf("got %v, %v", got, err)
	}
	half := shell.Millis(0.5)
	if got, err := shell.Clamp(&half, 120, 60); err != nil || got.Duration() != 500*time.Microsecond {
		t.Errorf("got %v, %v", got, err)
	}
	inf := shell.Millis(math.Inf(1))
	if _, err := shell.Clamp(&inf, 120, 60); shell.CodeOf(err) != shell.CodeTimeout {
		t.Errorf("error %v", err)
	}
}

func TestBashClockVectors(t *testing.T) {
	for _, c := range clockCases(t, "bash") {
		t.Run(c.ID, func(t *testing.T) {
			setup := decode[struct {
				Timeout float64 `json:"timeout_ms"`
				Cancel  int     `json:"caller_cancel_at_ms"`
				Command string  `json:"command"`
				Grace   float64 `json:"grace_ms"`
			}](t, c.Setup)
			w := newWorld(t, composition{Shell: map[string]any{"graceMs": setup.Grace}})
			e, _ := w.shell.Executor(w.agent)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			watched := &watch{Executor: e, begin: func() {
				timer := time.AfterFunc(time.Duration(setup.Cancel)*time.Millisecond, cancel)
				t.Cleanup(func() { timer.Stop() })
			}}
			undo, err := w.shell.Executors.Provide(w.agentScope, watched)
			must(t, err)
			t.Cleanup(func() { must(t, undo(context.Background())) })
			r := w.call(ctx, bash.ToolName, map[string]any{"command": setup.Command,
				"description": "x", "timeoutMs": setup.Timeout})
			want := decode[struct {
				TimedOut bool   `json:"timedOut"`
				Aborted  bool   `json:"aborted"`
				Result   string `json:"result"`
			}](t, c.Expect)
			if o := watched.last; o.TimedOut != want.TimedOut || o.Aborted != want.Aborted {
				t.Errorf("outcome %+v", o)
			}
			if !r.IsError() {
				t.Fatalf("no error: %s", text(t, r))
			}
			if info, ok := r.Failure().Info(); !ok || info.Code != "ABORTED" {
				t.Errorf("failure %+v", r.Failure())
			}
		})
	}
}

// watch remembers the last outcome of an executor, and calls begin right before a run: the two
// clocks of a case must start together.
type watch struct {
	shell.Executor
	begin func()
	last  shell.Outcome
}

func (w *watch) Run(ctx context.Context, s shell.Spec) (shell.Outcome, error) {
	w.begin()
	o, err := w.Executor.Run(ctx, s)
	w.last = o
	return o, err
}

// TestJobClockVectors runs in simulated time: the job is a timer.
func TestJobClockVectors(t *testing.T) {
	for _, c := range clockCases(t, "job_output") {
		t.Run(c.ID, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.waitForJob(t) })
		})
	}
}

func (c clockCase) waitForJob(t *testing.T) {
	setup := decode[struct {
		Wait    bool    `json:"wait"`
		Timeout float64 `json:"timeout_ms"`
		Job     string  `json:"job"`
		Max     float64 `json:"max_wait_ms"`
	}](t, c.Setup)
	want := decode[struct {
		IsError   bool    `json:"isError"`
		Suffix    string  `json:"rendered_suffix"`
		Alive     bool    `json:"job_alive"`
		Effective float64 `json:"effective_wait_ms"`
		AtOnce    bool    `json:"returns_immediately"`
	}](t, c.Expect)
	r := jobs.New(jobs.Options{})
	stop := make(chan struct{})
	info, err := r.Start(jobs.Start{Kind: "bash", Label: "x", Run: func() (jobs.Work, error) {
		return jobs.Work{Cancel: func() { close(stop) }, Wait: func() jobs.End {
			<-stop
			return jobs.End{Status: jobs.StatusKilled}
		}}, nil
	}})
	must(t, err)
	config := jobs.Config{}.Defaults()
	if setup.Max > 0 {
		config.MaxWaitTimeoutMs = shell.Millis(setup.Max)
	}
	reg, root := jobWorld(t, r, config)
	start := time.Now()
	out, err := reg.Execute(t.Context(), &tools.Batch{Calls: []tools.RawCall{{CallID: "c",
		Name: jobs.ToolOutput, Arguments: fmt.Sprintf(`{"job_id":%q,"wait":%v,"timeout_ms":%v}`,
			info.ID, setup.Wait, setup.Timeout)}}})
	must(t, err)
	took := time.Since(start)
	result := out.Outcomes[0].Result
	if result.IsError() != want.IsError || !strings.HasSuffix(text(t, result), want.Suffix) {
		t.Errorf("result %q", text(t, result))
	}
	switch {
	case want.AtOnce && took != 0,
		want.Effective > 0 && took != time.Duration(want.Effective)*time.Millisecond,
		!want.AtOnce && want.Effective == 0 && took != time.Duration(setup.Timeout)*time.Millisecond:
		t.Errorf("took %v", took)
	}
	if got, err := r.Get(info.ID, ""); want.Alive && (err != nil || got.Status != jobs.StatusRunning) {
		t.Errorf("job %+v, %v", got, err)
	}
	must(t, r.Close(context.Background()))
	must(t, root.Close(context.Background()))
}
