package event

import (
	"log/slog"
	"runtime/debug"
)

// panicked makes the error that stands for a recovered panic. It is called by the
// deferred function that recovered.
func (h *hook[F]) panicked(label string, value any) error {
	return &PanicError{Event: h.name(), Label: label, Value: value, Stack: debug.Stack()}
}

// report hands a contained failure to the reporter, whose own panic ends here.
func (h *hook[F]) report(label string, err error) {
	f := Failure{Event: h.name(), Label: label, Err: err}
	defer func() {
		if v := recover(); v != nil {
			logFailure(Failure{f.Event, "failure reporter", h.panicked("failure reporter", v)})
		}
	}()
	if id := h.identity.Load(); id != nil && id.report != nil {
		id.report(f)
		return
	}
	logFailure(f)
}

// logFailure is the last resort: a failure is never lost without a word.
func logFailure(f Failure) {
	slog.Error("listener failed", "event", f.Event, "listener", f.Label, "error", f.Err)
}
