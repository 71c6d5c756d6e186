package bash

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"

	"github.com/dsh-go/dsh/packages/tools/bash/output"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// The kinds of value.
const (
	KindForeground = "foreground"
	KindBackground = "background"
)

// Background is the value of a call that started a job.
type Background struct {
	Kind  string `json:"kind" const:"background"`
	JobID string `json:"jobId"`
}

// Foreground is the value of a call that ran a command. ExitCode is null exactly when the
// command died of a signal.
type Foreground struct {
	Kind      string       `json:"kind" const:"foreground"`
	ExitCode  *int         `json:"exitCode"`
	Signal    *string      `json:"signal"`
	TimedOut  bool         `json:"timedOut"`
	Aborted   bool         `json:"aborted"`
	TimeoutMs float64      `json:"timeoutMs"`
	Stdout    Stream       `json:"stdout"`
	Stderr    Stream       `json:"stderr"`
	Sandbox   *Confinement `json:"sandbox,omitzero"`
}

// Stream is one stream of a value.
type Stream struct {
	Text      string `json:"text"`
	Truncated bool   `json:"truncated"`
	SpillPath string `json:"spillPath,omitzero"`
}

// Confinement is the sandbox part of a value.
type Confinement struct {
	Mode        sandbox.Mode        `json:"mode"`
	Denied      bool                `json:"denied"`
	Enforcement sandbox.Enforcement `json:"enforcement,omitzero"`
}

// valueSchema is the union of both values, each closed (tools §3.2).
func valueSchema() (jsonvalue.Value, error) {
	stream := schema.Object(schema.Closed,
		schema.Prop("text", schema.String()).Required(),
		schema.Prop("truncated", schema.Boolean()).Required(),
		schema.Prop("spillPath", schema.String()))
	confinement := schema.Object(schema.Closed,
		schema.Prop("mode", schema.String()).Required(),
		schema.Prop("denied", schema.Boolean()).Required(),
		schema.Prop("enforcement", schema.String()),
		schema.Prop("runnerFailed", schema.Boolean()))
	return schema.Value(schema.OneOf(
		schema.Object(schema.Closed,
			schema.Prop("kind", schema.String().Const(KindBackground)).Required(),
			schema.Prop("jobId", schema.String()).Required()),
		schema.Object(schema.Closed,
			schema.Prop("kind", schema.String().Const(KindForeground)).Required(),
			schema.Prop("exitCode", schema.OneOf(schema.Integer(), schema.Null())).Required(),
			schema.Prop("signal", schema.OneOf(schema.String(), schema.Null())).Required(),
			schema.Prop("timedOut", schema.Boolean()).Required(),
			schema.Prop("aborted", schema.Boolean()).Required(),
			schema.Prop("timeoutMs", schema.Number()).Required(),
			schema.Prop("stdout", stream).Required(),
			schema.Prop("stderr", stream).Required(),
			schema.Prop("sandbox", confinement)),
	))
}

// valueOf turns an outcome into a value.
func valueOf(o shell.Outcome) Foreground {
	v := Foreground{Kind: KindForeground, TimedOut: o.TimedOut, Aborted: o.Aborted,
		TimeoutMs: float64(o.Timeout), Stdout: streamOf(o.Stdout), Stderr: streamOf(o.Stderr)}
	if o.Signal != "" {
		v.Signal = &o.Signal
	} else {
		v.ExitCode = &o.Code
	}
	if c := o.Sandbox; c != nil {
		v.Sandbox = &Confinement{Mode: c.Mode, Denied: c.Denied, Enforcement: c.Enforcement}
	}
	return v
}

func streamOf(s output.Stream) Stream {
	return Stream{Text: s.Text, Truncated: s.Truncated, SpillPath: s.Spill}
}
