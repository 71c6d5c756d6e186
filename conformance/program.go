package conformance

import (
	"time"
)

// Program is one run_code call through the whole pipeline, with its fixture
// tools registered. Its call id is "call-1".
type Program struct {
	// Code is the program text.
	Code string
	// Tools are the fixture tools that take part; their names say what they do,
	// see the file.
	Tools []ProgramTool
	// Files are the texts that the reading fixture knows.
	Files map[string]string
	// Config are the limits; zero members mean the default.
	Config ProgramConfig
}

// ProgramTool is a fixture tool as the file declares it.
type ProgramTool struct {
	Name string
	// Safe tools may overlap.
	Safe               bool
	Parameters, Output any
}

// ProgramConfig are the limits of a program.
type ProgramConfig struct {
	ComputeMs   float64 `json:"computeMs,omitzero"`
	MaxWallMs   float64 `json:"maxWallMs,omitzero"`
	MaxOutput   int64   `json:"maxOutputBytes,omitzero"`
	MaxMemoryMb int64   `json:"maxOldGenerationSizeMb,omitzero"`
	MaxParallel int     `json:"maxParallelSubCalls,omitzero"`
	// OnlyTools narrows the fixture tools.
	OnlyTools []string `json:"only_tools,omitzero"`
	// AbortAfterMs cancels the outer call, AbortReason is the cause's text.
	AbortAfterMs float64 `json:"abort_after_ms,omitzero"`
	AbortReason  string  `json:"abort_reason,omitzero"`
}

// ProgramOutcome is what was observed of a [Program].
type ProgramOutcome struct {
	// Outcome is that of the outer call. Contexts are texts, or "image:<name>"
	// for a context with an image whose first text is "image <name>".
	Outcome
	// Text is what the model reads.
	Text string
	// Logs are the captured entries, and Result the completion value as JSON
	// text, of a program that ended well; Result is empty for undefined.
	Logs   []string
	Result string
	// Calls are the settled sub-calls by number; Starts and Settles count the
	// records.
	Calls           []ProgramCall
	Starts, Settles int
	// Trace has "start <tool>:<tag>" and "end <tool>:<tag>" of the traced tools,
	// MaxLive is the largest number of them at once.
	Trace   []string
	MaxLive int
	// Took is how long the outer call took.
	Took time.Duration
}

// ProgramCall is one settled sub-call.
type ProgramCall struct {
	ID, Name string
	// Arguments are JSON text as recorded.
	Arguments string
	IsError   bool
}

// RunResult is what a code runtime returned, for the rendering of outcomes.
type RunResult struct {
	Logs []string
	// Result is JSON text, empty for undefined.
	Result string
	// Kind and Message are the failure, both empty for a success.
	Kind, Message string
}
