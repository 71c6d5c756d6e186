package coderuntime

// Kind says how a run failed. The list is closed and the literals are
// interface: the model reads them (P26).
type Kind string

const (
	// KindException: the program threw, or could not be parsed or erased.
	KindException Kind = "exception"
	// KindTimeout: a budget of the provider ran out, or the program waits for
	// something that can never happen.
	KindTimeout Kind = "timeout"
	// KindAbort: the caller cancelled, or the runtime was closed.
	KindAbort Kind = "abort"
	// KindWorkerExit: the substrate died: memory limit, trap.
	KindWorkerExit Kind = "worker-exit"
	// KindInvalidOutput: the completion value is not lossless JSON.
	KindInvalidOutput Kind = "invalid-output"
	// KindOutputLimit: logs and completion exceed the output budget.
	KindOutputLimit Kind = "output-limit"
)

// Failure is why a run failed. It is data, not an error: a program that fails
// is an ordinary result.
type Failure struct {
	// Kind is one of the six kinds.
	Kind Kind
	// Message is for the model. It holds no host path, stack or address (T8).
	Message string
}

// Failed returns a result of the kind with the message and no logs.
func Failed(kind Kind, message string) Result {
	return Result{Logs: []string{}, Failure: &Failure{Kind: kind, Message: message}}
}
