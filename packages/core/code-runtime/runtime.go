package coderuntime

import "context"

// Runtime runs programs in a sandbox (P1). Implementations are safe for
// concurrent use; any number of runs may be in flight at once (P8).
type Runtime interface {
	// Language is the language of the programs, in lower case: "typescript".
	Language() string
	// Isolation is a diagnostic label of the substrate, such as "wasm". It
	// promises nothing.
	Isolation() string
	// Run runs one program to its end and returns its only outcome. The error
	// is for misuse alone: a request that [Request.Validate] refuses, which is
	// reported before anything else is looked at, or a closed runtime
	// ([CodeClosed]). Cancelling ctx stops the program hard, also inside a
	// loop, and gives a result of kind abort whose message is the text of
	// context.Cause (P10). Calls in flight at that moment belong to the
	// caller: Run does not wait for them, and drops their late outcomes.
	Run(ctx context.Context, request Request) (Result, error)
	// Close refuses new runs, ends those in flight with kind abort, and
	// returns when the last instance is gone (P9). A done ctx makes it return
	// early with the cause; the runtime still ends. Close may be called again.
	Close(ctx context.Context) error
}

// Request is one program with what it may reach (P2). The runtime does not
// keep or change it, and the caller must not change it during the run.
type Request struct {
	// Program is the body of an async function.
	Program string
	// Namespaces are the globals the program can call into.
	Namespaces []Namespace
	// Declarations, when set, gives TypeScript declarations of the namespaces,
	// for a provider that checks types before or after a run. They never
	// change what a program does; a provider without a checker never asks.
	Declarations func() string
	// Log, when set, sees each captured entry as it is captured, in order and
	// from one goroutine at a time. It must not block; it is for progress
	// only, and the entries are in the result as well.
	Log func(entry string)
	// Driver, when set, may answer calls on the program's own goroutine.
	Driver Driver
}

// Result is the one outcome of a program (P4). Value and Failure never occur
// together.
type Result struct {
	// Logs are the captured entries in order of emission, never nil.
	Logs []string
	// Value is the completion value as compact JSON text, empty when the
	// program returned undefined. The text "null" is a value.
	Value string
	// Failure says why the run failed; nil for success.
	Failure *Failure
}
