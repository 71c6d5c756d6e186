package sandbox

// Code names a failure of this package. Codes are stable.
type Code string

const (
	// CodeUnavailable: the wanted confinement cannot be had here, so nothing was run.
	CodeUnavailable Code = "SANDBOX_UNAVAILABLE"
	// CodeHook: the program does not call Main, so it cannot be started again as a supervisor.
	CodeHook Code = "SANDBOX_HOOK_MISSING"
	// CodePolicy: a policy that means nothing.
	CodePolicy Code = "SANDBOX_POLICY"
)

// Error is a failure with its code.
type Error struct {
	Code    Code
	Message string
	Err     error
}

// Error returns the message and, when there is one, the cause.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
